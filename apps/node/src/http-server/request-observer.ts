import type { IncomingMessage } from "node:http";
import type { Listener } from "./pipelining.ts";

/**
 * Observes a request as it begins. Returns the function that is called at its end with its status;
 * undefined if the client left before the response began.
 */
export type RequestObserver = (incoming: IncomingMessage) => (status: number | undefined) => void;

/** Passes requests on to a listener, and reports each of them to an observer if there is one. */
export const observed = (listener: Listener, observer: RequestObserver | undefined): Listener =>
  observer === undefined
    ? listener
    : (incoming, outgoing, isLast) => {
        const end = observer(incoming);
        outgoing.once("close", () => end(outgoing.headersSent ? outgoing.statusCode : undefined));
        listener(incoming, outgoing, isLast);
      };
