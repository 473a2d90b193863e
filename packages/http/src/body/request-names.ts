import { idempotencyKey } from "@asbuilt/contract";
import type { ExternalRef, Idempotency, Sha256 } from "@asbuilt/core";
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
  const bodyHash = await sha256(sortedJson(body), "hex");
  return { method: c.req.method, path: unspacedPath(c), key, bodyHash };
}

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
  return Promise.all(
    all.map(async (one) => {
      if (!one.externalRef) return undefined;
      const { system, id } = one.externalRef;
      const bodyHash = await sha256(sortedJson(one), "hex");
      return { system, id, method: c.req.method, path, bodyHash };
    }),
  );
}

/** Returns JSON with sorted keys, so that the same request always has the same text. */
const sortedJson = (body: unknown): string =>
  JSON.stringify(body, (_key, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
