import { idempotencyKey } from "@asbuilt/contract";
import type { ExternalRef, Idempotency, Sha256 } from "@asbuilt/core";
import type { Context } from "hono";
import { RequestRefusal } from "../answer/problem.ts";

/** The client's name for a write, by which its repetition is known. */
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
  const bodyHash = await sha256(canonical(body), "hex");
  return { method: c.req.method, path: pathOf(c), key, bodyHash };
}

const pathOf = (c: Context) => decodeURIComponent(c.req.path).replaceAll(" ", "");

/** What a body may hold, of those that passed the schema of a route. */
interface Referring {
  readonly externalRef?: { readonly system: string; readonly id: string } | null;
  readonly lines?: readonly Referring[];
}

/**
 * The references of other systems under which a write was sent, of a batch those of its lines in
 * order. A line is known again where it is sent alone: it has the path of a single request.
 */
export async function externalRefsOf(
  c: Context,
  body: unknown,
  sha256: Sha256,
): Promise<readonly (ExternalRef | undefined)[] | undefined> {
  const { lines, ...sent } = (body ?? {}) as Referring;
  const all = lines ?? [sent];
  if (!all.some(({ externalRef }) => externalRef)) return undefined;
  const path = lines ? pathOf(c).replace(/Many$/, "") : pathOf(c);
  return Promise.all(
    all.map(async (one) => {
      if (!one.externalRef) return undefined;
      const { system, id } = one.externalRef;
      const bodyHash = await sha256(canonical(one), "hex");
      return { system, id, method: c.req.method, path, bodyHash };
    }),
  );
}

/** JSON with its keys in order, so that the same request has the same text. */
const canonical = (body: unknown): string =>
  JSON.stringify(body, (_key, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
