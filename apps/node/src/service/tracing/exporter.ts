import { type DiagLogger, diag, DiagLogLevel } from "@opentelemetry/api";
import { ExportResultCode, getNumberFromEnv, getStringFromEnv } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { BatchSpanProcessor, type SpanExporter } from "@opentelemetry/sdk-trace";
import type { LogEntry } from "@asbuilt/http";
import { errorLineOf } from "../../terminal/messages.ts";

type Log = (entry: LogEntry) => void;

const protocol = "http/protobuf";

/** A failure is logged once in this time at most, also if every second export succeeds. */
const failureEveryMs = 60_000;

/** Runs work that reads the environment, and logs the warnings of OpenTelemetry's modules meanwhile. */
export function withWarnings<Result>(log: Log, work: () => Result): Result {
  const ignored = () => {};
  const logger: DiagLogger = {
    error: ignored,
    warn: (reason) => log({ level: "warn", message: "A setting of tracing is ignored.", reason }),
    info: ignored,
    debug: ignored,
    verbose: ignored,
  };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  try {
    return work();
  } finally {
    // Later warnings repeat what the export reports.
    diag.disable();
  }
}

/** Returns a processor that sends spans in batches to where the environment says. */
export function configuredProcessor(log: Log): BatchSpanProcessor {
  const wanted =
    getStringFromEnv("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL") ??
    getStringFromEnv("OTEL_EXPORTER_OTLP_PROTOCOL") ??
    protocol;
  if (wanted !== protocol) diag.warn(`OTEL_EXPORTER_OTLP_PROTOCOL: only ${protocol} is supported.`);
  return new BatchSpanProcessor({
    exporter: reporting(new OTLPTraceExporter(), log),
    ...positive("scheduledDelayMillis", "OTEL_BSP_SCHEDULE_DELAY"),
    ...positive("exportTimeoutMillis", "OTEL_BSP_EXPORT_TIMEOUT"),
    ...positive("maxQueueSize", "OTEL_BSP_MAX_QUEUE_SIZE"),
    ...positive("maxExportBatchSize", "OTEL_BSP_MAX_EXPORT_BATCH_SIZE"),
  });
}

/** Returns a setting with the number of a variable; none if it is not set, or can't be used. */
function positive(setting: string, variable: string): Readonly<Record<string, number>> {
  const number = getNumberFromEnv(variable);
  if (number === undefined) return {};
  if (number > 0) return { [setting]: number };
  diag.warn(`${variable}: a number above 0.`);
  return {};
}

/** Reports the first of several exports that fail, and the next that succeeds. */
function reporting(exporter: SpanExporter, log: Log): SpanExporter {
  let isReported = false;
  let reportedAt = -Infinity;
  const note = (error: Error | undefined) => {
    if (error === undefined) {
      if (isReported) log({ level: "info", message: "Spans are exported again." });
      isReported = false;
    } else if (!isReported && performance.now() - reportedAt >= failureEveryMs) {
      log({ level: "warn", message: "Spans were not exported.", reason: errorLineOf(error) });
      isReported = true;
      reportedAt = performance.now();
    }
  };
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const { code, error = new Error("The collector refused them.") } = result;
        note(code === ExportResultCode.SUCCESS ? undefined : error);
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}
