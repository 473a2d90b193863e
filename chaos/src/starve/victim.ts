import { type Agent, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";

/** The requests of a client while others attack. */
export interface Victim {
  /** Returns the key of the next request. */
  readonly keyOf: () => Promise<string>;
  /** The connection that was open before; without it, each request has a new one. */
  readonly connection: Agent | undefined;
  /** The bytes of the body of a list, instead of the read of one item. */
  readonly bodyBytes?: number;
}

/** Between two requests, as if an operator scanned at a few hundred times the usual speed. */
const pauseMs = 3;

/** Sends one request after another for some time. Returns the milliseconds that each took. */
export async function timesOf(victim: Victim, port: number, forMs: number): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + forMs;
  do {
    const key = await victim.keyOf();
    const begin = performance.now();
    const { statusCode, body } = await sendOne(victim, port, key);
    times.push(performance.now() - begin);
    if (statusCode !== 200) throw new Error(`The victim got ${statusCode}: ${body}`);
    await wait(pauseMs);
  } while (performance.now() < end);
  return times;
}

async function sendOne(
  { bodyBytes, connection }: Victim,
  port: number,
  key: string,
): Promise<{ statusCode: number | undefined; body: string }> {
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  const path = bodyBytes ? "/api/Location/List" : "/api/MaterialItem/Get/1";
  const method = bodyBytes ? "POST" : "GET";
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sent = request({
    host: "127.0.0.1",
    port,
    path,
    method,
    headers,
    agent: connection ?? false,
  });
  sent.once("response", resolve).once("error", reject);
  sent.end(bodyBytes ? "{}".padEnd(bodyBytes) : undefined);
  const answer = await promise;
  return { statusCode: answer.statusCode, body: await text(answer) };
}

/** Returns the time that 99 of 100 requests do not exceed. */
export function p99Of(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) * 0.99)]!;
}
