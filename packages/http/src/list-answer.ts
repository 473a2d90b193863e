import type { Listing } from "@asbuilt/core";
import type { Context, TypedResponse } from "hono";

/**
 * Answers a list as a bare array. What one round trip read goes out whole; a longer list is
 * streamed, and an error on the way aborts the connection: the array is then never closed.
 */
export async function answerList<Row, Record>(
  c: Context,
  listing: Promise<Listing<Row>>,
  toRecord: (row: Row) => Record,
): Promise<Response & TypedResponse<Record[], 200, "json">> {
  const { first, rest, next } = await listing;
  if (next !== undefined) c.header("Link", `<${nextPage(c, next)}>; rel="next"`);
  c.header("Content-Type", "application/json");
  const records = first.map(toRecord);
  const body = rest ? streamArray(records, rest, toRecord) : JSON.stringify(records);
  // The type of what was written is known here, and lost on the way through a stream.
  return c.body(body, 200) as Response as Response & TypedResponse<Record[], 200, "json">;
}

function nextPage(c: Context, next: number): string {
  const url = new URL(c.req.url);
  url.searchParams.set("cursor", String(next));
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
