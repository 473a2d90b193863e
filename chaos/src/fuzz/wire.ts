import { once } from "node:events";
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import type { Operation } from "./document.ts";

/** A request as it is sent. */
export interface Sent {
  readonly operation: Operation;
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer | undefined;
}

/** A response as received. */
export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly ms: number;
}

/** The longest wait for a response, in milliseconds. A later one counts as a hang. */
const answerMsMax = 120_000;

/** Sends requests to one service over one connection, one after the other. */
export class Wire {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });
  private readonly address: string;

  constructor(address: string) {
    this.address = address;
  }

  /** Returns the response. Throws if the connection closes without one or none comes in time. */
  async send({ method, path, headers, body }: Sent): Promise<Received> {
    const { hostname, port, host } = new URL(this.address);
    const has = (header: string) => headers.some(([name]) => name === header);
    const all = [
      ...(has("Host") ? [] : [["Host", host]]),
      ...headers,
      ...(body && !has("Transfer-Encoding") ? [["Content-Length", String(body.length)]] : []),
    ];
    const start = performance.now();
    const outgoing = request({
      hostname,
      port,
      method,
      path,
      // As a list of pairs, a header can occur twice.
      headers: all.flat(),
      agent: this.agent,
      signal: AbortSignal.timeout(answerMsMax),
    });
    outgoing.end(body);
    // The first argument of the event is the response.
    const [answer] = (await once(outgoing, "response")) as [IncomingMessage];
    const encoding = answer.headers["content-encoding"];
    const text = decompressed(await bodyBytesOf(answer), encoding).toString();
    const ms = performance.now() - start;
    return { status: answer.statusCode ?? 0, headers: fetchHeaders(answer.headers), text, ms };
  }

  close(): void {
    this.agent.destroy();
  }
}

/** Returns the body. A stream of events never ends, so it is closed without reading. */
async function bodyBytesOf(answer: IncomingMessage): Promise<Buffer> {
  if (!answer.headers["content-type"]?.startsWith("text/event-stream")) return buffer(answer);
  answer.destroy();
  return Buffer.alloc(0);
}

/** Decompresses a body. */
function decompressed(bytes: Buffer, encoding: string | undefined): Buffer {
  if (encoding === "gzip") return gunzipSync(bytes);
  if (encoding === "br") return brotliDecompressSync(bytes);
  return encoding === "zstd" ? zstdDecompressSync(bytes) : bytes;
}

const fetchHeaders = (headers: IncomingHttpHeaders): Headers =>
  new Headers(
    Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
  );

/** Writes a request as one line for a shell. */
export function curlOf({ method, path, headers, body }: Sent, address: string): string {
  const words = ["curl", "-si", "--path-as-is", "-X", method];
  for (const [name, value] of headers) words.push("-H", value ? `${name}: ${value}` : `${name};`);
  if (body) words.push("--data-binary", isText(body) ? body.toString() : "@-");
  const line = [...words, address + path].map(shellQuoted).join(" ");
  const bytes = body && !isText(body) ? `printf %s ${body.toString("base64")} | base64 -d | ` : "";
  return bytes + line;
}

const isText = (body: Buffer) => Buffer.from(body.toString()).equals(body) && !body.includes(0);
const shellQuoted = (word: string) =>
  /^[\w./:=-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
