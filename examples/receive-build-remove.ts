// Receives a lot, builds from it into an item of a works order, removes one piece again, and builds
// the lines of a batch. Needs Node 22.18 or later, which runs TypeScript:
//   ASBUILT_URL=http://127.0.0.1:3000 ASBUILT_KEY=... node examples/receive-build-remove.ts
import { type Client, ProblemError } from "@asbuilt/client";
import { run } from "./run.ts";
import { startPump } from "./start-pump.ts";

/** Follows one lot of seals. Throws a ProblemError if the service refuses a request. */
async function receiveBuildRemove(asbuilt: Client): Promise<void> {
  const { pumpSerialNo, sealName } = await startPump(asbuilt);

  const lot = await asbuilt.materialItemReceive({
    body: { productName: sealName, visualSerialNo: `${sealName} lot 1`, qty: 25 },
  });
  console.log(`Received ${lot.actualQty} as ${lot.visualSerialNo}`);

  const parts = { parentSerialNo: pumpSerialNo, childSerialNo: lot.visualSerialNo };
  const built = await asbuilt.buildBuild({
    body: { ...parts, builtQty: 2, receiveAtPointOfConsumption: false },
    // After a lost response, repeating the request with this key does not build twice.
    idempotencyKey: `${pumpSerialNo}: seals`,
  });
  console.log(`Built ${built.qty} into ${built.parent.visualSerialNo}`);
  console.log(`Left in the lot: ${built.child.actualQty}`);

  const removed = await asbuilt.buildRemove({
    body: { ...parts, removeQty: 1, reasonSUID: "REWORK", comments: "Fitted the wrong way round" },
  });
  console.log(`Removed ${removed.qty}; left in the lot: ${removed.child.actualQty}`);

  try {
    await asbuilt.buildRemove({ body: { ...parts, removeQty: 5, reasonSUID: "REWORK" } });
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.code !== "not_built") throw error;
    console.log(`Refused: ${error.problem.detail}`);
  }

  const line = { ...parts, receiveAtPointOfConsumption: false };
  // A line with another system's reference takes effect once, in any batch.
  const externalRef = { system: "ERP", id: `${pumpSerialNo}: seal 2` };
  const lines = [
    { ...line, builtQty: 1, externalRef },
    { ...line, builtQty: 9 },
  ];
  for (const when of ["first", "again"]) {
    const { results } = await asbuilt.buildBuildMany({ body: { lines } });
    for (const result of results) {
      const outcome = result.answer
        ? `left ${result.answer.child.actualQty}`
        : result.problem?.code;
      console.log(`Line ${result.line}, ${when}: ${result.status}, ${outcome}`);
    }
  }
}

await run(receiveBuildRemove);
