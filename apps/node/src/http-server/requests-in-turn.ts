import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** So many requests of one connection may wait behind another. Who sends more reads no answers. */
const mostWaiting = 16;

/** Behind requests that have so many bytes, no other one may wait. */
const mostWaitingBytes = 32 * 1024;

/** Answers a request; `isLast` says whether none waits behind it. */
type Listener = (incoming: IncomingMessage, outgoing: ServerResponse, isLast: boolean) => void;

/**
 * Gives a request to the listener once those before it on its connection are answered, and what
 * they were answered has been taken: a connection holds one answer at a time, however many requests
 * it sends without reading.
 */
export function requestsInTurn(
  listener: Listener,
): (...of: [IncomingMessage, ServerResponse]) => void {
  const queues = new WeakMap<Socket, { requests: number; bytes: number }>();
  return (incoming, outgoing) => {
    // An answer has no socket while another one is before it.
    if (outgoing.socket) return listener(incoming, outgoing, true);
    const { socket } = incoming;
    const queue = queues.get(socket) ?? { requests: 0, bytes: 0 };
    if (queue.requests >= mostWaiting || queue.bytes >= mostWaitingBytes) {
      return void socket.destroy();
    }
    const bytes = bytesOf(incoming);
    queue.requests += 1;
    queue.bytes += bytes;
    queues.set(socket, queue);
    // Where the connection is closed before its turn, nobody waits for the answer.
    outgoing.once("socket", () => {
      queue.requests -= 1;
      queue.bytes -= bytes;
      listener(incoming, outgoing, queue.requests === 0);
    });
  };
}

/** What a request holds while it waits. Of a large body, Node reads no more than a part. */
function bytesOf({ url = "", headers, rawHeaders }: IncomingMessage): number {
  const head = rawHeaders.reduce((sum, text) => sum + text.length, url.length);
  // How much comes without a length is not known.
  if (headers["transfer-encoding"] !== undefined) return head + mostWaitingBytes;
  return head + Number(headers["content-length"] ?? 0);
}
