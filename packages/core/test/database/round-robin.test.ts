import { expect, test } from "vitest";
import { newRoundRobin } from "../../src/database/round-robin.ts";

const settled = () => new Promise(setImmediate);

/** Passes of an event loop that run only when the test says so. */
function passes() {
  let due: (() => void)[] = [];
  const soon = (work: () => void) => void due.push(work);
  const pass = async () => {
    const now = due;
    due = [];
    for (const work of now) work();
    await settled();
  };
  return { soon, pass, isIdle: () => due.length === 0 };
}

test("one part runs in each pass, of the owners in rotation", async () => {
  const { soon, pass, isIdle } = passes();
  const { wait, waiting } = newRoundRobin(soon);
  const ran: string[] = [];
  const read = (owner: number, part: string) => void wait(owner).then(() => ran.push(part));
  for (const part of ["1a", "1b", "1c", "1d"]) read(1, part);
  read(2, "2a");
  read(2, "2b");
  read(3, "3a");
  await settled();
  expect(ran).toEqual([]);
  const order = ["1a", "2a", "3a", "1b", "2b", "1c", "1d"];
  for (let count = 1; count <= order.length; count++) {
    await pass();
    expect(ran).toEqual(order.slice(0, count));
    expect(waiting()).toBe(order.length - count);
  }
  expect(isIdle()).toBe(true);
});

test("up to 8 first parts run in one pass, and a further part runs alone", async () => {
  const { soon, pass, isIdle } = passes();
  const { wait } = newRoundRobin(soon);
  const ran: string[] = [];
  const read = (owner: number, part: string, isFirst: boolean) =>
    void wait(owner, isFirst).then(() => ran.push(part));
  for (let part = 1; part <= 7; part++) read(1, `1.${part}`, true);
  for (let part = 1; part <= 2; part++) read(2, `2.${part}`, true);
  read(3, "further", false);
  read(4, "4.1", true);
  const passesOf = [
    ["1.1", "2.1"],
    ["further"],
    ["4.1", "1.2", "2.2", "1.3", "1.4", "1.5", "1.6", "1.7"],
  ];
  for (const expected of passesOf) {
    await pass();
    expect(ran.splice(0)).toEqual(expected);
  }
  for (let part = 1; part <= 9; part++) read(1, `again ${part}`, true);
  await pass();
  expect(ran.splice(0)).toHaveLength(8);
  await pass();
  expect(ran).toEqual(["again 9"]);
  expect(isIdle()).toBe(true);
});

test("an owner that comes later waits for one part of each other owner, not for all of them", async () => {
  const { soon, pass } = passes();
  const { wait } = newRoundRobin(soon);
  const ran: number[] = [];
  /** Reads without end. */
  const read = async (owner: number) => {
    for (;;) {
      await wait(owner);
      ran.push(owner);
    }
  };
  for (let list = 0; list < 200; list++) void read(1);
  for (let count = 0; count < 10; count++) await pass();
  void read(2);
  for (let count = 0; count < 6; count++) await pass();
  expect(ran.slice(10)).toEqual([1, 2, 1, 2, 1, 2]);
});
