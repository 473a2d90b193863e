import type { LogEntry } from "@asbuilt/http";
import { pino } from "pino";

/** How many bytes wait while standard error takes none, as on a full disk: more are dropped. */
const mostWaiting = 1_048_576;

/** Writes log entries as JSON lines to standard error; standard output is for what is asked for. */
export function logger(level: string): (entry: LogEntry) => void {
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

/** How long what was logged last may take to be read once all else has ended. */
const lastReadMs = 500;

let isOver = false;

/** Ends the process, which else waited for whoever reads standard error, though that be for ever. */
export function endUnread(): void {
  const end = () => {
    isOver = true;
    process.exit();
  };
  setTimeout(end, lastReadMs).unref();
}

/** Standard error, which may take nothing for a while, as a file on a full disk: that ends nobody. */
function standardError() {
  const stream = pino.destination({ dest: 2, maxLength: mostWaiting });
  let isTaken = true;
  // Pino's own listener would throw.
  stream.removeAllListeners("error").on("error", () => (isTaken = false));
  stream.on("write", () => (isTaken = true));
  // Called as the process ends, it would try again for ever.
  const flush = stream.flushSync.bind(stream);
  stream.flushSync = () => {
    if (isTaken && !isOver) flush();
  };
  return stream;
}
