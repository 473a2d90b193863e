import { memoized } from "@asbuilt/contract";
import type { RouteConfig } from "@hono/zod-openapi";
import type { Context } from "hono";
import type * as z from "zod";
import { type FieldError, invalid } from "../answer/invalid.ts";
import { RequestRefusal } from "../answer/problem.ts";
import { fieldErrors } from "./field-errors.ts";
import { compileKeys, foldKeys } from "./canonical-keys.ts";
import { type Hold, newHold } from "./memory-quota.ts";
import { shortened } from "./json-pointer.ts";
import { readStrictJson } from "./strict-json.ts";

/** The largest body that is taken: 1 MiB. */
const mostBytes = 1_048_576;

/** Of a body that is larger, so much is read on, and thrown away. */
const mostPassedBy = 64 * mostBytes;

/** A body up to this does not wait for the large ones: 16 KiB. */
const smallBytes = 16_384;

/** Reads and validates the body of one route; answers it with its keys folded, unparsed. */
export type BodyStep = (c: Context) => Promise<unknown>;

/** The one place where a body is read: bytes, strict JSON, canonical keys, schema. */
export function bodyStep(route: RouteConfig): BodyStep {
  const taken = memoized(() => takenBy(route));
  return async (c) => {
    const body = taken();
    if (!body) return undefined;
    requireJson(c);
    const { schema, plan } = body;
    const bytes = await readBytes(c).catch(refuseUnsent);
    const { value, errors } = foldKeys(plan, readStrictJson(bytes));
    if (errors.length > 0) throw invalid(errors, told);
    const parsed = schema.safeParse(value);
    if (!parsed.success) throw invalid(fieldErrors(parsed.error, value), told);
    // The schema's output is what the route's handler reads as `c.req.valid("json")`.
    c.req.addValidatedData("json", parsed.data as object);
    return value;
  };
}

/** What a route takes as its body, compiled. */
function takenBy(route: RouteConfig) {
  const content = route.request?.body?.content["application/json"];
  if (!content || !("schema" in content)) return undefined;
  // The contract writes its schemas with zod; the route's type also admits plain OpenAPI.
  const schema = content.schema as z.ZodType;
  return { schema, plan: compileKeys(schema) };
}

const told = ({ pointer, detail }: FieldError) => `${pointer || "The body"}: ${detail}`;

function requireJson(c: Context): void {
  const coding = c.req.header("Content-Encoding")?.trim().toLowerCase();
  if (coding && coding !== "identity") {
    throw new RequestRefusal(
      "unsupported_media_type",
      `The body is ${shortened(coding)}, not plain JSON.`,
    );
  }
  const type = c.req.header("Content-Type")?.split(";", 1)[0]?.trim().toLowerCase();
  if (type === "application/json") return;
  throw new RequestRefusal(
    "unsupported_media_type",
    type === undefined
      ? "The body has no Content-Type."
      : `The body is ${shortened(type)}, not JSON.`,
  );
}

/** Whatever else ends the reading is the client's: it has left, or has sent no more in its time. */
function refuseUnsent(error: unknown): never {
  if (error instanceof RequestRefusal) throw error;
  throw new RequestRefusal("malformed_body", "The body ended before it was whole.");
}

const tooLarge = () => new RequestRefusal("too_large", "The body is larger than 1 MiB.");

async function readBytes(c: Context): Promise<Uint8Array> {
  const declared = Number(c.req.header("Content-Length") ?? Number.NaN);
  if (declared > mostBytes) throw tooLarge();
  if (declared <= smallBytes) return new Uint8Array(await c.req.arrayBuffer());
  const hold = newHold();
  try {
    return await readCounted(c, hold);
  } finally {
    hold.release();
  }
}

/** A body is counted as it comes: neither one without a length nor many slow ones fill the memory. */
async function readCounted(c: Context, hold: Hold): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    length += chunk.byteLength;
    if (length > mostPassedBy) break;
    // Where it is not read to its end, the connection is cut off, and the answer is lost with it.
    if (length > mostBytes) {
      hold.release();
      chunks.length = 0;
      continue;
    }
    if (length > smallBytes) hold.take(chunk.byteLength);
    chunks.push(chunk);
  }
  if (length > mostBytes) throw tooLarge();
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}
