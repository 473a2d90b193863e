import { expect, test } from "vitest";
import * as z from "zod";
import { isTrivial, secretFields } from "../src/pin.ts";
import { jsonBodyOf, operations } from "../src/routes.ts";

test.for([
  "000000",
  "999999",
  "123456",
  "890123",
  "987654",
  "321098",
  "121212",
  "1212121",
  "123123",
  "12312312",
])("%s is a trivial PIN", (pin) => expect(isTrivial(pin)).toBe(true));

test.for(["480217", "112233", "123457", "121213", "100000", "135791", "246802"])(
  "%s is none",
  (pin) => expect(isTrivial(pin)).toBe(false),
);

test("each field that is written only is a secret one, which no hash of a body covers", () => {
  const found = operations.flatMap((route) => {
    const body = jsonBodyOf(route);
    if (!body) return [];
    const document = z.toJSONSchema(body.schema, { io: "input", unrepresentable: "any" });
    return Object.entries(document.properties ?? {}).flatMap(([name, field]) =>
      typeof field === "object" && field.writeOnly === true ? name : [],
    );
  });
  expect(new Set(found)).toEqual(secretFields);
});
