import { describe, expect, test } from "vitest";
import { type PastLink, Stays } from "../../src/genealogy/stays.ts";

const [match, mid, top, other] = [1, 2, 3, 4];
const always = null;

/** A build of a child into a parent, from one time to another. */
const built = (from: number, to: number, at: number, until: number | null = always): PastLink => [
  2 * at,
  from,
  to,
  0,
  at,
  at,
  until,
  until,
];
const moved = (from: number, to: number, at: number): PastLink => [
  2 * at + 1,
  from,
  to,
  1,
  at,
  at,
  null,
  null,
];

/** Follows links in an order. Returns which of them led a match further than known. */
const followed = (stays: Stays, links: readonly PastLink[]) =>
  links.map((link) => stays.follow(link));

describe("a build", () => {
  test("passes a match on while it is built in", () => {
    const stays = new Stays([match]);
    expect(followed(stays, [built(match, mid, 10, 20), built(mid, top, 15, 30)])).toEqual([
      true,
      true,
    ]);
    expect([stays.endOf(match), stays.endOf(mid), stays.endOf(top)]).toEqual([undefined, 20, 20]);
  });

  test("ends with the Remove that came first", () => {
    const stays = new Stays([match]);
    followed(stays, [built(match, mid, 10, 40), built(mid, top, 15, 30)]);
    expect(stays.endOf(top)).toBe(30);
  });

  test("passes nothing on before the match is in its child, or after it was taken out", () => {
    const stays = new Stays([match]);
    followed(stays, [built(match, mid, 10, 20)]);
    expect(followed(stays, [built(mid, top, 1, 10), built(mid, other, 20)])).toEqual([
      false,
      false,
    ]);
  });

  test("has no end while anything of it is left", () => {
    const stays = new Stays([match]);
    followed(stays, [built(match, mid, 10, 20), built(match, mid, 30)]);
    expect(stays.endOf(mid)).toBeUndefined();
  });

  test("counts once, and again where it was longer than known", () => {
    const stays = new Stays([match]);
    const short = built(match, mid, 10, 20);
    expect(followed(stays, [short, short, built(match, mid, 15, 25), short])).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(stays.endOf(mid)).toBe(25);
  });

  test("tells apart two times with a break between them", () => {
    const stays = new Stays([match]);
    followed(stays, [built(match, mid, 10, 20), built(match, mid, 30, 40)]);
    expect(followed(stays, [built(mid, top, 22, 28)])).toEqual([false]);
    expect(followed(stays, [built(mid, top, 19, 50)])).toEqual([true]);
    expect(stays.endOf(top)).toBe(40);
  });
});

describe("a transfer", () => {
  test("passes on what is there at its moment, to what is built from the part later", () => {
    const stays = new Stays([match]);
    followed(stays, [built(match, mid, 10, 30), moved(mid, top, 20)]);
    expect(stays.endOf(top)).toBe(30);
    expect(followed(stays, [built(top, other, 15)])).toEqual([false]);
    expect(followed(stays, [built(top, other, 25)])).toEqual([true]);
    expect(stays.endOf(other)).toBe(30);
  });

  test("passes nothing on before the match was built in, or after it was taken out", () => {
    const stays = new Stays([match]);
    followed(stays, [built(match, mid, 10, 30)]);
    expect(followed(stays, [moved(mid, top, 5), moved(mid, top, 35)])).toEqual([false, false]);
  });

  test("of a match itself leaves it there permanently", () => {
    const stays = new Stays([match]);
    followed(stays, [moved(match, mid, 10), moved(mid, top, 20)]);
    expect(stays.endOf(top)).toBeUndefined();
    expect(followed(stays, [moved(mid, other, 5)])).toEqual([false]);
  });
});
