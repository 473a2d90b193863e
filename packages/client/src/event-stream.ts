import type { components } from "./schema.gen.ts";

/** An event as the service tells it: a CloudEvent 1.0 in its JSON form. */
export type CloudEvent = components["schemas"]["Event"];

/** The service says something every 15 seconds: after a minute of silence the connection is lost. */
const silenceMs = 60_000;

interface Following {
  readonly lastEventId?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Events as they happen, for one loop: leaving it ends the request. */
export class EventStream implements AsyncIterable<CloudEvent> {
  /** The last id that was told, also of an event of another type: where to go on from. */
  lastEventId: string | undefined;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #signal: AbortSignal | undefined;

  constructor(body: ReadableStream<Uint8Array>, { lastEventId, signal }: Following) {
    // At once: Node cancels a body that nobody reads when it collects the response. And by a reader,
    // since not every browser can loop over a body.
    this.#reader = body.getReader();
    this.#signal = signal;
    this.lastEventId = lastEventId;
  }

  /** Server-sent events, as the HTML standard has them read. */
  async *[Symbol.asyncIterator](): AsyncGenerator<CloudEvent, void> {
    let id = this.lastEventId;
    let data = "";
    for await (const line of linesOf(this.#reader, this.#signal)) {
      const [, field, value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line)!;
      if (field === "id" && !value.includes("\0")) id = value;
      if (field === "data") data += `${value}\n`;
      if (line !== "") continue;
      this.lastEventId = id;
      if (data !== "") yield JSON.parse(data);
      data = "";
    }
  }
}

/** Lines as they come. What the stream breaks off in is none. */
async function* linesOf(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<string, void> {
  const utf8 = new TextDecoder();
  // Of a body that has failed the read tells it.
  const leave = () => void reader.cancel().catch(() => undefined);
  // Node forgets the signal of a request when it collects what is left of it.
  signal?.addEventListener("abort", leave);
  let rest = "";
  try {
    // oxlint-disable no-await-in-loop -- each chunk follows the one before
    for (;;) {
      signal?.throwIfAborted();
      const silence = setTimeout(leave, silenceMs);
      const { done, value } = await reader.read().finally(() => clearTimeout(silence));
      if (done) return signal?.throwIfAborted();
      // Whether a CR ends a line by itself is told by what follows it.
      const lines = (rest + utf8.decode(value, { stream: true })).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop()!;
      yield* lines;
    }
    // oxlint-enable no-await-in-loop
  } finally {
    signal?.removeEventListener("abort", leave);
    leave();
  }
}
