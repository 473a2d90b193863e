import { createClient } from "@asbuilt/client";
import { bookmarkHeader } from "@asbuilt/contract";
import { expect, test } from "vitest";
import { answeredIn, behind, bookmarkIn, keys, locations } from "./isolates.ts";

type Pair = Awaited<ReturnType<typeof behind>>;

/** A typed client that writes at one isolate and reads at another one. */
const clientOf = ({ one, other }: Pair, received: (sent: Request) => Promise<void>) =>
  createClient({
    baseUrl: "http://plant.test",
    key: keys.admin,
    fetch: async (request) => {
      const response = await (request.method === "PUT" ? one : other).fetch(request);
      await received(request);
      return response;
    },
  });

test("the typed client reads what it has written, at whichever isolate", async () => {
  const isolates = await behind();
  const client = clientOf(isolates, () => Promise.resolve());
  for (let round = 0; round < 10; round++) {
    const suid = isolates.one.unique("L");
    await client.locationUpsert({ body: { suid, name: suid } });
    const answered = await answeredIn(async () => {
      const found = await client.locationList({ body: { suid } });
      expect(found.map((one) => one.suid)).toEqual([suid]);
    });
    expect(answered).toEqual({ primary: 0, replica: 1 });
  }
});

test("the typed client keeps the newest of bookmarks that overtake each other", async () => {
  const isolates = await behind();
  const sent: (string | null)[] = [];
  const held = Promise.withResolvers<void>();
  const client = clientOf(isolates, async ({ headers }) => {
    if (sent.push(headers.get(bookmarkHeader)) === 1) await held.promise;
  });
  const { one } = isolates;
  const overtaken = client.locationList({ body: {} });
  const suid = one.unique("L");
  await client.locationUpsert({ body: { suid, name: suid } });
  held.resolve();
  await overtaken;
  await client.locationList({ body: {} });
  expect(sent[2]).toBe(bookmarkIn(await locations(one)));
});

test("the typed client takes an older bookmark of a service that has lost a state", async () => {
  const answers = ["b".repeat(18), "a".repeat(18)].map((name) => `${name}.${"0".repeat(16)}`);
  const sent: (string | null)[] = [];
  const client = createClient({
    baseUrl: "http://plant.test",
    fetch: ({ headers }) => {
      sent.push(headers.get(bookmarkHeader));
      const bookmark = answers[Math.min(sent.length, answers.length) - 1]!;
      return Promise.resolve(Response.json([], { headers: { [bookmarkHeader]: bookmark } }));
    },
  });
  for (let call = 0; call < 3; call++) await client.locationList({ body: {} });
  expect(sent).toEqual([null, ...answers]);
});
