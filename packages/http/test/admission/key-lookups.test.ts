import { expect, test } from "vitest";
import { keyLookUps } from "../../src/admission/key-lookups.ts";

const settled = () => new Promise(setImmediate);

/** Looks up keys in reads that end when the test says so. The key `valid` has a principal. */
function setUp() {
  const principal = { keyId: 1, userId: 2, role: "viewer" } as const;
  const reads: { hashes: readonly string[]; end: () => void; fail: () => void }[] = [];
  const lookUp = keyLookUps(
    (hashes) =>
      new Promise((resolve, reject) => {
        const end = () => resolve(hashes.map((hash) => (hash === "valid" ? principal : undefined)));
        reads.push({ hashes, end, fail: () => reject(new Error("Connection lost")) });
      }),
  );
  return { lookUp, reads, principal };
}

test("a valid key among 60 wrong ones of its address is found by the second read", async () => {
  const { lookUp, reads, principal } = setUp();
  const first = lookUp("wrong", "192.0.2.1");
  const others = Array.from({ length: 59 }, (_, at) => lookUp(`wrong ${at}`, "192.0.2.1"));
  const valid = lookUp("valid", "192.0.2.1");
  await settled();
  expect(reads.map(({ hashes }) => hashes.length)).toEqual([1]);
  reads[0]!.end();
  expect(await first).toBeUndefined();
  await settled();
  expect(reads.map(({ hashes }) => hashes.length)).toEqual([1, 60]);
  reads[1]!.end();
  expect(await valid).toEqual(principal);
  expect(await Promise.all(others)).toEqual(others.map(() => undefined));
});

test("an address has one read at a time, of at most 64 keys, and no other address waits for it", async () => {
  const { lookUp, reads, principal } = setUp();
  const flood = Array.from({ length: 130 }, (_, at) => lookUp(`wrong ${at}`, "192.0.2.1"));
  const valid = lookUp("valid", "192.0.2.2");
  await settled();
  expect(reads.map(({ hashes }) => hashes.length)).toEqual([1, 1]);
  reads[1]!.end();
  expect(await valid).toEqual(principal);
  for (const at of [0, 2, 3, 4]) {
    reads[at]!.end();
    await settled();
  }
  expect(reads.map(({ hashes }) => hashes.length)).toEqual([1, 1, 64, 64, 1]);
  await Promise.all(flood);
});

test("a read that fails refuses those that waited for it, and the next one reads again", async () => {
  const { lookUp, reads, principal } = setUp();
  const waiting = [lookUp("wrong", "192.0.2.1"), lookUp("valid", "192.0.2.1")];
  reads[0]!.fail();
  const outcomes = await Promise.allSettled(waiting);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  const again = lookUp("valid", "192.0.2.1");
  await settled();
  reads[1]!.end();
  expect(await again).toEqual(principal);
});
