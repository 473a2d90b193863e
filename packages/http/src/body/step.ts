import { type Calendar, memoized, parseWith } from "@asbuilt/contract";
import type { RouteConfig } from "@hono/zod-openapi";
import type * as z from "zod";
import type { RequestContext } from "../environment.ts";
import { invalid, RequestRefusal } from "../response/problem.ts";
import { compileKnownKeys, toCanonicalKeys } from "./canonical-keys.ts";
import { type FieldError, shortened } from "./field-error.ts";
import { type MemoryReservation, newReservation } from "./memory-quota.ts";
import { schemaErrors } from "./schema-errors.ts";
import { readStrictJson } from "./strict-json.ts";

/** The largest body that is accepted: 1 MiB. */
const bodyBytesMax = 1_048_576;

/** A larger body is read up to this size, and discarded. */
const discardedBytesMax = 64 * bodyBytesMax;

/** A body up to this size needs no memory quota: 16 KiB. */
const smallBodyBytesMax = 16_384;

/**
 * Reads and validates the body of one route; returns it with canonical keys, before zod. The memory
 * that a large body takes while it arrives counts against its senders.
 */
export type BodyStep = (c: RequestContext, sendersOf: () => readonly string[]) => Promise<unknown>;

/**
 * Returns the only step that reads bodies: bytes, strict JSON, canonical keys, schema. Dates without
 * a time are days of the calendar.
 */
export function bodyStep(route: RouteConfig, calendar: Calendar): BodyStep {
  const compiled = memoized(() => compileBody(route));
  return async (c, sendersOf) => {
    const body = compiled();
    if (!body) return undefined;
    requireJson(c);
    const { schema, knownKeys } = body;
    const bytes = await readBytes(c, sendersOf).catch(refuseIncomplete);
    const { value, errors } = toCanonicalKeys(knownKeys, readStrictJson(bytes));
    const parsed = parseWith(schema, value, calendar);
    const faults = parsed.success ? errors : [...errors, ...schemaErrors(parsed.error)];
    if (faults.length > 0) throw invalid(faults, toSentence);
    // The route's handler reads the schema's output as `c.req.valid("json")`.
    c.req.addValidatedData("json", parsed.data as object);
    return value;
  };
}

function compileBody(route: RouteConfig) {
  const content = route.request?.body?.content["application/json"];
  if (!content || !("schema" in content)) return undefined;
  // The contract writes its schemas with zod; the route's type also admits plain OpenAPI.
  const schema = content.schema as z.ZodType;
  return { schema, knownKeys: compileKnownKeys(schema) };
}

const toSentence = ({ pointer, detail }: FieldError) => `${pointer || "The body"}: ${detail}`;

function requireJson(c: RequestContext): void {
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

/** Every other failure to read is the client's: it left, or it sent nothing more in time. */
function refuseIncomplete(error: unknown): never {
  if (error instanceof RequestRefusal) throw error;
  throw new RequestRefusal("malformed_body", "The body ended before it was complete.");
}

const tooLarge = () => new RequestRefusal("too_large", "The body is larger than 1 MiB.");

async function readBytes(
  c: RequestContext,
  sendersOf: () => readonly string[],
): Promise<Uint8Array> {
  const declared = Number(c.req.header("Content-Length") ?? Number.NaN);
  if (declared > bodyBytesMax) throw tooLarge();
  if (declared <= smallBodyBytesMax) return new Uint8Array(await c.req.arrayBuffer());
  const reservation = newReservation(sendersOf());
  try {
    return await readChunks(c, reservation);
  } finally {
    reservation.release();
  }
}

/** Counts a body's bytes as they come: no large body, and not many slow ones, fill the memory. */
async function readChunks(c: RequestContext, reservation: MemoryReservation): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    length += chunk.byteLength;
    if (length > discardedBytesMax) break;
    // Reads on to the end: an unread rest cuts the connection, and the response is lost with it.
    if (length > bodyBytesMax) {
      reservation.release();
      chunks.length = 0;
      continue;
    }
    if (length > smallBodyBytesMax) reservation.reserve(chunk.byteLength);
    chunks.push(chunk);
  }
  if (length > bodyBytesMax) throw tooLarge();
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}
