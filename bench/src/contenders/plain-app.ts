// The service's app on a file without all that it does beside answering. Arguments: database, port.
import { openDatabase } from "@asbuilt/node/database";
import { serve } from "@hono/node-server";
import { appOn } from "../plant/requester.ts";

const [path, port] = process.argv.slice(2);
const { executor } = openDatabase({ url: `file:${path}` });
serve({ fetch: appOn(executor).fetch, port: Number(port), hostname: "127.0.0.1" });
