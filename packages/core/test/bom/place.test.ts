import { describe, expect, test } from "vitest";
import {
  checkPlace,
  type PlaceNamed,
  type PlaceRequest,
  pointerOfLevel,
  versionName,
  wantedNames,
} from "../../src/bom/place.ts";
import { noFaults } from "../../src/rules/id-and-name.ts";

const fields = {
  ids: { product: "productID", bom: "bomID", version: "bomVersionID" },
  names: { product: "product", bom: "bom", version: "version" },
};
const none = { product: undefined, bom: undefined, version: undefined };
const place = (
  [product, bom, version]: readonly [number, number, number],
  names: readonly [string, string, string],
): PlaceNamed => ({
  ids: { product, bom, version },
  names: { product: names[0], bom: names[1], version: names[2] },
});
const stored = place([1, 2, 3], ["Pump", "Main", "1.0"]);
const other = place([4, 5, 6], ["Fan", "Side", "2.0"]);
const request = (sent: {
  ids?: Partial<PlaceNamed["ids"]>;
  names?: Partial<PlaceNamed["names"]>;
}): PlaceRequest => ({
  stored,
  sent: { ids: { ...none, ...sent.ids }, names: { ...none, ...sent.names } },
  isSameName: (left, right) => left.toLowerCase() === right.toLowerCase(),
  fields,
});

test("a version is named by its number, if it has one", () => {
  expect(versionName(undefined)).toBeUndefined();
  expect(versionName({ major: 2, minor: 0 })).toBe("2.0");
  expect(versionName({ major: 0, minor: 0 })).toBe("0.0");
  expect(versionName({ major: null, minor: 0 })).toBeNull();
  expect(versionName({ major: 2, minor: null })).toBeNull();
});

describe("the place that is wanted", () => {
  const wanted = (sent: Parameters<typeof request>[0]) => {
    const faults = noFaults();
    const names = wantedNames(request(sent), [stored, other], faults);
    return [Object.values(names), faults.missing];
  };

  test("is the stored one, where nothing is sent", () => {
    expect(wanted({})).toEqual([["Pump", "Main", "1.0"], []]);
  });

  test("has the names that are sent, and those of a changed id at its level and above", () => {
    expect(wanted({ names: { bom: "Side" } })).toEqual([["Pump", "Side", "1.0"], []]);
    expect(wanted({ ids: { bom: 5 } })).toEqual([["Fan", "Side", "1.0"], []]);
    expect(wanted({ ids: { version: 6 }, names: { bom: "Main" } })).toEqual([
      ["Fan", "Side", "2.0"],
      [],
    ]);
    expect(wanted({ ids: { product: 4 } })).toEqual([["Fan", "Main", "1.0"], []]);
  });

  test("can't have an id that no place has", () => {
    expect(wanted({ ids: { bom: 9, version: 8 } })).toEqual([
      ["Pump", "Main", "1.0"],
      [
        { pointer: "/bomVersionID", detail: "No BoM version has the id 8." },
        { pointer: "/bomID", detail: "No BoM has the id 9." },
      ],
    ]);
  });

  test("of a new record has only what is sent", () => {
    const fresh = { ...request({ names: { product: "Fan" } }), stored: undefined };
    expect(wantedNames(fresh, [], noFaults())).toEqual({ ...none, product: "Fan" });
  });
});

describe("a contradiction", () => {
  const contradicting = (sent: Parameters<typeof request>[0]) => {
    const faults = noFaults();
    checkPlace(request(sent), other, faults);
    return faults.contradictions.map(({ pointer }) => pointer);
  };

  test.for<[sent: Parameters<typeof request>[0], pointers: readonly string[]]>([
    [{ names: { bom: "Other" } }, []],
    [{ ids: { version: 6 } }, []],
    [{ ids: { version: 6, bom: 5, product: 4 } }, []],
    [{ ids: { version: 6, bom: 9 } }, ["/bomVersionID", "/bomID"]],
    [{ ids: { version: 6 }, names: { bom: "SIDE" } }, []],
    [{ ids: { version: 6 }, names: { bom: "main" } }, []],
    [{ ids: { version: 6 }, names: { bom: "Third" } }, ["/bomVersionID", "/bom"]],
    [{ ids: { version: 6 }, names: { version: "1.0", product: "Pump" } }, []],
  ])("of %j is at %j", ([sent, pointers]) => {
    expect(contradicting(sent)).toEqual(pointers);
  });
});

describe("the field at fault", () => {
  test.for<[sent: Parameters<typeof request>[0], level: "product" | "bom" | "version", string]>([
    [{ ids: { product: 4, version: 6 } }, "product", "/productID"],
    [{ ids: { product: 4, version: 6 } }, "bom", "/productID"],
    [{ ids: { product: 4, version: 6 } }, "version", "/bomVersionID"],
    [{ ids: { version: 6 } }, "product", "/bomVersionID"],
    [{ names: { product: "Fan" } }, "version", "/product"],
    [{ names: { product: "Fan", bom: "Side" } }, "version", "/bom"],
    [{}, "version", "/version"],
  ])("of %j for the %s is %s", ([sent, level, pointer]) => {
    expect(pointerOfLevel(request(sent), level)).toBe(pointer);
  });
});
