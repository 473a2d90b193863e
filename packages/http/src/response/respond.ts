import type { Listing, SearchCursor } from "@asbuilt/core";
import type { TypedResponse } from "hono";
import type { Coding, RequestContext } from "../environment.ts";
import { type CsvColumn, csvHeading, csvRows } from "./csv.ts";

// A list as CSV has this type too: the contract declares JSON alone.
type JsonResponse<Body> = Response & TypedResponse<Body, 200, "json">;

/** Responds with one record. */
export const respond = <Body>(
  c: RequestContext,
  body: Body,
): JsonResponse<Body> | Promise<JsonResponse<Body>> => textResponse(c, JSON.stringify(body), json);

/** Responds with one record whose JSON is written already. */
export const respondText = <Body>(
  c: RequestContext,
  text: string,
): JsonResponse<Body> | Promise<JsonResponse<Body>> => textResponse(c, text, json);

/** Responds with a file that a client prefers to JSON. The contract's type is that of the JSON. */
export const respondFile = <Body>(
  c: RequestContext,
  bytes: Uint8Array,
  type: string,
): JsonResponse<Body> =>
  // The DOM's type of bytes excludes shared memory, which no file is in.
  new Response(bytes as Uint8Array<ArrayBuffer>, {
    headers: { ...c.get("headers"), "Content-Type": type, Vary: "Accept" },
  }) as JsonResponse<Body>;

const json = { "Content-Type": "application/json" };
/** For caches, although the responses of the API are not stored. */
const csv = { "Content-Type": "text/csv; charset=utf-8; header=present", Vary: "Accept" };

type TextBody = string | ReadableStream<Uint8Array>;

/** A shorter response fits into one packet either way. */
const codedLengthMin = 1400;

/**
 * Headers in a plain object reach the socket as they are. Those that Hono collects would pass
 * through a Headers object, which costs as much as reading a record.
 */
function textResponse<Body>(
  c: RequestContext,
  body: TextBody,
  ofForm: Readonly<Record<string, string>>,
): JsonResponse<Body> | Promise<JsonResponse<Body>> {
  const headers: Record<string, string> = { ...c.get("headers"), ...ofForm };
  const codingFor = c.get("codingFor");
  if (codingFor && !(typeof body === "string" && body.length < codedLengthMin)) {
    const { Vary: varies } = ofForm;
    const varying = {
      ...headers,
      Vary: varies === undefined ? "Accept-Encoding" : `${varies}, Accept-Encoding`,
    };
    // Nobody would read the body of a response to HEAD.
    const coding = c.req.method === "HEAD" ? undefined : codingFor(c.req.header("Accept-Encoding"));
    if (coding) return codedResponse(coding, body, varying);
    return new Response(body, { headers: varying }) as JsonResponse<Body>;
  }
  return new Response(body, { headers }) as JsonResponse<Body>;
}

async function codedResponse<Body>(
  { name, text, stream }: Coding,
  body: TextBody,
  headers: Readonly<Record<string, string>>,
): Promise<JsonResponse<Body>> {
  const bytes = typeof body === "string" ? await text(body) : stream(body);
  // The DOM's type of bytes excludes shared memory, which no coding returns.
  const coded = bytes as Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
  return new Response(coded, {
    headers: { ...headers, "Content-Encoding": name },
  }) as JsonResponse<Body>;
}

/**
 * Responds with a list as a bare array, or as CSV if the client prefers it. A list that one round trip read is sent whole; a longer one
 * is streamed. An error in the middle aborts the connection, and the array is never closed.
 */
export async function respondList<Row, Record, Cursor = number>(
  c: RequestContext,
  listing: Promise<Listing<Row, Cursor>>,
  toRecord: (row: Row) => Record,
  toCursor: (next: Cursor) => string = String,
): Promise<JsonResponse<Record[]>> {
  const { next, ...rows } = await listing;
  const cursor = next === undefined ? undefined : toCursor(next);
  return listResponse(c, { ...rows, toRecord }, cursor);
}

/**
 * Responds with a list in one of several orders. Its cursor has the form that the contract parses.
 * That of the order of ids is the id alone, as in a list without orders.
 */
export const respondSearch = <Row, Record>(
  c: RequestContext,
  listing: Promise<Listing<Row, SearchCursor>>,
  toRecord: (row: Row) => Record,
): Promise<JsonResponse<Record[]>> =>
  respondList(c, listing, toRecord, ({ order, id, value }) =>
    order === "oldest" ? String(id) : `${order}-${id}-${encodeURIComponent(value)}`,
  );

/** Responds with a list inside a record: `before` and `after` are the record's JSON around it. */
export async function respondListIn<Row, Body>(
  c: RequestContext,
  listing: Promise<Listing<Row>>,
  { before, after, toRecord }: Required<Pick<ListBody<Row>, "before" | "after" | "toRecord">>,
): Promise<JsonResponse<Body>> {
  const { next, ...rows } = await listing;
  const cursor = next === undefined ? undefined : String(next);
  return listResponse(c, { ...rows, before, after, toRecord }, cursor);
}

/** The rows of a list, how each becomes a record, and the JSON before and after them. */
interface ListBody<Row> extends Pick<Listing<Row>, "first" | "rest"> {
  readonly toRecord: (row: Row) => unknown;
  readonly before?: string;
  readonly after?: string;
}

async function listResponse<Row, Body>(
  c: RequestContext,
  { toRecord, ...read }: ListBody<Row>,
  cursor: string | undefined,
): Promise<JsonResponse<Body>> {
  const fields = c.get("fields");
  const list = { ...read, toRecord: fields ? chosenOf(toRecord, fields) : toRecord };
  if (cursor !== undefined) c.get("headers")["Link"] = `<${nextPage(c, cursor)}>; rel="next"`;
  const columns = c.get("csv");
  const form = columns ? csvForm(list, columns) : jsonForm(list);
  const headers = columns ? csv : json;
  const report = c.get("report");
  const onRows = (rows: number) => {
    if (rows >= bulkRowsMin) report?.("bulk_read", { rows });
  };
  if (list.rest) {
    const reading = c.get("reading");
    // Once the response has begun, it can't be refused any more.
    await reading?.enter();
    const rest = countedRows(list, onRows);
    return textResponse<Body>(c, textStream(list.first, rest, form, reading?.stream()), headers);
  }
  onRows(list.first.length);
  const rows = await rowsText(c, list.first, form);
  return textResponse<Body>(c, `${form.before}${rows}${form.after}`, headers);
}

/** A form of a list: the text of its rows, what is between two rows, and what is around them. */
interface ListForm<Row> {
  readonly before: string;
  readonly rows: (rows: readonly Row[]) => string;
  readonly separator: string;
  readonly after: string;
}

const jsonForm = <Row>({ toRecord, before = "", after = "" }: ListBody<Row>): ListForm<Row> => ({
  before: `${before}[`,
  // Without the brackets of their array.
  rows: (rows) => JSON.stringify(rows.map(toRecord)).slice(1, -1),
  separator: ",",
  after: `]${after}`,
});

const csvForm = <Row>(
  { toRecord }: ListBody<Row>,
  columns: readonly CsvColumn[],
): ListForm<Row> => ({
  before: csvHeading(columns),
  rows: (rows) => csvRows(columns, rows.map(toRecord)),
  separator: "",
  after: "",
});

/** Returns a function that makes records with these fields only: the others are not serialised. */
const chosenOf =
  <Row>(toRecord: (row: Row) => unknown, fields: readonly string[]) =>
  (row: Row) => {
    // The contract's records are objects.
    const record = toRecord(row) as Readonly<Record<string, unknown>>;
    const chosen: Record<string, unknown> = {};
    for (const name of fields) chosen[name] = record[name];
    return chosen;
  };

/** The security log names reads of at least this many rows, which is the longest page. */
const bulkRowsMin = 1000;

/** Passes on the rows after the first, and reports the number of all that were read. */
async function* countedRows<Row>(
  { first, rest }: Pick<Listing<Row>, "first" | "rest">,
  onRows: (rows: number) => void,
): AsyncGenerator<readonly Row[]> {
  let rows = first.length;
  try {
    for await (const chunk of rest ?? []) {
      rows += chunk.length;
      yield chunk;
    }
  } finally {
    onRows(rows);
  }
}

/** Writes one chunk of rows after another, and yields to other work between two chunks. */
async function rowsText<Row>(
  c: RequestContext,
  first: readonly Row[],
  { rows, separator }: ListForm<Row>,
): Promise<string> {
  const { executor } = c.get("context");
  const { listRows } = executor;
  let text = rows(first.slice(0, listRows));
  for (let at = listRows; at < first.length; at += listRows) {
    // oxlint-disable-next-line no-await-in-loop -- a whole page would block the process
    await executor.yieldToOthers();
    text += `${separator}${rows(first.slice(at, at + listRows))}`;
  }
  return text;
}

/** Builds the link from path and query alone: a request's Host need not form a valid URL. */
function nextPage(c: RequestContext, cursor: string): string {
  const query = new URLSearchParams(c.req.query());
  query.set("cursor", cursor);
  return `${c.req.path}?${query}`;
}

function textStream<Row>(
  first: readonly Row[],
  rest: AsyncIterable<readonly Row[]>,
  form: ListForm<Row>,
  end = () => {},
): ReadableStream<Uint8Array> {
  const utf8 = new TextEncoder();
  const chunks = rest[Symbol.asyncIterator]();
  let opened = false;
  let separator = first.length > 0 ? form.separator : "";
  const writeNext = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    if (!opened) {
      opened = true;
      controller.enqueue(utf8.encode(`${form.before}${form.rows(first)}`));
      return;
    }
    const { done, value } = await chunks.next();
    if (!done) {
      controller.enqueue(utf8.encode(`${separator}${form.rows(value)}`));
      separator = form.separator;
      return;
    }
    if (form.after !== "") controller.enqueue(utf8.encode(form.after));
    controller.close();
    end();
  };
  return new ReadableStream({
    pull: (controller) =>
      writeNext(controller).catch((error: unknown) => {
        end();
        throw error;
      }),
    async cancel() {
      end();
      await chunks.return?.();
    },
  });
}
