// Serves only the app, on a file, with or without sealing.
// Arguments: database, port, `sealed` or `not sealed`.
import { openDatabase } from "@asbuilt/node/database";
import { repeat } from "@asbuilt/node/background";
import { sealingOf } from "@asbuilt/node/sealing";
import { serve } from "@hono/node-server";
import { sealer } from "../plant/workload.ts";
import { appOn } from "../plant/requester.ts";

const [path, port, isSealed] = process.argv.slice(2);
const location = { url: `file:${path}` };
const database = openDatabase(location);
if (isSealed === "sealed") {
  const configuration = { database: location, sealKey: undefined, trustedSealKeys: [sealer] };
  const sealing = await sealingOf(configuration, database);
  repeat(1000, () => sealing!.seal(), console.error);
}
serve({ fetch: appOn(database.executor).fetch, port: Number(port), hostname: "127.0.0.1" });
