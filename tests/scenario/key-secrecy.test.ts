import { jsonBodyOf, operations } from "@asbuilt/contract";
import { createApp, type LogEntry } from "@asbuilt/http";
import { expect, test } from "vitest";
import { openPlant } from "#plant";

const plant = await openPlant({ isEdited: true });

const requests = operations.map((route) => ({
  method: route.method.toUpperCase(),
  path: route.path.replace("{id}", "1"),
  body: jsonBodyOf(route)?.example,
}));

/** Headers with a marked key in each place that a key, or a value like one, can have. */
const mark = "THIS-IS-A-SECRET-OF-THE-TEST";
const adminKey = `${mark}-of-an-administrator`;
const places: readonly Readonly<Record<string, string>>[] = [
  { Authorization: `Bearer ${adminKey}` },
  { Authorization: `Bearer ${mark}-which-nobody-has` },
  { Authorization: `Basic ${mark}` },
  { Authorization: `${mark} ${mark}` },
  { Cookie: `__Host-asbuilt=${mark}`, "Sec-Fetch-Site": "same-origin" },
  { Cookie: `__Host-asbuilt=${mark}`, "Sec-Fetch-Site": "cross-site" },
];

const log: LogEntry[] = [];
const service = createApp({
  executor: plant.database.executor,
  now: Date.now,
  log: (entry) => log.push(entry),
  requestLog: "debug",
  adminKey,
  asset: () => Promise.resolve(undefined),
});

const hashOf = async (text: string) => {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
};

/** Writes all of a response as text. */
const responseText = async (answer: Response) =>
  `${answer.status} ${JSON.stringify([...answer.headers])} ${await textOf(answer)}`;
/** Reads a body. A stream never ends, so only its first chunk is read. */
async function textOf(answer: Response): Promise<string> {
  if (answer.headers.get("Content-Type") !== "text/event-stream") return answer.text();
  const reader = answer.body!.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return new TextDecoder().decode(value);
}
const entryText = (entry: unknown): string =>
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
      texts.push(await responseText(answer));
    }
  }
  return [...texts, ...log.map(entryText)].join("\n");
}

test("no key or hash of one is in any answer or log, whatever is requested and whatever fails", async () => {
  const hash = await hashOf(adminKey);
  const heard = await walk();
  expect(heard).toContain("200 ");
  expect(heard).toContain('"message":"Request completed."');
  expect(heard).not.toContain(mark);
  expect(heard).not.toContain(hash);

  // Then every lookup of a key fails, and the failure is logged with all its details.
  await plant.sql("alter table api_key rename to key_of_an_api");
  const failed = await walk();
  expect(failed).toContain("no such table");
  expect(failed).not.toContain(mark);
  expect(failed).not.toContain(hash);
});
