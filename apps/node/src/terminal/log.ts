import type { LogEntry } from "@asbuilt/http";
import { pino } from "pino";

/** The bytes of the log that can wait while standard error accepts nothing; more are dropped. */
const logBytesMax = 1_048_576;

/** Returns a log that writes JSON lines to standard error: standard output is for results. */
export function newLog(level: string): (entry: LogEntry) => void {
  const log = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    standardError(),
  );
  return ({ level: severity, message, error, ...details }) =>
    log[severity](error === undefined ? details : { ...details, err: error }, message);
}

/** How long a reader has for the last log lines after everything else has ended. */
const lastLinesMs = 500;

let isEnding = false;

/** Ends the process, which would otherwise wait, maybe forever, for a reader of standard error. */
export function endUnread(): void {
  const end = () => {
    isEnding = true;
    process.exit();
  };
  setTimeout(end, lastLinesMs).unref();
}

/** Returns standard error. If it accepts nothing for a while, the process continues anyway. */
function standardError() {
  const stream = pino.destination({ dest: 2, maxLength: logBytesMax });
  let isAccepting = true;
  // Pino's own listener would throw.
  stream.removeAllListeners("error").on("error", () => (isAccepting = false));
  stream.on("write", () => (isAccepting = true));
  // Pino calls it when the process ends: on a full disk it would retry forever.
  const flush = stream.flushSync.bind(stream);
  stream.flushSync = () => {
    if (isAccepting && !isEnding) flush();
  };
  return stream;
}
