import { addressOf, type ServerLocation } from "./server-address.ts";
import {
  type BatchResult,
  type PipelineResponse,
  ServerError,
  type StreamRequest,
} from "./hrana.ts";

/** How the requests to a server are sent. */
export interface Sending {
  readonly fetch?: typeof fetch;
  /** Ends the requests that have no signal of their own. */
  readonly signal?: AbortSignal;
  /**
   * How long a stream is used at most. A replica that begins again with a new log leaves the streams
   * that are open with the old one, for as long as they are used.
   */
  readonly streamMsMax?: number;
}

/**
 * How long a stream is used again after its last use. A server closes a stream that nobody uses:
 * sqld after 10 seconds.
 */
const idleMsMax = 5000;

/** The most streams that are kept: a process sends 8 reads and a write at the same time. */
const keptMax = 9;

/** How long closing a stream takes at most. If it fails, the server does it some seconds later. */
const closingMsMax = 1000;

/** A stream: a connection to SQLite that the server keeps open. One request at a time uses it. */
export interface HranaStream {
  /** The mark that the next request carries; null before the first one, and once it is closed. */
  baton: string | null;
  url: string;
  readonly openedAt: number;
  usedAt: number;
}

/** The streams of a server. */
export interface HranaStreams {
  /** Returns a stream that nobody else uses. */
  readonly open: () => HranaStream;
  /** Runs a batch on a stream. */
  readonly run: (
    stream: HranaStream,
    request: StreamRequest,
    signal?: AbortSignal,
  ) => Promise<BatchResult>;
  /** Runs a batch on a kept stream, or on a new one. */
  readonly runOnAny: (
    request: StreamRequest,
    signal?: AbortSignal,
  ) => Promise<{ readonly stream: HranaStream; readonly result: BatchResult }>;
  /** Keeps a stream for the next batch. */
  readonly keep: (stream: HranaStream) => void;
  readonly close: (stream: HranaStream) => void;
}

/** Returns the streams of a server. Throws for an address that is none. */
export function hranaStreams(location: ServerLocation, sending: Sending): HranaStreams {
  const { url: base, authToken } = addressOf(location);
  const url = pipelineAt(base);
  const headers = {
    "Content-Type": "application/json",
    // To compress and to unpack a response took more time than everything else in a read.
    "Accept-Encoding": "identity",
    ...(authToken === undefined ? {} : { Authorization: `Bearer ${authToken}` }),
  };
  const { streamMsMax = Infinity } = sending;
  const isYoung = ({ openedAt }: HranaStream) => performance.now() - openedAt < streamMsMax;
  const kept: HranaStream[] = [];

  const send = async (stream: HranaStream, request: StreamRequest, signal?: AbortSignal) => {
    const response = await (sending.fetch ?? fetch)(stream.url, {
      method: "POST",
      headers,
      body: JSON.stringify({ baton: stream.baton, requests: [request] }),
      signal: signal ?? sending.signal ?? null,
    });
    if (!response.ok) throw await errorOf(response);
    // A proxy can answer instead of the server.
    const answer = (await response.json()) as Partial<PipelineResponse> | null;
    const result = answer?.results?.[0];
    if (!result) throw notUnderstood();
    stream.baton = answer.baton ?? null;
    if (answer.base_url) stream.url = pipelineAt(answer.base_url);
    stream.usedAt = performance.now();
    return result;
  };

  const streams: HranaStreams = {
    open: () => ({ baton: null, url, openedAt: performance.now(), usedAt: 0 }),
    run: async (stream, request, signal) => {
      const sent = await send(stream, request, signal);
      if (sent.type === "ok" && sent.response.result) return sent.response.result;
      streams.close(stream);
      throw sent.type === "error" ? new ServerError(sent.error) : notUnderstood();
    },
    runOnAny: async (request, signal) => {
      const known = newestOf(kept);
      if (known) {
        try {
          return { stream: known, result: await streams.run(known, request, signal) };
        } catch (error) {
          if (!(error instanceof StreamGone)) throw error;
          // Nothing has run. A server that was restarted knows none of them.
          kept.length = 0;
        }
      }
      const stream = streams.open();
      return { stream, result: await streams.run(stream, request, signal) };
    },
    keep: (stream) => {
      const isUsable = stream.baton !== null && isYoung(stream);
      if (isUsable && kept.length < keptMax) kept.push(stream);
      else streams.close(stream);
    },
    close: (stream) => {
      if (stream.baton === null) return;
      send(stream, { type: "close" }, AbortSignal.timeout(closingMsMax)).catch(() => {});
    },
  };
  return streams;
}

/** Takes the stream that was used last. If the server can have closed it, so it can the others. */
function newestOf(kept: HranaStream[]): HranaStream | undefined {
  const newest = kept.pop();
  if (newest && performance.now() - newest.usedAt < idleMsMax) return newest;
  kept.length = 0;
  return undefined;
}

const notUnderstood = () =>
  new ServerError({ message: "the response is not one of a libSQL server", code: "HRANA_ERROR" });

/** A stream that the server does not know any more: nothing has run. */
class StreamGone extends ServerError {}

/**
 * Returns the error of a response that is no success. It is taken as text: JSON can be a proxy's.
 */
async function errorOf(response: Response): Promise<ServerError> {
  const text = (await response.text()).trim().slice(0, 200);
  const message = `Server returned HTTP status ${response.status}${text && `: ${text}`}`;
  // A baton that was used already is another matter: that request can have run.
  const isGone = /invalid baton|STREAM_EXPIRED/.test(text);
  return new (isGone ? StreamGone : ServerError)({ message, code: "SERVER_ERROR" });
}

const pipelineAt = (base: string): string => new URL("v3/pipeline", base).href;
