import { createApp } from "@asbuilt/http";
import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";

const plant = await openPlant();

const path = "/api/Product/List";
const bodyBytesMax = 1_048_576;

/** A body without fields, of exactly this number of bytes. */
const blank = (bytes: number) => `{${" ".repeat(bytes - 2)}}`;
const nested = (depth: number) => `{"ID":${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`;

describe("the size of a body", () => {
  test("is at most 1 MiB", async () => {
    expect((await plant.post(path, blank(bodyBytesMax))).status).toBe(200);
    const answer = await plant.post(path, blank(bodyBytesMax + 1));
    expect(answer).toMatchObject({ status: 413, body: { code: "too_large" } });
  });

  test("is the declared one, if the client declares too much", async () => {
    const headers = { "Content-Length": String(bodyBytesMax + 1) };
    expect((await plant.post(path, "{}", { headers })).status).toBe(413);
  });
});

describe("bodies that come slowly", () => {
  const service = createApp({
    executor: plant.database.executor,
    now: () => Date.now(),
    log: () => {},
    asset: () => Promise.resolve(undefined),
  });
  const send = async (body: ReadableStream<Uint8Array> | string, key = plant.keys.admin) => {
    const { status, headers } = await service.request(path, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body,
      duplex: "half",
    } as RequestInit);
    return { status, retryAfter: headers.get("Retry-After") };
  };
  const bytesOf = (text: string) => new TextEncoder().encode(text);
  const slowly = () => new TransformStream<Uint8Array, Uint8Array>();
  const answered = { status: 200, retryAfter: null };

  const refused = { status: 503, retryAfter: "1" };
  const newKey = async () => {
    const sent = { name: plant.unique("sender"), user: "viewer", role: "viewer" };
    return (await plant.done("post", "/api/ApiKey/Create", sent)).key as string;
  };

  test("take at most 64 MiB; small bodies are served at the same time, and all bodies afterwards", async () => {
    const { viewer, operator, engineer, admin } = plant.keys;
    const senders = [viewer, operator, engineer, admin];
    const another = await newKey();
    const coming = Array.from({ length: 64 }, slowly);
    const answers = coming.map(({ readable }, body) => send(readable, senders[body % 4]));
    const writers = coming.map(({ writable }) => writable.getWriter());
    for (const writer of writers) await writer.write(bytesOf(blank(bodyBytesMax)));
    expect(await send(blank(bodyBytesMax), another)).toEqual(refused);
    expect(await send("{}", another)).toEqual(answered);
    for (const writer of writers) await writer.close();
    expect(await Promise.all(answers)).toEqual(coming.map(() => answered));
    expect(await send(blank(bodyBytesMax), another)).toEqual(answered);
  });

  test("take at most 16 MiB of one key, and those of other keys are read", async () => {
    const [one, other] = [await newKey(), await newKey()];
    const coming = Array.from({ length: 16 }, slowly);
    const answers = coming.map(({ readable }) => send(readable, one));
    const writers = coming.map(({ writable }) => writable.getWriter());
    for (const writer of writers) await writer.write(bytesOf(blank(bodyBytesMax)));
    expect(await send(blank(bodyBytesMax), one)).toEqual(refused);
    expect(await send("{}", one)).toEqual(answered);
    expect(await send(blank(bodyBytesMax), other)).toEqual(answered);
    for (const writer of writers) await writer.close();
    expect(await Promise.all(answers)).toEqual(coming.map(() => answered));
    expect(await send(blank(bodyBytesMax), one)).toEqual(answered);
  });

  test("take nothing once they are broken off", async () => {
    for (let round = 0; round < 65; round++) {
      const { readable, writable } = slowly();
      const answer = send(readable);
      const writer = writable.getWriter();
      await writer.write(bytesOf(blank(bodyBytesMax)));
      await writer.abort(new Error("The client has left."));
      expect(await answer).toMatchObject({ status: 400 });
    }
  });
});

describe("the media type", () => {
  test.each(["application/json", "application/json; charset=utf-8", "Application/JSON"])(
    "%s is read",
    async (type) => {
      const answer = await plant.post(path, "{}", { headers: { "Content-Type": type } });
      expect(answer.status).toBe(200);
    },
  );

  test.each(["text/plain", "application/x-www-form-urlencoded", "application/jsonp", null])(
    "%s is refused",
    async (type) => {
      const bytes = new TextEncoder().encode("{}");
      const answer = await plant.post(path, bytes, { headers: { "Content-Type": type } });
      expect(answer).toMatchObject({ status: 415, body: { code: "unsupported_media_type" } });
    },
  );
});

test.each(["gzip", "br"])("a body that is compressed as %s is refused", async (coding) => {
  const answer = await plant.post(path, "{}", { headers: { "Content-Encoding": coding } });
  expect(answer).toMatchObject({ status: 415, body: { code: "unsupported_media_type" } });
});

test.each([
  ["nothing", "", ""],
  ["half an object", '{"ID":', "/ID"],
  ["two values", "{}{}", ""],
  ["a comment", "{/**/}", ""],
  ["a trailing comma", '{"ID":1,}', ""],
  ["single quotes", "{'ID':1}", ""],
  ["a key twice", '{"ID":1,"ID":1}', "/ID"],
  ["the key __proto__", '{"__proto__":{}}', "/__proto__"],
  ["NUL", String.raw`{"Name":"a\u0000"}`, "/Name"],
  ["a lone surrogate", String.raw`{"Name":"\ud800"}`, "/Name"],
  ["an integer past 2^53", '{"ID":9007199254740993}', "/ID"],
  ["more digits than are kept", '{"ID":0.12345678901234567890}', "/ID"],
  ["depth 33", nested(33), `/ID${"/0".repeat(31)}`],
  ["90,000 unknown keys", `{${Array.from({ length: 90_000 }, (_, n) => `"${n}":0`).join()}}`, ""],
  ["a byte order mark", "\ufeff{}", ""],
])("a body with %s is refused as malformed", async (_what, body, pointer) => {
  const answer = await plant.post(path, new TextEncoder().encode(body));
  expect(answer).toMatchObject({ status: 400, body: { code: "malformed_body" } });
  expect(answer.body.errors).toHaveLength(1);
  expect(answer.body.errors[0].pointer).toBe(pointer);
});

test("a body that is not UTF-8 is refused as malformed", async () => {
  const answer = await plant.post(path, new Uint8Array([0x7b, 0xff, 0x7d]));
  expect(answer).toMatchObject({ status: 400, body: { code: "malformed_body" } });
});

test.each([
  ["an array", "[]", ""],
  ["null", "null", ""],
  ["a text", '"ID"', ""],
  ["an unknown field", '{"Nonsense":1}', "/Nonsense"],
  ["one field in two spellings", '{"ID":1,"i_d":1}', "/i_d"],
  ["a value of another type", '{"ID":"1"}', "/ID"],
  ["depth 32", nested(32), "/ID"],
])("a body with %s breaks the contract", async (_what, body, pointer) => {
  const answer = await plant.post(path, body);
  expect(answer).toMatchObject({ status: 400, body: { code: "validation_failed" } });
  expect(answer.body.errors.map((error: { pointer: string }) => error.pointer)).toEqual([pointer]);
});

test("an unknown field is refused with the nearest known one", async () => {
  const { body } = await plant.put("/api/Product/Upsert", { ProductTyp: "General" });
  expect(body.errors[0]).toEqual({
    pointer: "/ProductTyp",
    detail: "Unknown field. Did you mean ProductType?",
  });
});

test("an unknown field hides no other fault of the body", async () => {
  const { body } = await plant.put("/api/Location/Upsert", { isActive: "maybe", colour: "red" });
  expect(body.errors).toEqual([
    { pointer: "/colour", detail: "Unknown field." },
    { pointer: "/isActive", detail: "Must be true or false." },
    { pointer: "/name", detail: "name or suid is required." },
  ]);
  const meant = await plant.put("/api/Location/Upsert", { nome: "Bay", isActive: "maybe" });
  expect(meant.body.errors).toEqual([
    { pointer: "/nome", detail: "Unknown field. Did you mean name?" },
    { pointer: "/isActive", detail: "Must be true or false." },
  ]);
});

test("a field is recognized in any case and with any spaces, underscores and hyphens", async () => {
  const { Name } = await plant.product();
  for (const key of ["name", "NAME", "Na me", "n_a_m_e", "N-ame"]) {
    expect((await plant.post(path, { [key]: Name })).body, key).toMatchObject([{ Name }]);
  }
});

test.each([
  ["?limit=0", "limit"],
  ["?limit=1001", "limit"],
  ["?limit=1&limit=2", "limit"],
  ["?limit=x", "limit"],
  ["?cursor=-1", "cursor"],
  ["?page=2", "page in the query: Unknown parameter."],
])("the query %s breaks the contract", async (query, name) => {
  const answer = await plant.post(`${path}${query}`, {});
  expect(answer).toMatchObject({ status: 400, body: { code: "validation_failed" } });
  expect(answer.body.detail).toContain(name);
});

test.each(["0", "10000000000", "1.5", "x"])(
  "the id %s in a path breaks the contract",
  async (id) => {
    const answer = await plant.get(`/api/MaterialItem/Get/${id}`);
    expect(answer).toMatchObject({ status: 400, body: { code: "validation_failed" } });
  },
);
