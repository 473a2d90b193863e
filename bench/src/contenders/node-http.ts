// A hand-written server on node:http, with one commit per request.
// Arguments: database, recording, port.
import { readFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { plainBuild, type PlainBuild } from "../plain/build.ts";
import { Refused } from "../plain/item-record.ts";
import { plainReads } from "../plain/reads.ts";
import { openNative } from "../plain/statements.ts";
import type { Recording } from "../recording/record.ts";

const [path, recordingPath, port] = process.argv.slice(2);
const database = openNative(path!);
// The benchmark wrote this file.
const recording = JSON.parse(readFileSync(recordingPath!, "utf8")) as Recording;

const keyByHash = database.prepare("select id from api_key where hash = ?");
const keyIds = new Map<string, number>();

function keyIdOf({ headers: { authorization = "" } }: IncomingMessage): number {
  const known = keyIds.get(authorization);
  if (known !== undefined) return known;
  const [scheme, key = ""] = authorization.split(" ");
  const hash = createHash("sha256").update(key).digest("hex");
  const found = keyByHash.get(hash) as { id: number } | undefined;
  if (scheme !== "Bearer" || !found) throw new Refused(401, "The key is unknown.");
  keyIds.set(authorization, found.id);
  return found.id;
}

// The statements are prepared for the only key that the benchmark uses.
let verbs: { build: (input: PlainBuild) => object; reads: ReturnType<typeof plainReads> };
function verbsOf(request: IncomingMessage) {
  const keyId = keyIdOf(request);
  verbs ??= {
    build: plainBuild(database, recording.build, keyId),
    reads: plainReads(database, recording, keyId),
  };
  return verbs;
}

function buildInTransaction(request: IncomingMessage, body: PlainBuild): object {
  const { parentSerialNo, childSerialNo, builtQty } = body;
  if (typeof parentSerialNo !== "string" || typeof childSerialNo !== "string") {
    throw new Refused(400, "The serials must be text.");
  }
  if (typeof builtQty !== "number" || !(builtQty > 0))
    throw new Refused(400, "builtQty must be above 0.");
  const { build } = verbsOf(request);
  begin.run();
  try {
    const built = build(body);
    commit.run();
    return built;
  } catch (error) {
    rollback.run();
    throw error;
  }
}
const begin = database.prepare("BEGIN IMMEDIATE");
const commit = database.prepare("COMMIT");
const rollback = database.prepare("ROLLBACK");

const get = "/api/MaterialItem/Get/";

function resultOf(request: IncomingMessage, text: string): object {
  const url = request.url!;
  if (request.method === "GET" && url.startsWith(get)) {
    return verbsOf(request).reads.get(Number(url.slice(get.length))) ?? [];
  }
  const body: unknown = JSON.parse(text);
  switch (url) {
    case "/api/Build/Build":
      return buildInTransaction(request, body as PlainBuild);
    case "/api/MaterialItem/List":
      return verbsOf(request).reads.items((body as { orderNo: string }).orderNo);
    case "/api/BomSlot/List":
      return verbsOf(request).reads.slots((body as { Product: string }).Product);
    default:
      throw new Refused(404, "There is nothing here.");
  }
}

function sendJson(response: ServerResponse, status: number, value: object): void {
  const body = JSON.stringify(value);
  response.writeHead(status, {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body),
  });
  response.end(body);
}

function handle(request: IncomingMessage, response: ServerResponse, text: string): void {
  try {
    sendJson(response, 200, resultOf(request, text));
  } catch (error) {
    const status = error instanceof Refused ? error.status : 500;
    sendJson(response, status, { detail: String(error) });
  }
}

const server = createServer((request, response) => {
  if (request.method === "GET") return handle(request, response, "");
  let text = "";
  request.setEncoding("utf8");
  request.on("data", (part: string) => (text += part));
  request.on("end", () => handle(request, response, text));
});
server.listen(Number(port), "127.0.0.1", () => process.stdout.write("listening\n"));
