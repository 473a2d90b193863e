import { build, type Context, findKeys, getItem } from "@asbuilt/core";
import { openDatabase } from "@asbuilt/node/database";
import { type Pick, pickAssembly, pickBatch } from "../plant/assemblies.ts";
import { appOn, requester, type Send } from "../plant/requester.ts";
import { buildBody, pickBuild, receiveBody } from "../plant/workload.ts";
import { listPath } from "../recording/listed.ts";
import { batchLines, runConcurrently, keyHash, type Run, type Work } from "./work.ts";

/** Returns work that calls the verbs of core. */
export async function serviceRun({ verb, concurrency, path, units }: Work): Promise<Run> {
  const { executor } = openDatabase({ url: `file:${path}` });
  const [principal] = await findKeys(executor, [keyHash]);
  if (!principal) throw new Error("The plant has no key of the benchmark.");
  const context: Context = { executor, principal, requestId: "bench", now: Date.now };
  const runVerb = (pick: Pick): Promise<unknown> => {
    if (verb === "get") return getItem(context, pick(2 * units) + 1);
    const { parentSerialNo, childSerialNo } = buildBody(pickBuild(pick, units));
    const receive = { receiveAtPointOfConsumption: false };
    return build(context, { parentSerialNo, childSerialNo, builtQty: 1_000_000, ...receive });
  };
  return runConcurrently(concurrency, runVerb);
}

/** Returns work that calls the whole app without a socket. */
export function appRun({ verb, path, units, concurrency, body }: Work): Run {
  const { executor } = openDatabase({ url: `file:${path}` });
  const send = requester(appOn(executor));
  if (verb === "buildMany" || verb === "receiveMany") return batchRun(send, verb, units);
  return runConcurrently(concurrency, (pick) => {
    if (verb === "asBuilt") {
      return send("POST", "/api/Genealogy/AsBuilt", { visualSerialNo: pickAssembly(pick) });
    }
    if (verb === "recall")
      return send("POST", "/api/Genealogy/Recall", { batchNo: pickBatch(pick) });
    if (verb === "list") return send("POST", listPath, body);
    if (verb === "dispatch") return dispatchAndReturn(send, pickAssembly(pick));
    return send("GET", `/api/MaterialItem/Get/${pick(2 * units) + 1}`);
  });
}

/** Returns work that sends batches, and counts their lines. */
function batchRun(send: Send, verb: "buildMany" | "receiveMany", units: number): Run {
  let received = 0;
  const lines = (pick: Pick) =>
    Array.from({ length: batchLines }, () =>
      verb === "buildMany" ? buildBody(pickBuild(pick, units)) : receiveBody(`BATCH-${received++}`),
    );
  const [method, path] =
    verb === "buildMany"
      ? (["PUT", "/api/Build/BuildMany"] as const)
      : (["POST", "/api/MaterialItem/ReceiveMany"] as const);
  const run = runConcurrently(1, (pick) =>
    send(method, path, { lines: lines(pick), atomic: true }),
  );
  return async (pick, end) => (await run(pick, end)) * batchLines;
}

/** Dispatches an assembly, for which its contents are checked, and returns it for the next time. */
async function dispatchAndReturn(send: Send, visualSerialNo: string): Promise<void> {
  const comment = "For a measurement";
  const passing = { allowIncomplete: true, comment };
  await send("PUT", "/api/MaterialItem/Dispatch", { visualSerialNo, ...passing });
  await send("PUT", "/api/MaterialItem/Return", { visualSerialNo, comment });
}
