import { idempotencyKey, secretFields } from "@asbuilt/contract";
import {
  type BodyHashes,
  type ExternalRef,
  type Idempotency,
  type Sha256,
  textOfKey,
} from "@asbuilt/core";
import type { Context } from "hono";
import { RequestRefusal } from "../response/problem.ts";

/** Returns the client's name for a write, which identifies its repetitions. */
export async function idempotencyOf(
  c: Context,
  body: unknown,
  sha256: Sha256,
): Promise<Idempotency | undefined> {
  const key = c.req.header("Idempotency-Key");
  if (key === undefined) return undefined;
  if (!idempotencyKey().safeParse(key).success) {
    throw new RequestRefusal("validation_failed", "Idempotency-Key is not valid.", {
      errors: [{ pointer: "", detail: "Idempotency-Key: 1 to 255 printable ASCII characters." }],
    });
  }
  const named = { method: c.req.method, path: unspacedPath(c), key };
  const [nameHash, hashes] = await Promise.all([
    sha256(textOfKey(named), "hex"),
    hashesOf(body, sha256),
  ]);
  return { ...named, nameHash, ...hashes };
}

// Keys that were stored before have the path without its escape.
const unspacedPath = (c: Context) => decodeURIComponent(c.req.path).replaceAll(" ", "");

/** The parts of a validated body that can hold references. */
interface ReferencingBody {
  readonly externalRef?: { readonly system: string; readonly id: string } | null;
  readonly lines?: readonly ReferencingBody[];
}

/**
 * Returns the references of a write: of a batch, one for each line, in order. A line gets the path
 * of a single request, so that the same line sent alone is recognised as its repetition.
 */
export async function externalRefsOf(
  c: Context,
  body: unknown,
  sha256: Sha256,
): Promise<readonly (ExternalRef | undefined)[] | undefined> {
  const { lines, ...sent } = (body ?? {}) as ReferencingBody;
  const all = lines ?? [sent];
  if (!all.some(({ externalRef }) => externalRef)) return undefined;
  const path = lines ? unspacedPath(c).replace(/Many$/, "") : unspacedPath(c);
  // As the contract reads it: white space around the names of a reference is dropped.
  const valid: ReferencingBody = c.req.valid("json" as never);
  return Promise.all(
    all.map(async (one, index) => {
      const { externalRef } = valid.lines?.[index] ?? valid;
      if (!externalRef) return undefined;
      const { system, id } = externalRef;
      const { bodyHash, writtenHash } = await hashesOf(one, sha256);
      return { system, id, method: c.req.method, path, bodyHash, writtenHash };
    }),
  );
}

/** Returns the hashes of a body. White space around a text makes it no other request. */
async function hashesOf(body: unknown, sha256: Sha256): Promise<BodyHashes> {
  let isTrimmed = false;
  const trimmed = sortedJson(body, (text) => {
    const inner = text.trim();
    isTrimmed ||= inner.length < text.length;
    return inner;
  });
  // One wait, with or without the second hash: requests that arrive together stay in order.
  const [bodyHash, writtenHash] = await Promise.all([
    sha256(trimmed, "hex"),
    isTrimmed ? sha256(sortedJson(body, asWritten), "hex") : undefined,
  ]);
  return { bodyHash, writtenHash };
}

const asWritten = (text: string) => text;

/** Returns JSON with sorted keys, so that the same request always has the same text. */
const sortedJson = (body: unknown, textOf: (text: string) => string): string =>
  JSON.stringify(body, (key, value: unknown) => {
    if (secretFields.has(key)) return undefined;
    if (typeof value === "string") return textOf(value);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  });
