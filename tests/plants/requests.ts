/** A response of the service. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON of the body. */
  // Tests read whatever the contract declares for the route that they call.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
}

export interface RequestOptions {
  /** A key, or null for none. The default is the administrator's. */
  readonly key?: string | null;
  /** Headers besides those of the key and the body. Null omits one of these. */
  readonly headers?: Readonly<Record<string, string | null>>;
}

/** The ways to call a service. */
export interface Requests {
  get(path: string, options?: RequestOptions): Promise<Answer>;
  /** Sends text or bytes unchanged, and any other body as JSON. */
  post(path: string, body: unknown, options?: RequestOptions): Promise<Answer>;
  put(path: string, body: unknown, options?: RequestOptions): Promise<Answer>;
  delete(path: string, body: unknown, options?: RequestOptions): Promise<Answer>;
  request(method: string, path: string, body?: unknown, options?: RequestOptions): Promise<Answer>;
  /** Sends a request that must succeed. Returns the body, or fails the test with the problem. */
  done(method: "post" | "put" | "delete", path: string, body: object): Promise<Answer["body"]>;
  /** Sends n requests at the same time. Returns the responses and counts them by status. */
  race(n: number, send: (i: number) => Promise<Answer>): Promise<Race>;
  /** Returns text that nothing else in the plant has. */
  unique(prefix: string): string;
}

export interface Race {
  readonly answers: readonly Answer[];
  readonly tally: Readonly<Record<number, number>>;
}

let minted = 0;

/** Returns all ways to call a service, built on one function that sends any request. */
export function requestsBy(request: Requests["request"]): Requests {
  const requests: Requests = {
    request,
    get: (path, options) => request("GET", path, undefined, options),
    post: (path, body, options) => request("POST", path, body, options),
    put: (path, body, options) => request("PUT", path, body, options),
    delete: (path, body, options) => request("DELETE", path, body, options),
    done: async (method, path, body) => {
      const answer = await requests[method](path, body);
      if (answer.status === 200) return answer.body;
      throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    },
    race: async (n, send) => {
      const answers = await Promise.all(Array.from({ length: n }, (_, i) => send(i)));
      const tally: Record<number, number> = {};
      for (const { status } of answers) tally[status] = (tally[status] ?? 0) + 1;
      return { answers, tally };
    },
    unique: (prefix) => `${prefix}-${++minted}`,
  };
  return requests;
}

/** Calls a service over the network, on connections that are kept open. */
export const requestsTo = (service: { readonly address: string; readonly key: string }): Requests =>
  requestsBy(async (method, path, body, options = {}) => {
    const all = { key: service.key, ...options };
    return answerOf(await fetch(requestOf(`${service.address}${path}`, method, body, all)));
  });

/** Returns the request to send to a service at that address. */
export function requestOf(
  url: string,
  method: string,
  body: unknown,
  { key, headers }: RequestOptions,
): Request {
  const isRaw = typeof body === "string" || body instanceof Uint8Array;
  const all = {
    Authorization: key === null ? null : `Bearer ${key}`,
    "Content-Type": body === undefined ? null : "application/json",
    ...headers,
  };
  return new Request(url, {
    method,
    headers: Object.entries(all).flatMap(([name, value]) =>
      value === null ? [] : [[name, value] as [string, string]],
    ),
    // Bytes are a valid body, like text. Node and Workers disagree on the type of bytes.
    ...(body === undefined ? {} : { body: isRaw ? (body as string) : JSON.stringify(body) }),
  });
}

/** Reads a response to its end. */
export async function answerOf(response: Response): Promise<Answer> {
  const { status, headers } = response;
  const text = await response.text();
  const isJson = /\bjson\b/.test(headers.get("Content-Type") ?? "");
  return { status, headers, body: isJson ? JSON.parse(text) : text };
}
