import { operations } from "@asbuilt/contract";
import { createApp, type LogEntry } from "@asbuilt/http";
import { expect, test } from "vitest";
import { openPlant } from "#plant";

const plant = await openPlant({ isEdited: true });

const requests = operations.map(({ method, path, request }) => ({
  method: method.toUpperCase(),
  path: path.replace("{id}", "1"),
  body: "body" in request ? request.body.content["application/json"].example : undefined,
}));

/** A marked key in each of the places where a key, or what is taken for one, may come. */
const mark = "THIS-IS-A-SECRET-OF-THE-TEST";
const adminKey = `${mark}-of-an-administrator`;
const places: readonly Readonly<Record<string, string>>[] = [
  { Authorization: `Bearer ${adminKey}` },
  { Authorization: `Bearer ${mark}-which-nobody-has` },
  { Authorization: `Basic ${mark}` },
  { Authorization: `${mark} ${mark}` },
];

const log: LogEntry[] = [];
const service = createApp({
  executor: plant.database.executor,
  now: Date.now,
  log: (entry) => log.push(entry),
  logsRequests: true,
  adminKey,
  asset: () => Promise.resolve(undefined),
});

const hashOf = async (text: string) => {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
};

/** All that an answer says, or an entry of the log with everything that hangs from its error. */
const said = async (answer: Response) =>
  `${answer.status} ${JSON.stringify([...answer.headers])} ${await textOf(answer)}`;
/** A stream goes on for ever: of it, what comes at once. */
async function textOf(answer: Response): Promise<string> {
  if (answer.headers.get("Content-Type") !== "text/event-stream") return answer.text();
  const reader = answer.body!.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return new TextDecoder().decode(value);
}
const told = (entry: unknown): string =>
  JSON.stringify(entry, (_name, value: unknown) => {
    if (!(value instanceof Error)) return value;
    const { name, message, stack, cause } = value;
    return { ...Object.fromEntries(Object.entries(value)), name, message, stack, cause };
  });

async function walk(): Promise<string> {
  const texts: string[] = [];
  for (const { method, path, body } of requests) {
    for (const headers of places) {
      const answer = await service.request(path, {
        method,
        headers: { "Content-Type": "application/json", "Last-Event-ID": "0", ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      texts.push(await said(answer));
    }
  }
  return [...texts, ...log.map(told)].join("\n");
}

test("no key and no hash of one is in any answer or log, whatever is asked and whatever fails", async () => {
  const hash = await hashOf(adminKey);
  const heard = await walk();
  expect(heard).toContain("200 ");
  expect(heard).toContain('"message":"Request completed."');
  expect(heard).not.toContain(mark);
  expect(heard).not.toContain(hash);

  // Then every look at a key fails, and the failure is logged with all that it knows.
  await plant.sql("alter table api_key rename to key_of_an_api");
  const failed = await walk();
  expect(failed).toContain("no such table");
  expect(failed).not.toContain(mark);
  expect(failed).not.toContain(hash);
});
