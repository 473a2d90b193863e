import { attachmentBytesMax } from "@asbuilt/contract";
import {
  acceptedEndings,
  type AttachmentStore,
  checkOfContent,
  type ContentCheck,
} from "@asbuilt/core";
import { type Arrival, newArrival } from "../admission/uploads.ts";
import type { RequestContext } from "../environment.ts";
import { invalid, RequestRefusal } from "../response/problem.ts";
import { shortened } from "./field-error.ts";
import type { BodyStep } from "./step.ts";

const octets = "application/octet-stream";

/**
 * Returns the step that receives the body of an upload: its bytes go to the store as they come, and
 * are checked on the way. It returns the query and the digest, which identify the request.
 */
export const fileStep =
  (store: AttachmentStore | undefined): BodyStep =>
  async (c, sendersOf) => {
    const place = requireStore(store);
    // The step of the query has read it: no file has another step.
    const query: { readonly fileName: string } = c.req.valid("query" as never);
    const check = checkOfContent(query.fileName);
    if (!check) throw notOfType(`${shortened(query.fileName)}: ${acceptedEndings}`);
    requireType(c, check);
    const size = sizeOf(c);
    const arrival = newArrival(sendersOf());
    try {
      const bytes = checkedBytes(c.req.raw.body, { check, size, arrival });
      const received = await place.receive(bytes, size);
      c.set("file", { received, mediaType: check.mediaType });
      return { ...query, sha256: received.sha256 };
    } finally {
      arrival.end();
    }
  };

/** Returns the store. Refuses (`attachments_off`) if the service has none. */
export function requireStore(store: AttachmentStore | undefined): AttachmentStore {
  if (store) return store;
  throw new RequestRefusal(
    "attachments_off",
    "The service has no place for attachments: on Node set ASBUILT_ATTACHMENTS to a folder, on " +
      "Workers bind an R2 bucket as ATTACHMENTS.",
  );
}

const notOfType = (detail: string) => new RequestRefusal("unsupported_media_type", detail);

function requireType(c: RequestContext, { mediaType }: ContentCheck): void {
  const coding = c.req.header("Content-Encoding")?.trim().toLowerCase();
  if (coding && coding !== "identity") {
    throw notOfType(`The body is ${shortened(coding)}: send the bytes of the file themselves.`);
  }
  const type = c.req.header("Content-Type")?.split(";", 1)[0]?.trim().toLowerCase();
  if (type === octets || type === mediaType) return;
  const sent =
    type === undefined ? "The body has no Content-Type" : `The body is ${shortened(type)}`;
  throw notOfType(`${sent}: send ${octets} or ${mediaType}.`);
}

/** Returns the number of bytes that are announced: a place can need it before the first of them. */
function sizeOf(c: RequestContext): number {
  const text = c.req.header("Content-Length") ?? "";
  if (!/^\d{1,15}$/.test(text)) {
    const detail = "Content-Length: Required: the number of bytes of the file.";
    throw invalid([{ pointer: "", detail }], () => detail);
  }
  const size = Number(text);
  if (size > attachmentBytesMax) throw tooLarge();
  if (size === 0) {
    const detail = "The file is empty.";
    throw invalid([{ pointer: "", detail }], () => detail);
  }
  return size;
}

const tooLarge = () => new RequestRefusal("too_large", "The file is larger than 25 MiB.");

const incomplete = () =>
  new RequestRefusal("malformed_body", "The body ended before it was complete.");

interface Arriving {
  readonly check: ContentCheck;
  readonly size: number;
  readonly arrival: Arrival;
}

/** Yields the bytes of a body as they come. Refuses what is not of its type, or not of its size. */
async function* checkedBytes(
  body: ReadableStream<Uint8Array> | null,
  { check, size, arrival }: Arriving,
): AsyncGenerator<Uint8Array> {
  let length = 0;
  let fault: string | undefined;
  for await (const bytes of readable(body)) {
    arrival.note();
    length += bytes.byteLength;
    if (length > size) throw incomplete();
    // Reads on to the end: an unread rest cuts the connection, and the response is lost with it.
    fault ??= check.next(bytes);
    if (fault === undefined) yield bytes;
  }
  if (length < size) throw incomplete();
  fault ??= check.end();
  if (fault !== undefined) throw notOfType(fault);
}

/** Every failure to read is the client's: it left, or it sent nothing more in time. */
async function* readable(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  try {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- the bytes come one after another
      const read = await reader?.read().catch(() => {
        throw incomplete();
      });
      if (!read || read.done) return;
      yield read.value;
    }
  } finally {
    reader?.releaseLock();
  }
}
