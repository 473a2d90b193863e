import {
  type Answer,
  type Call,
  createClient,
  cursorOf,
  type OperationName,
  ProblemError,
  type Result,
} from "@asbuilt/client";

/** The service could not be reached: nobody knows whether it got the request. */
export class Unreachable extends Error {
  override readonly name = "Unreachable";
}

/** A page of a list, and the cursor of the next one. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly next: string | undefined;
  /** The operation that listed it. */
  readonly of?: ListName;
}

/** A part of an answer that is no list, and the cursor of the next one. */
export interface Part<Content> {
  readonly content: Content;
  readonly next: string | undefined;
}

type RowOf<Name extends OperationName> = Answer<Name> extends readonly (infer Row)[] ? Row : never;

/** The operations whose answer is a list. */
export type ListName = {
  [Name in OperationName]: Answer<Name> extends readonly unknown[] ? Name : never;
}[OperationName];

/** A page or part: the cursor of the one before, unless it is the first, and the most of its rows. */
interface Place {
  readonly cursor: string | undefined;
  readonly limit?: number;
}

/** The service as one person sees it. Each method throws a ProblemError or Unreachable. */
export interface Asbuilt {
  readonly send: <Name extends OperationName>(
    name: Name,
    call: Call<Name>,
  ) => Promise<Answer<Name>>;
  readonly page: <Name extends ListName>(
    name: Name,
    call: Call<Name>,
    place: Place,
  ) => Promise<Page<RowOf<Name>>>;
  /** Reads a whole list as a file for a spreadsheet. */
  readonly csv: <Name extends ListName>(name: Name, call: Call<Name>) => Promise<Blob>;
  /** Reads a device history record as PDF. */
  readonly recordPdf: (call: Call<"deviceHistoryRecordGet">) => Promise<Blob>;
  readonly part: <Name extends OperationName>(
    name: Name,
    call: Call<Name>,
    place: Place,
  ) => Promise<Part<Answer<Name>>>;
}

const isTimeout = ({ reason }: AbortSignal): boolean =>
  reason instanceof DOMException && reason.name === "TimeoutError";

/** A person with a scanner waits no longer for an answer: the next scan may be behind it. */
const soonMsMax = 10_000;

/** Returns the signal of a read that a scan waits for: a late answer counts as none. */
export const soon = (signal?: AbortSignal): AbortSignal => {
  const late = AbortSignal.timeout(soonMsMax);
  return signal ? AbortSignal.any([signal, late]) : late;
};

/** How the service knows the person: by a key, or by the cookie of that user's session. */
export type Sender = { readonly key: string } | { readonly userID: number | undefined };

export function connect(sender: Sender): Asbuilt {
  const client = createClient({ baseUrl: location.origin, ...sender, onProblem: "return" });
  const answered = async <Data>(sent: Promise<Result<Data>>, signal?: AbortSignal) => {
    const result = await sent.catch((error: unknown) => {
      if (signal?.aborted && !isTimeout(signal)) throw error;
      throw new Unreachable("The service can't be reached.", { cause: error });
    });
    if (result.problem) {
      const error = new ProblemError(result.problem, result.response);
      for (const listener of refusalListeners) listener(error, own);
      throw error;
    }
    return result;
  };
  const ask = <Name extends OperationName>(name: Name, call: Call<Name>) =>
    answered(client[name](call), call.signal);
  const part: Asbuilt["part"] = async (name, call, place) => {
    const query = { ...Object(call.query), ...place };
    // An operation that is read page by page takes both in its query.
    const { data, response } = await ask(name, { ...call, query } as typeof call);
    return { content: data, next: cursorOf(response) };
  };
  const own: Asbuilt = {
    send: async (name, call) => (await ask(name, call)).data,
    page: async (name, call, place) => {
      const { content, next } = await part(name, call, place);
      // A list's answer is an array of its rows.
      return { rows: content as never, next, of: name };
    },
    csv: async (name, call) => {
      // Every list has this method.
      const { csv } = client[name] as { csv: (call: object) => Promise<Result<Blob>> };
      return (await answered(csv(call), call.signal)).data;
    },
    recordPdf: async (call) =>
      (await answered(client.deviceHistoryRecordGet.pdf(call), call.signal)).data,
    part,
  };
  return own;
}

type RefusalListener = (error: ProblemError, by: Asbuilt) => void;

const refusalListeners = new Set<RefusalListener>();

/** Calls back for each refusal, with the sender that got it. Returns how to stop. */
export function onRefusals(listener: RefusalListener): () => void {
  refusalListeners.add(listener);
  return () => void refusalListeners.delete(listener);
}
