import { bookmarkHeader } from "@asbuilt/contract";
import { type Bindings, workerApp } from "@asbuilt/worker/app";
import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, inject, vi } from "vitest";
import { checkAnswer } from "../plants/check-answer.ts";
import { fillStatements } from "../plants/fill.ts";
import { laggingD1 } from "../plants/lagging-d1.ts";
import { type Answer, answerOf, requestOf, type Requests, requestsBy } from "../plants/requests.ts";

const [primary, replica] = [env["DB0"]!, env["DB1"]!];
export const database = laggingD1(primary, replica);
export const keys = inject("plantKeys");
const ASSETS = { fetch: () => Promise.resolve(new Response(null, { status: 404 })) };

/** Starts an isolate of the Worker: two of them share nothing but the database. */
export function isolate(more: Partial<Bindings> = {}): Isolate {
  const app = workerApp({ DB: database, ASSETS, ASBUILT_READS: "nearest", ...more });
  const requests = requestsBy(async (method, path, body, options = {}) => {
    const request = requestOf(`http://plant.test${path}`, method, body, {
      key: keys.admin,
      ...options,
    });
    const answer = await answerOf(await app.request(request));
    checkAnswer(method, path, answer);
    return answer;
  });
  return { ...requests, fetch: async (request) => app.request(request) };
}

export interface Isolate extends Requests {
  /** Sends a request whose response the test reads as it arrives. */
  fetch(request: Request): Promise<Response>;
}

export const bookmarkIn = ({ headers }: Answer) => headers.get(bookmarkHeader);
/** The options of a request that has read this before. */
export const having = (answer: Answer) => ({ headers: { [bookmarkHeader]: bookmarkIn(answer)! } });

const others = { key: keys.viewer };

export const locations = (by: Requests, options: object = {}) =>
  by.post("/api/Location/List", {}, options);
export const place = (by: Requests, suid = by.unique("L"), options: object = {}) =>
  by.put("/api/Location/Upsert", { suid, name: suid }, options);
export const namesIn = ({ body }: Answer): string[] =>
  body.map(({ suid }: { suid: string }) => suid);

/** The clock of the isolates, which stands still: the speed of a machine decides nothing. */
let passedMs = 1e6;
export const pass = (ms: number): void => void (passedMs += ms);

beforeAll(async () => {
  for (const one of [primary, replica]) {
    await applyD1Migrations(one, inject("migrations"));
    const rows = fillStatements(inject("templateRows"));
    await one.batch(rows.map(({ sql, args }) => one.prepare(sql).bind(...args)));
  }
});
beforeEach(() => {
  vi.spyOn(console, "info").mockReturnValue();
  vi.spyOn(performance, "now").mockImplementation(() => passedMs);
  Object.assign(database, { lag: 0, isDown: false });
});
afterEach(() => void vi.restoreAllMocks());

export const lastSeq = async () =>
  (await primary.prepare("select max(seq) as seq from change_log").first<number>("seq"))!;

/** Returns what the databases answered during some work. */
export async function answeredIn(work: () => Promise<unknown>) {
  const before = { ...database.answered };
  await work();
  const { primary: atPrimary, replica: atReplica } = database.answered;
  return { primary: atPrimary - before.primary, replica: atReplica - before.replica };
}

/** Two isolates that know the key already, and a replica that is behind by 3 commits. */
export async function behind() {
  const [one, other] = [isolate(), isolate()];
  for (let commit = 0; commit < 3; commit++) await place(one);
  for (const by of [one, other]) {
    await locations(by);
    await locations(by, others);
  }
  database.lag = 3;
  return { one, other };
}
