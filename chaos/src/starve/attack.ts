// Takes as much of a service as one client can, until its input ends; then prints the outcome as
// JSON. Argument: an AttackOrder as JSON.
import { once } from "node:events";
import { Agent, type ClientRequest, type IncomingMessage, request } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

export type AttackName = keyof typeof attacks;

/** An attack on a service of this machine. */
export interface AttackOrder {
  readonly attack: AttackName;
  readonly port: number;
  /** Valid keys of the attackers. */
  readonly keys: readonly string[];
  /** The attack lasts at least until this number of responses has come. */
  readonly answersMin: number;
}

/** The responses to an attack. */
export interface AttackOutcome {
  readonly byStatus: Readonly<Record<number, number>>;
  /** The refusals with 429 or 503 that have no number of seconds in `Retry-After`. */
  readonly withoutRetryAfter: number;
  /** The silent connections that get a response in the end. */
  readonly open: number;
}

/** The line that is printed when the attack has begun. */
export const begun = "begun\n";

/** The address of the attackers. The victim has the first one, 127.0.0.1. */
const attackersAddress = "127.0.0.2";
const victimsAddress = "127.0.0.1";

const listsCount = 200;
const bodiesCount = 66;
const bodyBytes = 1_000_000;
const connectionsCount = 4096;
const guessersCount = 64;
const streamsCount = 50;

const byStatus: Record<number, number> = {};
let withoutRetryAfter = 0;
const attackers = { areEnding: false };
const silent = new Set<Socket>();

interface Sending {
  readonly key: string;
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string | number>>;
  readonly localAddress?: string;
  readonly agent?: Agent;
}

/** Sends a request whose body can be incomplete. Resolves with the response, before its body. */
function send(
  port: number,
  { key, path, body, headers = {}, localAddress = attackersAddress, agent }: Sending,
): Promise<IncomingMessage | undefined> {
  const { promise, resolve } = Promise.withResolvers<IncomingMessage | undefined>();
  const sent: ClientRequest = request({
    host: "127.0.0.1",
    port,
    path,
    method: body === undefined ? "GET" : "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json", ...headers },
    localAddress,
    agent: agent ?? false,
  });
  sent.on("response", (answer) => {
    const { statusCode = 0, headers: got } = answer;
    byStatus[statusCode] = (byStatus[statusCode] ?? 0) + 1;
    const isRefused = statusCode === 429 || statusCode === 503;
    if (isRefused && !/^[1-9]\d*$/.test(got["retry-after"] ?? "")) withoutRetryAfter++;
    resolve(answer.on("error", () => {}));
  });
  sent.on("error", () => resolve(undefined));
  if (body !== undefined) sent.write(body);
  const declared = Number(headers["Content-Length"] ?? Number.NaN);
  if (body === undefined || declared === body.length) sent.end();
  return promise;
}

const list = { path: "/api/MaterialItem/List", body: "{}", headers: { "Content-Length": 2 } };

/** Repeats work until the end, in that many places together. Resolves when each has begun. */
async function repeat(places: number, work: (place: number) => Promise<void>): Promise<void> {
  const begin = async (place: number) => {
    const first = work(place);
    void repeatAfter(first, () => work(place));
    // A request that the service lets wait has begun, too.
    await Promise.race([first, wait(200)]);
  };
  await Promise.all(Array.from({ length: places }, (_, place) => begin(place)));
}

async function repeatAfter(first: Promise<void>, work: () => Promise<void>): Promise<void> {
  await first;
  while (!attackers.areEnding) await work();
}

/** Resolves when a response or a connection is closed, for whatever reason. */
const isOver = (of: IncomingMessage | Socket) =>
  new Promise<void>((resolve) => of.once("close", resolve));

/** Begins a list and reads nothing of it. A refused one is sent again as the refusal says. */
const openList = (port: number, key: string) => async () => {
  const answer = await send(port, { key, ...list });
  if (answer?.statusCode === 200) await isOver(answer);
  else await readToEnd(answer);
};

/** Reads a response. After a refusal it waits for as long as most refusals say. */
async function readToEnd(answer: IncomingMessage | undefined): Promise<void> {
  if (answer) await isOver(answer.resume());
  if (answer?.statusCode !== 200) await wait(1000);
}

const attacks = {
  /** One key's client opens lists and reads none of them. */
  "unread lists": ({ port, keys }: AttackOrder) => repeat(listsCount, openList(port, keys[0]!)),

  /** The clients of fifty keys read lists as fast as they can. */
  "lists of 50 keys": ({ port, keys }: AttackOrder) =>
    repeat(listsCount, async (place) =>
      readToEnd(await send(port, { key: keys[place % keys.length]!, ...list })),
    ),

  /** Bodies of one key and one address, whose last byte never comes. */
  bodies: ({ port, keys }: AttackOrder) =>
    repeat(bodiesCount, async () => {
      const headers = { "Content-Length": bodyBytes };
      const body = " ".repeat(bodyBytes - 1);
      const answer = await send(port, { ...list, key: keys[0]!, body, headers });
      await readToEnd(answer);
    }),

  /** Connections of one address that send nothing. A closed one is opened again after a second. */
  connections: ({ port }: AttackOrder) =>
    repeat(connectionsCount, async () => {
      const socket = connect({ host: "127.0.0.1", port, localAddress: attackersAddress });
      silent.add(socket.on("error", () => {}).resume());
      await isOver(socket);
      silent.delete(socket);
      await wait(1000);
    }),

  /** Wrong keys from the address of the victim. */
  "bad keys": ({ port }: AttackOrder) => {
    const agent = new Agent({ keepAlive: true, maxSockets: guessersCount });
    return repeat(guessersCount, async () => {
      const key = `ab_${Math.random()}${Math.random()}`;
      const path = "/api/MaterialItem/Get/1";
      const answer = await send(port, { key, path, localAddress: victimsAddress, agent });
      if (answer) await isOver(answer.resume());
    });
  },

  /** Event streams of one key that begin at the first event. */
  streams: ({ port, keys }: AttackOrder) =>
    repeat(streamsCount, async () => {
      const headers = { "Last-Event-ID": "0" };
      await readToEnd(await send(port, { key: keys[0]!, path: "/api/Event/Stream", headers }));
    }),
};

/** Returns the number of responses that have come. */
const answered = () => Object.values(byStatus).reduce((sum, count) => sum + count, 0);

/** Returns whether the service serves a connection, and has not closed it. */
async function isServed(socket: Socket): Promise<boolean> {
  socket.write("GET /healthz HTTP/1.1\r\nHost: plant\r\n\r\n");
  const isAnswered = new Promise<boolean>((resolve) => socket.once("data", () => resolve(true)));
  return Promise.race([isAnswered, isOver(socket).then(() => false)]);
}

if (import.meta.main) {
  const order = JSON.parse(process.argv[2]!) as AttackOrder;
  await attacks[order.attack](order);
  process.stdout.write(begun);
  await once(process.stdin.resume(), "end");
  while (answered() < order.answersMin) await wait(20);
  attackers.areEnding = true;
  const served = await Promise.all([...silent].map(isServed));
  const open = served.filter(Boolean).length;
  const outcome: AttackOutcome = { byStatus, withoutRetryAfter, open };
  process.stdout.write(JSON.stringify(outcome), () => process.exit());
}
