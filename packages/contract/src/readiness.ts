import * as z from "zod";
import { record } from "./fields.ts";
import { okResponse } from "./responses.ts";
import { memoized, schema, type Infer } from "./schema.ts";

const ReadinessPart = schema("ReadinessPart", "The state of a part of the service.", () =>
  z.object({
    state: z.enum(["ok", "behind", "failing", "off"]).meta({
      description: "`behind`: it is late. `off`: it is not configured.",
    }),
    detail: record.text().optional().meta({ description: "The reason, unless it is `ok`." }),
  }),
);

const part = (description: string) => ReadinessPart().meta({ description });

const ReadinessParts = schema("ReadinessParts", "The parts that the service needs.", () =>
  z.object({
    database: part("Whether the database can be read: `ok` or `failing`."),
    writes: part("Whether the database accepted the last write: `ok` or `failing`."),
    seal: part("Whether new changes are sealed. `behind`: one has waited for over two minutes."),
    webhooks: part("Whether events reach the active webhooks: `ok`, `failing` or `off`."),
  }),
);

const Readiness = schema(
  "Readiness",
  "Whether the service can do its work, and the state of each part that it needs.",
  () =>
    z.object({
      status: z.enum(["ready", "read-only", "untrusted", "unavailable"]).meta({
        description:
          "`read-only`: the database accepted no write the last time, or only its replicas can be " +
          "read. `untrusted`: the record does " +
          "not follow its kept anchor. `unavailable`: the database can't be read. The last two " +
          "have the HTTP status 503.",
      }),
      detail: record.text().optional().meta({ description: "The reason, unless it is `ready`." }),
      parts: ReadinessParts().meta({ description: "The state of each part." }),
    }),
);

export type ReadinessRecord = Infer<typeof Readiness>;

const ok = { state: "ok" };

/** The check of the service by monitors and proxies. It needs no key. */
export const readinessRoute = {
  operationId: "readiness",
  method: "get" as const,
  path: "/readyz",
  tags: ["Health"],
  summary: "Whether the service can do its work, and if not, why",
  description: "Needs no key.",
  responses: memoized(() => ({
    200: okResponse(Readiness(), "It can serve requests.", {
      status: "ready",
      parts: {
        database: ok,
        writes: ok,
        seal: ok,
        webhooks: { state: "failing", detail: "Events were not delivered. See Webhook/List." },
      },
    }),
    400: { description: "The request is not valid HTTP. The response has no body." },
    503: okResponse(Readiness(), "It can't serve requests, or its record is not trusted.", {
      status: "unavailable",
      detail: "The database can't be read.",
      parts: {
        database: { state: "failing", detail: "The database can't be read." },
        writes: { state: "failing", detail: "The database can't be read." },
        seal: { state: "failing", detail: "The database can't be read." },
        webhooks: { state: "failing", detail: "The database can't be read." },
      },
    }),
  })),
};
