import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** The requests of a connection that can wait. A client that sends more reads no responses. */
const waitingRequestsMax = 16;

/** No further request can wait behind requests of this size. */
const waitingBytesMax = 32 * 1024;

/** Handles a request; `isLast` is whether no other request waits behind it. */
export type Listener = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  isLast: boolean,
) => void;

/**
 * Passes a request to the listener after the responses to all earlier requests of its connection
 * are sent and read. A connection therefore keeps one response in memory, even if its client sends
 * many requests and reads nothing.
 */
export function pipelined(listener: Listener): (...of: [IncomingMessage, ServerResponse]) => void {
  const queues = new WeakMap<Socket, { requests: number; bytes: number }>();
  return (incoming, outgoing) => {
    // A response has no socket while an earlier one is being sent.
    if (outgoing.socket) return listener(incoming, outgoing, true);
    const { socket } = incoming;
    const queue = queues.get(socket) ?? { requests: 0, bytes: 0 };
    if (queue.requests >= waitingRequestsMax || queue.bytes >= waitingBytesMax) {
      return void socket.destroy();
    }
    const bytes = bufferedBytesOf(incoming);
    queue.requests += 1;
    queue.bytes += bytes;
    queues.set(socket, queue);
    // If the connection closes before, the request is dropped: no client waits for it.
    outgoing.once("socket", () => {
      queue.requests -= 1;
      queue.bytes -= bytes;
      listener(incoming, outgoing, queue.requests === 0);
    });
  };
}

/** Returns the memory that a waiting request takes. Node reads only a part of a large body. */
function bufferedBytesOf({ url = "", headers, rawHeaders }: IncomingMessage): number {
  const head = rawHeaders.reduce((sum, text) => sum + text.length, url.length);
  // Without a length, the size of the body is not known.
  if (headers["transfer-encoding"] !== undefined) return head + waitingBytesMax;
  return head + Number(headers["content-length"] ?? 0);
}
