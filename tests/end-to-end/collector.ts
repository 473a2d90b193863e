import { existsSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { freePort, start, stop, until } from "./processes.ts";
import { startReceiver } from "./receivers.ts";

/** The collector of tests/collector, which `.ci/run` builds. */
const program = join(homedir(), ".cache/asbuilt-collector/collector");

export const hasCollector = existsSync(program);

/** A span as the collector writes it. */
export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly status: { readonly code?: number };
  readonly attributes: Readonly<Record<string, string>>;
  readonly resource: Readonly<Record<string, string>>;
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** Returns attributes by their names, and all values as text. */
const toRecord = (attributes: readonly Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, String(Object.values(value)[0])]));

/**
 * Starts the OpenTelemetry Collector, which sends all spans on as JSON. `spans` stops it, so that it
 * sends all that it has, and returns them.
 */
export async function startCollector(folder: string) {
  const sink = await startReceiver((_request, response) => void response.writeHead(200).end());
  const endpoint = `127.0.0.1:${await freePort()}`;
  const configuration = {
    receivers: { otlp: { protocols: { http: { endpoint } } } },
    exporters: {
      otlp_http: { traces_endpoint: sink.url, encoding: "json", compression: "none" },
    },
    service: {
      telemetry: { metrics: { level: "none" } },
      pipelines: { traces: { receivers: ["otlp"], exporters: ["otlp_http"] } },
    },
  };
  const file = join(folder, "collector.yaml");
  // YAML contains JSON.
  writeFileSync(file, JSON.stringify(configuration));
  const collector = start(program, ["--config", `file:${file}`], {});
  await until(() => collector.printed.stderr.includes("Everything is ready"), collector);
  return {
    url: `http://${endpoint}`,
    spans: async (): Promise<{ spans: CollectedSpan[]; text: string }> => {
      await stop(collector);
      sink.close();
      const text = sink.taken.map(({ body }) => body).join("\n");
      return { spans: sink.taken.flatMap(({ body }) => spansIn(JSON.parse(body))), text };
    },
  };
}

interface Exported {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<CollectedSpan, "attributes"> & {
        readonly attributes: readonly Attribute[];
      })[];
    }[];
  }[];
}

const spansIn = ({ resourceSpans }: Exported): CollectedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ attributes, ...span }) => ({
        ...span,
        attributes: toRecord(attributes),
        resource: toRecord(resource.attributes),
      })),
    ),
  );
