import { expect, test } from "vitest";
import { newTurns } from "../../src/database/turns.ts";

const soon = () => performance.now() + 50;
const inAWhile = () => performance.now() + 10_000;
const settled = () => new Promise(setImmediate);

test("so many turns are taken at a time, and the next in order", async () => {
  const turns = newTurns(2);
  const begun: string[] = [];
  const take = async (name: string, isFirst = false) => {
    const turn = await turns.take(inAWhile(), isFirst);
    begun.push(name);
    return turn!;
  };
  const [first, second] = [await take("first"), await take("second")];
  const [third, fourth] = [take("third"), take("before others", true)];
  await settled();
  expect(begun).toEqual(["first", "second"]);
  first.leave();
  // Who has left leaves no more.
  first.leave();
  await settled();
  expect(begun.slice(2)).toEqual(["before others"]);
  second.leave();
  await settled();
  expect(begun.slice(3)).toEqual(["third"]);
  for (const turn of [await third, await fourth]) turn.leave();
  const [fifth, sixth] = [await take("fifth"), await take("sixth")];
  const seventh = take("seventh");
  await settled();
  expect(begun.slice(4)).toEqual(["fifth", "sixth"]);
  fifth.leave();
  (await seventh).leave();
  sixth.leave();
});

test("a turn that does not come in time is not waited for, and is another's", async () => {
  const turns = newTurns(1);
  const first = (await turns.take(inAWhile()))!;
  const late = turns.take(soon());
  const third = turns.take(inAWhile());
  expect(await late).toBeUndefined();
  first.leave();
  expect(await third).toBeDefined();
});

test("whoever has a turn in time takes nobody's place in the queue when that time is over", async () => {
  const turns = newTurns(1);
  const first = (await turns.take(inAWhile()))!;
  const second = turns.take(soon());
  first.leave();
  const held = (await second)!;
  const third = turns.take(performance.now() + 1000);
  await new Promise((resolve) => setTimeout(resolve, 60));
  held.leave();
  expect(await third).toBeDefined();
});

test("who leaves for a while takes its turn again before those who wait, or not at all", async () => {
  const turns = newTurns(1);
  const latest = soon();
  const first = (await turns.take(latest))!;
  const second = turns.take(inAWhile());
  const third = turns.take(inAWhile());
  first.leave();
  const again = first.takeAgain();
  (await second)!.leave();
  expect(await again).toBe(true);
  first.leave();
  expect(await third).toBeDefined();
  expect(await first.takeAgain()).toBe(false);
});
