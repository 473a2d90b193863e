import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { plainReceive } from "../plain/import.ts";
import { plainBuild } from "../plain/build.ts";
import { plainGenealogy } from "../plain/genealogy.ts";
import { plainHistory } from "../plain/history.ts";
import { plainReads } from "../plain/reads.ts";
import { openNative } from "../plain/statements.ts";
import {
  type Pick,
  pickAssembly,
  pickBatch,
  pickItem,
  pickMostBuilt,
} from "../plant/assemblies.ts";
import { buildBody, pickBuild } from "../plant/workload.ts";
import type { Recorded } from "../recording/listening.ts";
import type { Recording } from "../recording/record.ts";
import { runConcurrently, keyHash, type Run, type Work } from "./work.ts";

/** The items whose history each verb reads. */
const historyPicks: Partial<Record<Work["verb"], (pick: Pick) => string>> = {
  history: pickItem,
  longHistory: pickMostBuilt,
};

/** Returns the work of the engine alone. */
export function nativeRun({ verb, concurrency, path, recordingPath, units }: Work): Run {
  const database = openNative(path);
  if (verb === "list") return listing(database, recordingPath);
  const recording = JSON.parse(readFileSync(recordingPath, "utf8")) as Recording;
  const keyId = (
    database.prepare("select id from api_key where hash = ?").get(keyHash) as { id: number }
  ).id;
  if (verb === "asBuilt" || verb === "recall") {
    const plain = plainGenealogy(database);
    return runConcurrently(1, async (pick) =>
      verb === "asBuilt" ? plain.asBuilt(pickAssembly(pick)) : plain.recall(pickBatch(pick)),
    );
  }
  const pickLogged = historyPicks[verb];
  if (pickLogged) {
    const { ofItem } = plainHistory(database);
    return runConcurrently(1, async (pick) => ofItem(pickLogged(pick)));
  }
  if (verb === "get") {
    const { rowById } = plainReads(database, recording, keyId);
    return async (pick, end) => {
      let done = 0;
      for (; performance.now() < end; done++) rowById(pick(2 * units) + 1);
      return done;
    };
  }
  const work =
    verb === "receiveMany"
      ? receiving(plainReceive(database, recording.receive))
      : building(plainBuild(database, recording.build, keyId), units);
  const [begin, commit] = ["BEGIN IMMEDIATE", "COMMIT"].map((sql) => database.prepare(sql));
  return async (pick, end) => {
    let done = 0;
    while (performance.now() < end) {
      begin!.run();
      for (let i = 0; i < concurrency; i++) work(pick);
      commit!.run();
      done += concurrency;
    }
    return done;
  };
}

/** Reads the rows of one recorded list. */
function listing(database: ReturnType<typeof openNative>, recordingPath: string): Run {
  const { sql, params } = JSON.parse(readFileSync(recordingPath, "utf8")) as Recorded;
  const list = database.prepare(sql).raw();
  return runConcurrently(1, async () => list.all(params));
}

const building =
  (buildOne: ReturnType<typeof plainBuild>, units: Work["units"]) =>
  (pick: Pick): void => {
    buildOne(buildBody(pickBuild(pick, units)));
  };

function receiving(receiveOne: ReturnType<typeof plainReceive>): () => void {
  let received = 0;
  return () => {
    const number = received++;
    receiveOne(`received-${String(number).padStart(27, "0")}`, `BATCH-${number}`);
  };
}
