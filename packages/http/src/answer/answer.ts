import type { Listing } from "@asbuilt/core";
import type { Context, TypedResponse } from "hono";
import type { Environment } from "../environment.ts";

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
  const { next, ...rows } = await listing;
  const cursor = next === undefined ? undefined : toCursor(next);
  return respondList(c, { ...rows, toRecord }, cursor);
}

/** Answers a list as the one array of a record, in the same way: the record up to it is `before`. */
export async function answerListIn<Row, Body>(
  c: Asked,
  listing: Promise<Listing<Row>>,
  { before, after, toRecord }: Required<Pick<Written<Row>, "before" | "after" | "toRecord">>,
): Promise<Answer<Body>> {
  const { next, ...rows } = await listing;
  const cursor = next === undefined ? undefined : String(next);
  return respondList(c, { ...rows, before, after, toRecord }, cursor);
}

/** The rows of a list, and what becomes of them: JSON, with what stands before and after it. */
interface Written<Row> extends Pick<Listing<Row>, "first" | "rest"> {
  readonly toRecord: (row: Row) => unknown;
  readonly before?: string;
  readonly after?: string;
}

async function respondList<Row, Body>(
  c: Asked,
  written: Written<Row>,
  cursor: string | undefined,
): Promise<Answer<Body>> {
  if (cursor !== undefined) c.get("headers")["Link"] = `<${nextPage(c, cursor)}>; rel="next"`;
  if (written.rest) return respond<Body>(c, streamArray(written, written.rest));
  const { before = "", after = "" } = written;
  return respond<Body>(c, `${before}[${await textOf(c, written)}]${after}`);
}

/** Writes as many rows as are read at once, and lets others go first before it writes the next. */
async function textOf<Row>(c: Asked, { first, toRecord }: Written<Row>): Promise<string> {
  const { executor } = c.get("context");
  const { listRows } = executor;
  let text = jsonOf(first.slice(0, listRows), toRecord);
  for (let at = listRows; at < first.length; at += listRows) {
    // oxlint-disable-next-line no-await-in-loop -- all of a page would be written in one turn
    await executor.yieldToOthers();
    text += `,${jsonOf(first.slice(at, at + listRows), toRecord)}`;
  }
  return text;
}

/** Rows as JSON, without the brackets of their array. */
const jsonOf = <Row>(rows: readonly Row[], toRecord: (row: Row) => unknown): string =>
  JSON.stringify(rows.map(toRecord)).slice(1, -1);

/** Of the path and the query alone: a Host that makes no address reaches this, too. */
function nextPage(c: Asked, cursor: string): string {
  const query = new URLSearchParams(c.req.query());
  query.set("cursor", cursor);
  return `${c.req.path}?${query}`;
}

function streamArray<Row>(
  { first, toRecord, before = "", after = "" }: Written<Row>,
  rest: AsyncIterable<readonly Row[]>,
): ReadableStream<Uint8Array> {
  const utf8 = new TextEncoder();
  const chunks = rest[Symbol.asyncIterator]();
  let opened = false;
  let separator = first.length > 0 ? "," : "";
  return new ReadableStream({
    async pull(controller) {
      if (!opened) {
        opened = true;
        controller.enqueue(utf8.encode(`${before}[${jsonOf(first, toRecord)}`));
        return;
      }
      const { done, value } = await chunks.next();
      if (!done) {
        controller.enqueue(utf8.encode(`${separator}${jsonOf(value, toRecord)}`));
        separator = ",";
        return;
      }
      controller.enqueue(utf8.encode(`]${after}`));
      controller.close();
    },
    async cancel() {
      await chunks.return?.();
    },
  });
}
