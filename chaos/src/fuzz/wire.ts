import { once } from "node:events";
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import type { Operation } from "./document.ts";

/** A request as it goes out. */
export interface Sent {
  readonly operation: Operation;
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer | undefined;
}

/** What came back, as it came. */
export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly ms: number;
}

/** A request that has no answer in this time hangs. */
const answerMsMax = 15_000;

/** Sends requests to one service over one connection, one after the other. */
export class Wire {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });
  private readonly address: string;

  constructor(address: string) {
    this.address = address;
  }

  /** The answer; fails where the connection is closed without one, or none comes in time. */
  async send({ method, path, headers, body }: Sent): Promise<Received> {
    const { hostname, port, host } = new URL(this.address);
    const has = (header: string) => headers.some(([name]) => name === header);
    const all = [
      ...(has("Host") ? [] : [["Host", host]]),
      ...headers,
      ...(body && !has("Transfer-Encoding") ? [["Content-Length", String(body.length)]] : []),
    ];
    const start = performance.now();
    const asked = request({
      hostname,
      port,
      method,
      path,
      // In pairs, so that a header can stand twice.
      headers: all.flat(),
      agent: this.agent,
      signal: AbortSignal.timeout(answerMsMax),
    });
    asked.end(body);
    // The first argument of the event is the answer.
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    const encoding = answer.headers["content-encoding"];
    const text = decompressed(await bodyBytesOf(answer), encoding).toString();
    const ms = performance.now() - start;
    return { status: answer.statusCode ?? 0, headers: fetchHeaders(answer.headers), text, ms };
  }

  close(): void {
    this.agent.destroy();
  }
}

/** The body; a stream of events goes on for ever: it is left as soon as it is there. */
async function bodyBytesOf(answer: IncomingMessage): Promise<Buffer> {
  if (!answer.headers["content-type"]?.startsWith("text/event-stream")) return buffer(answer);
  answer.destroy();
  return Buffer.alloc(0);
}

/** A body as it was before it was encoded for the way. */
function decompressed(bytes: Buffer, encoding: string | undefined): Buffer {
  if (encoding === "gzip") return gunzipSync(bytes);
  if (encoding === "br") return brotliDecompressSync(bytes);
  return encoding === "zstd" ? zstdDecompressSync(bytes) : bytes;
}

const fetchHeaders = (headers: IncomingHttpHeaders): Headers =>
  new Headers(
    Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
  );

/** The request as one line for a shell. */
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
