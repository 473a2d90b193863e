import type { LogEntry } from "@asbuilt/http";
import { readConfiguration } from "../configuration.ts";
import { endUnread, logger } from "../terminal/log.ts";
import { type Service, startService } from "../service/serve.ts";
import { firstKey, hasDemo, readyDatabase } from "../service/setup.ts";

/**
 * `asbuilt serve`: migrates, seeds an empty database, serves, and stops on a signal, or once it must
 * not go on with the database.
 */
export async function serve(): Promise<void> {
  const configuration = readConfiguration(process.env);
  const { adminKey, seed, logLevel } = configuration;
  const log = logger(logLevel);
  const database = await readyDatabase(configuration, seed, log);
  let service: Service | undefined;
  try {
    service = await startService(configuration, database);
    const stop = stopOnSignal(service.stop);
    void endOnceOver(service, log, stop);
    // Made once it listens: a key that nobody was told would be lost.
    const made = adminKey === undefined ? await firstKey(database) : undefined;
    const key = adminKey === undefined ? madeKey(made) : keyOf("ASBUILT_ADMIN_KEY");
    const isDemo = seed === "demo" && (await hasDemo(database));
    const lost =
      made === undefined ? "" : ", nor its key: make another key with: asbuilt key create";
    // It goes on serving where others would end.
    process.stdout.removeAllListeners("error").on("error", (error) => {
      log({ level: "error", message: `The greeting could not be printed${lost}`, error });
    });
    process.stdout.write(greeting(service.address, key, isDemo));
  } catch (error) {
    await (service ? service.stop() : database.close());
    throw error;
  }
}

/** Stops on a signal; answers how to stop without one. */
function stopOnSignal(stop: () => Promise<void>): () => void {
  let stopping: Promise<void> | undefined;
  // A terminal and a parent process may both pass the signal on: one stop is enough.
  const once = () => {
    stopping ??= stop().then(endUnread);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, once);
  return once;
}

async function endOnceOver(
  { over }: Service,
  log: (entry: LogEntry) => void,
  stop: () => void,
): Promise<void> {
  const reason = await over;
  log({ level: "error", message: `${reason}: this one ends.` });
  process.exitCode = 1;
  stop();
}

/** What the greeting says of the key, and how a shell names it. */
interface KeyToTell {
  readonly told: string;
  readonly inShell: string;
}

const keyOf = (variable: string): KeyToTell => ({
  told: `the value of ${variable}`,
  inShell: `$${variable}`,
});

const makeAnother =
  "npm run --silent asbuilt -- key create --user Administrator --role operator --name shell";

const madeKey = (key: string | undefined): KeyToTell =>
  key === undefined
    ? {
        told: `the one that the first start printed, or a new one:

  export ASBUILT_KEY=$(${makeAnother})`,
        inShell: "$ASBUILT_KEY",
      }
    : { told: `${key}  (an administrator's, printed this once)`, inShell: key };

/** What the demo plant can build, as `seed/demo` has it. */
const demoBuild = {
  parentSerialNo: "PUMP-0002",
  childSerialNo: "SEAL-LOT-1",
  builtQty: 1,
  receiveAtPointOfConsumption: false,
};

const greeting = (address: string, { told, inShell }: KeyToTell, isDemo: boolean) => `
asbuilt serves at  ${address}
API reference      ${address}/docs
Key                ${told}
${isDemo ? demoGreeting(address, inShell) : ""}
`;

const demoGreeting = (address: string, key: string) => `
Build a seal into a pump of the demo plant:

  curl -X PUT ${address}/api/Build/Build \\
    -H "Authorization: Bearer ${key}" \\
    -H "Content-Type: application/json" \\
    -d '${JSON.stringify(demoBuild)}'
`;
