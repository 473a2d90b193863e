import type { Listing } from "@asbuilt/core";
import type { Context, TypedResponse } from "hono";
import type { Environment } from "./environment.ts";

type Asked = Context<Environment>;
type Answer<Body> = Response & TypedResponse<Body, 200, "json">;

/** Answers one record. */
export const answer = <Body>(c: Asked, body: Body): Answer<Body> =>
  respond(c, JSON.stringify(body));

/**
 * Headers that are a plain object reach the socket as they are: those that Hono collects would pass
 * through a Headers object, which costs as much as reading a record.
 */
const respond = <Body>(c: Asked, body: BodyInit): Answer<Body> => {
  const headers = { ...c.get("headers"), "Content-Type": "application/json" };
  return new Response(body, { headers }) as Answer<Body>;
};

/**
 * Answers a list as a bare array. What one round trip read goes out whole; a longer list is
 * streamed, and an error on the way aborts the connection: the array is then never closed.
 */
export async function answerList<Row, Record, Cursor = number>(
  c: Asked,
  listing: Promise<Listing<Row, Cursor>>,
  toRecord: (row: Row) => Record,
  toCursor: (next: Cursor) => string = String,
): Promise<Answer<Record[]>> {
  const { first, rest, next } = await listing;
  if (next !== undefined) c.get("headers")["Link"] = `<${nextPage(c, toCursor(next))}>; rel="next"`;
  const records = first.map(toRecord);
  return respond(c, rest ? streamArray(records, rest, toRecord) : JSON.stringify(records));
}

function nextPage(c: Asked, cursor: string): string {
  const url = new URL(c.req.url);
  url.searchParams.set("cursor", cursor);
  return `${url.pathname}${url.search}`;
}

function streamArray<Row, Record>(
  first: readonly Record[],
  rest: AsyncIterable<readonly Row[]>,
  toRecord: (row: Row) => Record,
): ReadableStream<Uint8Array> {
  const utf8 = new TextEncoder();
  const text = (records: readonly Record[]) =>
    records.map((record) => JSON.stringify(record)).join(",");
  const chunks = rest[Symbol.asyncIterator]();
  let opened = false;
  return new ReadableStream({
    async pull(controller) {
      if (!opened) {
        opened = true;
        controller.enqueue(utf8.encode(`[${text(first)}`));
        return;
      }
      const { done, value } = await chunks.next();
      if (!done) return controller.enqueue(utf8.encode(`,${text(value.map(toRecord))}`));
      controller.enqueue(utf8.encode("]"));
      controller.close();
    },
    async cancel() {
      await chunks.return?.();
    },
  });
}
