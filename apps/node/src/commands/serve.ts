import { readConfiguration } from "../configuration.ts";
import { logger } from "../log.ts";
import { startService } from "../serve.ts";
import { firstKey, readyDatabase } from "../setup.ts";

/** `asbuilt serve`: migrates, seeds an empty database, serves, and stops on a signal. */
export async function serve(): Promise<void> {
  const configuration = readConfiguration(process.env);
  const database = await readyDatabase(
    configuration,
    configuration.seed,
    logger(configuration.logLevel),
  );
  const key = await firstKey(database, configuration);
  const service = await startService(configuration, database);
  process.stdout.write(greeting(service.address, key));
  let stopping: Promise<void> | undefined;
  const stop = () => {
    // A terminal and a parent process may both pass the signal on: one stop is enough.
    stopping ??= service.stop();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
}

/** What the demo plant can build, as `seed/demo` has it. */
const demoBuild = {
  parentSerialNo: "PUMP-0002",
  childSerialNo: "SEAL-LOT-1",
  builtQty: 1,
  receiveAtPointOfConsumption: false,
};

const greeting = (address: string, key: string | undefined) => `
asbuilt serves at  ${address}
API reference      ${address}/docs
${key === undefined ? "Key                the one that was printed first, or ASBUILT_ADMIN_KEY" : `Administrator key  ${key}  (printed this once)`}

Build a child into a parent of the demo plant:

  curl -X PUT ${address}/api/Build/Build \\
    -H 'Authorization: Bearer ${key ?? "'$ASBUILT_ADMIN_KEY'"}' \\
    -H 'Content-Type: application/json' \\
    -d '${JSON.stringify(demoBuild)}'

`;
