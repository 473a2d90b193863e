import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { requestsTo } from "../plants/requests.ts";
import { messagesOf } from "../scenario/server-events.ts";
import { asbuilt, type Served, serveAsbuilt, stop, temporaryFolder } from "./processes.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

const on = (name: string) => ({ DATABASE_URL: `file:${join(temporary.path, name)}` });

const follow = async ({ address, key }: Served, query = "", signal?: AbortSignal) =>
  messagesOf(
    await fetch(`${address}/api/Event/Stream${query}`, {
      headers: { Authorization: `Bearer ${key}` },
      ...(signal ? { signal } : {}),
    }),
  );
const newLocation = (service: Served, name: string) =>
  requestsTo(service).done("put", "/api/Location/Upsert", { suid: name, name });

test("a stream sends the writes of this process and of another, and ends with the service", async () => {
  const variables = { ...on("followed.db"), ASBUILT_EVENT_SOURCE: "https://plant.example/mes" };
  const service = await serveAsbuilt(variables);
  const messages = await follow(service, "?types=asbuilt.location.*,asbuilt.apiKey.*");
  await newLocation(service, "BAY");
  const [own] = await messages.take(1);
  expect(own!.data).toMatchObject({
    type: "asbuilt.location.created.v1",
    source: "https://plant.example/mes",
  });
  const user = ["--user", "Administrator", "--role", "viewer", "--name", "other"];
  expect((await asbuilt(["key", "create", ...user], variables)).status).toBe(0);
  const [others] = await messages.take(1);
  expect(others!.data).toMatchObject({ type: "asbuilt.apiKey.created.v1" });
  const stopping = stop(service);
  expect(await messages.next()).toBeUndefined();
  // A service that waited for its streams would be killed.
  expect((await stopping).status).toBe(0);
});

test("streams whose clients have left leave room for others", async () => {
  // Connections that were left count until they are closed, and the limit of them is not meant here.
  const service = await serveAsbuilt({ ...on("left.db"), ASBUILT_CONNECTIONS_PER_ADDRESS: "0" });
  for (let round = 0; round < 3; round++) {
    const leaving = new AbortController();
    const streams = await Promise.all(
      Array.from({ length: 150 }, () => follow(service, "", leaving.signal)),
    );
    const told = Promise.allSettled(streams.map((messages) => messages.next()));
    expect((await told).filter(({ status }) => status === "fulfilled")).toHaveLength(150);
    leaving.abort();
  }
  const messages = await follow(service);
  await messages.next();
  await newLocation(service, "DOCK");
  expect(await messages.take(1)).toHaveLength(1);
  await messages.leave();
  await stop(service);
});
