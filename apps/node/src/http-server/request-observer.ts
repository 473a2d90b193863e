import type { Listener } from "./pipelining.ts";

/**
 * Observes a request as it begins, by its method and its target. Returns the function that is called
 * at its end with its status; undefined if the client left before the response began.
 */
export type RequestObserver = (
  method: string,
  target: string,
) => (status: number | undefined) => void;

/** Passes requests on to a listener, and reports each of them to an observer if there is one. */
export const observed = (listener: Listener, observer: RequestObserver | undefined): Listener =>
  observer === undefined
    ? listener
    : (incoming, outgoing, isLast) => {
        // Node sets both for a request of a server.
        const end = observer(incoming.method!, incoming.url!);
        outgoing.once("close", () => end(outgoing.headersSent ? outgoing.statusCode : undefined));
        listener(incoming, outgoing, isLast);
      };
