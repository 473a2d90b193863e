import type { components } from "./schema.gen.ts";

/** An event as the service sends it: a CloudEvent 1.0 in its JSON form. */
export type CloudEvent = components["schemas"]["Event"];

/** The service sends something every 15 seconds: a minute of silence means a lost connection. */
const silenceMs = 60_000;

interface Following {
  readonly lastEventId?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Events as they happen, for one loop: leaving it ends the request. */
export class EventStream implements AsyncIterable<CloudEvent> {
  /** The last id received, also of an event of another type: a new stream can continue after it. */
  lastEventId: string | undefined;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #signal: AbortSignal | undefined;
  #silence: ReturnType<typeof setTimeout>;
  #isLeft = false;

  constructor(body: ReadableStream<Uint8Array>, { lastEventId, signal }: Following) {
    // Immediately, because Node cancels an unread body when it collects the response. With a
    // reader, because not every browser can loop over a body.
    this.#reader = body.getReader();
    this.#signal = signal;
    this.lastEventId = lastEventId;
    // Node forgets the signal of a request when it collects the request.
    signal?.addEventListener("abort", this.#leave);
    // From now on, because the caller might never loop over it.
    this.#silence = setTimeout(this.#leave, silenceMs);
  }

  /** Parses server-sent events as the HTML standard defines them. */
  async *[Symbol.asyncIterator](): AsyncGenerator<CloudEvent, void> {
    let id = this.lastEventId;
    let data = "";
    try {
      for await (const line of this.#lines()) {
        const [, field, value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line)!;
        if (field === "id" && !value.includes("\0")) id = value;
        if (field === "data") data += `${value}\n`;
        if (line !== "") continue;
        // One chunk can hold many events: none is yielded after the signal.
        this.#signal?.throwIfAborted();
        this.lastEventId = id;
        if (data !== "") yield JSON.parse(data);
        data = "";
      }
    } finally {
      this.#leave();
    }
  }

  /** Yields lines as they arrive, without an incomplete last line. */
  async *#lines(): AsyncGenerator<string, void> {
    const utf8 = new TextDecoder();
    let rest = "";
    // oxlint-disable no-await-in-loop -- each chunk follows the one before
    for (let chunk = await this.#read(); chunk; chunk = await this.#read()) {
      // The next character decides whether a CR alone ends a line.
      const lines = (rest + utf8.decode(chunk, { stream: true })).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop()!;
      yield* lines;
    }
    // oxlint-enable no-await-in-loop
  }

  /** Returns the next chunk, or undefined if the stream has ended or was silent for too long. */
  async #read(): Promise<Uint8Array | undefined> {
    this.#signal?.throwIfAborted();
    clearTimeout(this.#silence);
    this.#silence = setTimeout(this.#leave, silenceMs);
    const read = await this.#reader.read().catch((error: unknown) => {
      // After the loop is left, Node ends the pending read, and the Workers runtime rejects it.
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
    // If the body has failed, the pending read throws that error.
    void this.#reader.cancel().catch(() => undefined);
  };
}
