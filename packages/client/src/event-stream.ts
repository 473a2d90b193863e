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
  #silence: ReturnType<typeof setTimeout>;
  #isLeft = false;

  constructor(body: ReadableStream<Uint8Array>, { lastEventId, signal }: Following) {
    // At once: Node cancels a body that nobody reads when it collects the response. And by a reader,
    // since not every browser can loop over a body.
    this.#reader = body.getReader();
    this.#signal = signal;
    this.lastEventId = lastEventId;
    // Node forgets the signal of a request when it collects what is left of it.
    signal?.addEventListener("abort", this.#leave);
    // From now on, since nobody may ever loop over it.
    this.#silence = setTimeout(this.#leave, silenceMs);
  }

  /** Server-sent events, as the HTML standard has them read. */
  async *[Symbol.asyncIterator](): AsyncGenerator<CloudEvent, void> {
    let id = this.lastEventId;
    let data = "";
    try {
      for await (const line of this.#lines()) {
        const [, field, value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line)!;
        if (field === "id" && !value.includes("\0")) id = value;
        if (field === "data") data += `${value}\n`;
        if (line !== "") continue;
        // Many events may have come at once: none is told after the signal.
        this.#signal?.throwIfAborted();
        this.lastEventId = id;
        if (data !== "") yield JSON.parse(data);
        data = "";
      }
    } finally {
      this.#leave();
    }
  }

  /** Lines as they come. What the stream breaks off in is none. */
  async *#lines(): AsyncGenerator<string, void> {
    const utf8 = new TextDecoder();
    let rest = "";
    // oxlint-disable no-await-in-loop -- each chunk follows the one before
    for (let chunk = await this.#read(); chunk; chunk = await this.#read()) {
      // Whether a CR ends a line by itself is told by what follows it.
      const lines = (rest + utf8.decode(chunk, { stream: true })).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop()!;
      yield* lines;
    }
    // oxlint-enable no-await-in-loop
  }

  /** The next chunk; none where the stream has ended, or was silent for too long. */
  async #read(): Promise<Uint8Array | undefined> {
    this.#signal?.throwIfAborted();
    clearTimeout(this.#silence);
    this.#silence = setTimeout(this.#leave, silenceMs);
    const read = await this.#reader.read().catch((error: unknown) => {
      // Once it is left, Node ends what is being read, and the Workers runtime rejects it.
      if (!this.#isLeft) throw error;
    });
    clearTimeout(this.#silence);
    this.#signal?.throwIfAborted();
    return read?.value;
  }

  readonly #leave = (): void => {
    clearTimeout(this.#silence);
    this.#signal?.removeEventListener("abort", this.#leave);
    this.#isLeft = true;
    // Of a body that has failed the read tells it.
    void this.#reader.cancel().catch(() => undefined);
  };
}
