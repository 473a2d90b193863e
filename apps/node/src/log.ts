import type { LogEntry } from "@asbuilt/http";
import { pino } from "pino";

/** Writes log entries as JSON lines to standard error; standard output is for what is asked for. */
export function logger(level: string): (entry: LogEntry) => void {
  const log = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    pino.destination(2),
  );
  return ({ level: severity, message, error, ...details }) =>
    log[severity](error === undefined ? details : { ...details, err: error }, message);
}
