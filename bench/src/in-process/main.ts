// Does one kind of work in rounds, as its parent asks. Argument: a Work as JSON.
import { performance } from "node:perf_hooks";
import { readFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { build, type Context, findKey, getItem } from "@asbuilt/core";
import { openDatabase } from "@asbuilt/node/database";
import { plainBuild } from "../plain/build.ts";
import { plainGenealogy } from "../plain/genealogy.ts";
import { plainHistory } from "../plain/history.ts";
import { plainReads } from "../plain/reads.ts";
import { openNative } from "../plain/statements.ts";
import { pickAssembly, pickBatch, pickItem, pickMostBuilt } from "../plant/deep.ts";
import { adminKey, appOn, requester } from "../plant/requester.ts";
import { buildBody, pickBuild, picker, type Units } from "../plant/workload.ts";
import type { Recording } from "../recording/record.ts";

/** What to do: by the service's own functions, or with the engine alone. */
export interface Work {
  readonly by: "service" | "native" | "app";
  readonly verb: "build" | "get" | "asBuilt" | "recall" | "history" | "longHistory";
  /** How many at once: of native builds, how many share a commit. */
  readonly together: number;
  readonly path: string;
  readonly recordingPath: string;
  readonly units: Units;
}

type Pick = (below: number) => number;
/** Does the work until a time has come; answers how often. */
type Run = (pick: Pick, end: number) => Promise<number>;

/** Of which items the history is asked. */
const historyPicks: Partial<Record<Work["verb"], (pick: Pick) => string>> = {
  history: pickItem,
  longHistory: pickMostBuilt,
};

const work = JSON.parse(process.argv[2]!) as Work;
const hash = createHash("sha256").update(adminKey).digest("hex");

async function serviceRun({ verb, together, path, units }: Work): Promise<Run> {
  const { executor } = openDatabase({ url: `file:${path}` });
  const principal = await findKey(executor, hash);
  if (!principal) throw new Error("The plant does not know the benchmark's key.");
  const context: Context = { executor, principal, requestId: "bench", now: Date.now };
  const once = (pick: Pick): Promise<unknown> => {
    if (verb === "get") return getItem(context, pick(2 * units) + 1);
    const { parentSerialNo, childSerialNo } = buildBody(pickBuild(pick, units));
    const receive = { receiveAtPointOfConsumption: false };
    return build(context, { parentSerialNo, childSerialNo, builtQty: 1_000_000, ...receive });
  };
  return atOnce(together, once);
}

/** The whole app without a socket: what a process can do when nothing comes between. */
function appRun({ verb, path, units, together }: Work): Run {
  const { executor } = openDatabase({ url: `file:${path}` });
  const send = requester(appOn(executor));
  return atOnce(together, (pick) => {
    if (verb === "asBuilt") {
      return send("POST", "/api/Genealogy/AsBuilt", { visualSerialNo: pickAssembly(pick) });
    }
    if (verb === "recall")
      return send("POST", "/api/Genealogy/Recall", { batchNo: pickBatch(pick) });
    return send("GET", `/api/MaterialItem/Get/${pick(2 * units) + 1}`);
  });
}

const atOnce =
  (together: number, once: (pick: Pick) => Promise<unknown>): Run =>
  async (pick, end) => {
    let done = 0;
    const drive = async () => {
      while (performance.now() < end) {
        await once(pick);
        done++;
      }
    };
    await Promise.all(Array.from({ length: together }, drive));
    return done;
  };

function nativeRun({ verb, together, path, recordingPath, units }: Work): Run {
  const database = openNative(path);
  const recording = JSON.parse(readFileSync(recordingPath, "utf8")) as Recording;
  const keyId = (
    database.prepare("select id from api_key where hash = ?").get(hash) as { id: number }
  ).id;
  if (verb === "asBuilt" || verb === "recall") {
    const plain = plainGenealogy(database);
    return atOnce(1, async (pick) =>
      verb === "asBuilt" ? plain.asBuilt(pickAssembly(pick)) : plain.recall(pickBatch(pick)),
    );
  }
  const pickLogged = historyPicks[verb];
  if (pickLogged) {
    const { ofItem } = plainHistory(database);
    return atOnce(1, async (pick) => ofItem(pickLogged(pick)));
  }
  if (verb === "get") {
    const { rowById } = plainReads(database, recording, keyId);
    return async (pick, end) => {
      let done = 0;
      for (; performance.now() < end; done++) rowById(pick(2 * units) + 1);
      return done;
    };
  }
  const buildOne = plainBuild(database, recording.build, keyId);
  const [begin, commit] = ["BEGIN IMMEDIATE", "COMMIT"].map((sql) => database.prepare(sql));
  return async (pick, end) => {
    let done = 0;
    while (performance.now() < end) {
      begin!.run();
      for (let i = 0; i < together; i++) buildOne(buildBody(pickBuild(pick, units)));
      commit!.run();
      done += together;
    }
    return done;
  };
}

const runs = { service: serviceRun, native: nativeRun, app: appRun };
const run = await runs[work.by](work);

process.on("message", ({ seconds, seed }: { seconds: number; seed: number }) => {
  void round(seconds, seed);
});
process.on("disconnect", () => process.exit());

async function round(seconds: number, seed: number): Promise<void> {
  const before = process.cpuUsage();
  const start = performance.now();
  const done = await run(picker(seed), start + seconds * 1000);
  const elapsedMs = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  process.send!({ rate: (done / elapsedMs) * 1000, cpuUs: (user + system) / done });
}

process.send!("ready");
