import createFetchClient, { type FetchResponse } from "openapi-fetch";
import { EventStream } from "./event-stream.ts";
import { operationTable } from "./operations.gen.ts";
import { type Problem, ProblemError } from "./problem.ts";
import type { operations, paths } from "./schema.gen.ts";

export interface ClientOptions {
  /** The address of the service without a path: `http://127.0.0.1:3000`. */
  readonly baseUrl: string;
  /** A key of the service. A page of the service itself needs none: it has the cookie of a session. */
  readonly key?: string | undefined;
  /** The id of the user whom each request is meant for. Sent by another one, it is refused. */
  readonly userID?: number | undefined;
  /** Whether a refusal throws a ProblemError (the default) or is returned. */
  readonly onProblem?: OnProblem | undefined;
  /** A fetch to use instead of the global one. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
}

/** The name of an operation: its operationId. */
export type OperationName = keyof operations;

type Json<Content> = Content extends { content: { "application/json": infer Body } } ? Body : never;
type File = { content: { "application/octet-stream": unknown } };
type BodyOf<Name extends OperationName> = operations[Name] extends { requestBody: infer Request }
  ? { body: Request extends File ? Blob : Json<Request> }
  : { body?: undefined };
type PathOf<Name extends OperationName> = operations[Name] extends {
  parameters: { path: infer Path };
}
  ? { path: Path }
  : { path?: undefined };
type QueryOf<Name extends OperationName> = operations[Name] extends {
  parameters: { query: infer Query };
}
  ? { query: Query }
  : operations[Name] extends { parameters: { query?: infer Query } }
    ? { query?: Query }
    : { query?: undefined };
type Streamed = { content: { "text/event-stream": unknown } };
type PlaceOf<Name extends OperationName> = operations[Name] extends { responses: { 200: Streamed } }
  ? {
      /**
       * The id of the last event that was read: the stream continues after it, instead of from now.
       */
      readonly lastEventId?: string | undefined;
    }
  : { lastEventId?: undefined };

/** The arguments of one call: the body, path and query of its operation, and how to send it. */
export type Call<Name extends OperationName> = BodyOf<Name> &
  PathOf<Name> &
  QueryOf<Name> &
  PlaceOf<Name> & {
    /** A name for a write: repetitions with the same name take effect once. */
    readonly idempotencyKey?: string | undefined;
    readonly signal?: AbortSignal | undefined;
  };

/** The content of an operation's response with status 200. */
export type Answer<Name extends OperationName> = operations[Name] extends {
  responses: { 200: infer Success };
}
  ? Success extends Streamed
    ? EventStream
    : Success extends File
      ? Blob
      : Json<Success>
  : never;

/** The content of a response, or a problem instead of it. */
export type Result<Data> =
  | { readonly data: Data; readonly problem?: undefined; readonly response: Response }
  | { readonly data?: undefined; readonly problem: Problem; readonly response: Response };

type OnProblem = "throw" | "return";
type Sent<Content, Mode extends OnProblem> = Mode extends "throw" ? Content : Result<Content>;
type Answered<Name extends OperationName, Mode extends OnProblem> = Sent<Answer<Name>, Mode>;

type Paged = { responses: { 200: { headers: { Link: unknown } } } };
type PagesOf<Name extends OperationName, Mode extends OnProblem> = operations[Name] extends Paged
  ? {
      /** Yields the result page by page. The query's `limit` is the size of a page. */
      readonly pages: (call: Call<Name>) => AsyncGenerator<Answered<Name, Mode>, void>;
    }
  : unknown;

type CsvOf<Name extends OperationName, Mode extends OnProblem> =
  Answer<Name> extends readonly unknown[]
    ? operations[Name] extends Paged
      ? {
          /** Returns the list, or a page of it, as CSV: a file with a heading. */
          readonly csv: (call: Call<Name>) => Promise<Sent<Blob, Mode>>;
        }
      : unknown
    : unknown;

type PdfOf<
  Name extends OperationName,
  Mode extends OnProblem,
> = Name extends "deviceHistoryRecordGet"
  ? {
      /** Returns the record as PDF/A-3b, with its JSON attached. */
      readonly pdf: (call: Call<Name>) => Promise<Sent<Blob, Mode>>;
    }
  : unknown;

/** A method for every operation of the service, by its operationId. */
export type Client<Mode extends OnProblem = "throw"> = {
  readonly [Name in OperationName]: ((call: Call<Name>) => Promise<Answered<Name, Mode>>) &
    PagesOf<Name, Mode> &
    CsvOf<Name, Mode> &
    PdfOf<Name, Mode>;
};

/** Makes a client that returns refusals as results. */
export function createClient(options: ClientOptions & { onProblem: "return" }): Client<"return">;
/** Makes a client that throws a ProblemError for every refusal. */
export function createClient(options: ClientOptions): Client;
export function createClient(options: ClientOptions): Client | Client<"return"> {
  const { baseUrl, fetch, onProblem = "throw" } = options;
  const fetcher = createFetchClient<paths>({
    baseUrl,
    headers: headersOf(options),
    fetch: bookmarking(fetch),
  });
  const send = async (
    [method, path, kind = "json"]: Operation,
    call: AnyCall,
  ): Promise<Result<unknown>> => {
    const {
      data: body,
      error,
      response,
    } = await (fetcher.request as AnyRequest)(method, path, {
      params: { path: call.path, query: call.query },
      body: call.body,
      signal: call.signal,
      ...formOf(call, kind),
      // The service never redirects. Its success has status 200 and a body.
      redirect: "manual",
      parseAs: "stream",
    });
    if (!response.ok) {
      if (kind === "report" && isReport(error)) return { data: error, response };
      return { problem: problemOf(error, response), response };
    }
    const type = response.headers.get("Content-Type");
    const isOurs = response.status === 200 && type?.startsWith(mediaTypes[kind]);
    if (isOurs && kind === "stream" && body) return { data: new EventStream(body, call), response };
    if (isOurs && isFile(kind)) return { data: await response.blob(), response };
    const text = await response.text();
    const data = isOurs ? jsonOf(text) : undefined;
    return data === undefined
      ? { problem: problemOf(text, response), response }
      : { data, response };
  };
  const answered = (result: Result<unknown>) => {
    if (onProblem === "return") return result;
    if (result.problem) throw new ProblemError(result.problem, result.response);
    return result.data;
  };
  const methods = operationTable.map(operationOf).map(({ name, operation }) => {
    const callOnce = async (call: AnyCall) => answered(await send(operation, call));
    async function* pages(call: AnyCall) {
      let next: object | undefined = {};
      while (next) {
        const query = { ...call.query, ...next };
        // oxlint-disable-next-line no-await-in-loop -- each page names the next
        const result = await send(operation, { ...call, query });
        yield answered(result);
        const cursor = cursorOf(result.response);
        next = cursor === undefined ? undefined : { cursor };
      }
    }
    const as = (kind: "csv" | "pdf") => async (call: AnyCall) =>
      answered(await send([operation[0], operation[1], kind], call));
    return [name, Object.assign(callOnce, { pages, csv: as("csv"), pdf: as("pdf") })];
  });
  // The type has one entry for each row of the table of operations.
  return Object.fromEntries(methods) as Client;
}

/** Returns the headers of every call: whose it is, and whom it is meant for. */
const headersOf = ({ key, userID }: ClientOptions) => ({
  Authorization: key === undefined ? key : `Bearer ${key}`,
  "Asbuilt-User": userID,
});

const bookmarkHeader = "Asbuilt-Bookmark";

/**
 * Returns a fetch that sends the newest bookmark of the responses before: where the service reads
 * replicas, no call reads an older state. Of two bookmarks of a service the later one is the greater text.
 */
function bookmarking(fetch: ClientOptions["fetch"] = globalThis.fetch) {
  let newest = "";
  return async (request: Request): Promise<Response> => {
    const sent = newest;
    if (sent) request.headers.set(bookmarkHeader, sent);
    const response = await fetch(request);
    const noted = response.headers.get(bookmarkHeader);
    // Responses can overtake each other. Only a service that has lost a state returns an older one.
    if (noted && (newest === sent || noted > newest)) newest = noted;
    return response;
  };
}

/** Whether a caller gets a form of responses as a file. */
const isFile = (kind: string) => kind === "csv" || kind === "pdf" || kind === "file";

/** Returns the headers of a call, and how its body is written: a file as it is. */
const formOf = (call: AnyCall, kind: keyof typeof mediaTypes) => ({
  headers: {
    "Idempotency-Key": call.idempotencyKey,
    "Last-Event-ID": call.lastEventId,
    Accept: kind === "csv" || kind === "pdf" ? mediaTypes[kind] : undefined,
    "Content-Type": call.body instanceof Blob ? mediaTypes.file : undefined,
  },
  bodySerializer: call.body instanceof Blob ? () => call.body : undefined,
});

/**
 * Returns the cursor of the next page, from `Link: <path?cursor=...>; rel="next"`. It is undefined
 * for the last page.
 */
export function cursorOf({ headers }: Response): string | undefined {
  const [, query] = /\?([^>]*)>; rel="next"/.exec(headers.get("Link") ?? "") ?? [];
  return new URLSearchParams(query).get("cursor") ?? undefined;
}

/**
 * Returns the name and the operation of a row: `method path`, then the form of the response and the name
 * where they are others than `json` and that of the path, such as buildRemove for /api/Build/Remove.
 */
function operationOf(row: string) {
  // The generator has written it.
  const [method, path, kind = "json", named] = row.split(" ") as [...Operation, string?];
  const [, initial, group, verb] = /api\/(.)(\w*).(\w*)/.exec(path) ?? [];
  const name = named ?? initial!.toLowerCase() + group + verb;
  const operation: Operation = [method, path, kind];
  return { name, operation };
}

/** An operation: method, path, and the form of the response. */
type Operation = readonly [string, string, (keyof typeof mediaTypes)?];

const mediaTypes = {
  json: "application/json",
  report: "application/json",
  stream: "text/event-stream",
  csv: "text/csv",
  pdf: "application/pdf",
  file: "application/octet-stream",
} as const;

interface AnyCall {
  readonly body?: unknown;
  readonly path?: unknown;
  readonly query?: object;
  readonly idempotencyKey?: string;
  readonly lastEventId?: string;
  readonly signal?: AbortSignal;
}

// The types of fetch go by path. The types by operation are checked where a method is called.
type AnyRequest = (
  method: string,
  path: string,
  init: object,
) => Promise<
  FetchResponse<never, never, `${string}/${string}`> & {
    data?: ReadableStream<Uint8Array> | null;
    error?: unknown;
  }
>;

/** Returns undefined if the text is truncated or is not JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether this is the service's report about itself. A proxy's page with the status 503 is none. */
const isReport = (answer: unknown): boolean =>
  typeof answer === "object" && answer !== null && "status" in answer && "parts" in answer;

/** Returns the problem of a response. A proxy can respond without a problem document. */
function problemOf(answer: unknown, { status }: Response): Problem {
  // A gateway's JSON can have a code and a detail too, but no request id of asbuilt.
  const { code, detail, requestId } = (answer ?? {}) as Partial<Problem>;
  if ([code, detail, requestId].every((field) => typeof field === "string")) {
    return { ...(answer as Problem), status };
  }
  return {
    type: "about:blank",
    title: notOurs,
    status,
    detail: typeof answer === "string" && answer !== "" ? answer : notOurs,
    code: "unknown",
    requestId: "",
  };
}

const notOurs = "The response did not come from asbuilt.";
