import { connect, type Socket } from "node:net";

/** The parts of a response that a load needs. */
export interface Answered {
  readonly status: number;
  /** The length of the body. */
  readonly bytes: number;
  /** The `Retry-After` header of a refusal. */
  readonly retryAfter: string | undefined;
}

const headEnd = Buffer.from("\r\n\r\n");

/**
 * A kept-alive connection that sends one request at a time. It reads only the length, the status
 * and the `Retry-After` of a response: the load must cost far less than the server.
 */
export class Connection {
  private readonly socket: Socket;
  private received: Buffer = Buffer.alloc(0);
  private answered: ((answer: Answered) => void) | undefined;
  private failed: ((error: Error) => void) | undefined;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.setNoDelay(true);
    socket.on("data", (data: Buffer) => this.take(data));
    socket.on("error", (error) => this.failed?.(error));
    socket.on("close", () => this.failed?.(new Error("The server closed the connection.")));
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, "127.0.0.1", () => resolve(new Connection(socket)));
      socket.once("error", reject);
    });
  }

  /** Sends the text of a request. Resolves when the whole response has arrived. */
  send(request: string): Promise<Answered> {
    return new Promise((resolve, reject) => {
      this.answered = resolve;
      this.failed = reject;
      this.socket.write(request);
    });
  }

  close(): void {
    this.failed = undefined;
    this.socket.destroy();
  }

  private take(data: Buffer): void {
    this.received = this.received.length === 0 ? data : Buffer.concat([this.received, data]);
    const head = this.received.indexOf(headEnd);
    if (head < 0) return;
    const text = this.received.toString("latin1", 0, head).toLowerCase();
    const end = bodyEnd(this.received, head, text);
    if (end === undefined || this.received.length < end) return;
    const status = Number(this.received.toString("latin1", 9, 12));
    const bytes = end - head - headEnd.length;
    this.received = this.received.subarray(end);
    const isRefused = status === 503 || status === 429;
    const retryAfter = isRefused ? /\nretry-after: *([^\r]*)/.exec(text)?.[1] : undefined;
    this.answered?.({ status, bytes, retryAfter });
  }
}

const lastChunk = Buffer.from("\r\n0\r\n\r\n");

/** Returns the end of the body that follows a head, or undefined while it is unknown. */
function bodyEnd(received: Buffer, head: number, text: string): number | undefined {
  const length = /\ncontent-length: *(\d+)/.exec(text);
  if (length) return head + headEnd.length + Number(length[1]);
  const last = received.indexOf(lastChunk, head);
  return last < 0 ? undefined : last + lastChunk.length;
}
