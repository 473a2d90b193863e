import type { RouteConfig, RouteHandler } from "@hono/zod-openapi";
import type { Limits } from "./admission/rate-limit.ts";
import type { Calling } from "./webhooks/call.ts";
import type { Context as CoreContext, Executor, Principal, Sha256 } from "@asbuilt/core";

/** What a handler finds in the context by name; `c.var` would copy all of it each time. */
export interface Environment {
  Variables: {
    context: CoreContext;
    requestId: string;
    /** The headers of the answer, whatever it will be. */
    headers: Record<string, string>;
  };
}

/** One handler for each route of a group: a missing one, or a wrong field, does not compile. */
export type Handlers<Routes extends Readonly<Record<string, RouteConfig>>> = {
  readonly [Name in keyof Routes]: RouteHandler<Routes[Name], Environment>;
};

/** One line of the log, as data; the app gives it its form. */
export interface LogEntry {
  readonly level: "debug" | "info" | "warn" | "error";
  readonly message: string;
  readonly requestId?: string;
  readonly [detail: string]: unknown;
}

/** What the wiring of a runtime hands to the app. */
export interface AppOptions {
  readonly executor: Executor;
  /** Milliseconds since 1970 in UTC. */
  readonly now: () => number;
  readonly log: (entry: LogEntry) => void;
  /** Whether each request is logged, at the level debug. */
  readonly logsRequests?: boolean | undefined;
  /** The first administrator's key, where the configuration gives one. */
  readonly adminKey?: string | undefined;
  /** How often keys and addresses may ask; without it nothing is counted. */
  readonly limits?: Limits | undefined;
  /** The origins whose pages may ask from a browser, `*` for any; none unless configured. */
  readonly corsOrigins?: readonly string[] | undefined;
  /** The base URI of events, by which systems that follow several plants tell them apart. */
  readonly eventSource?: string | undefined;
  /** What the identifiers of EPCIS events begin with where they are not those of GS1. */
  readonly epcisBase?: string | undefined;
  /**
   * Whether one request may wait for what another one has asked for: on Node, not on Workers, where
   * each is an invocation of its own.
   */
  readonly sharesReads?: boolean | undefined;
  /** How other systems are called; without it, nobody is. */
  readonly calling?: Calling | undefined;
  /** Called when a command has run that may have written: one that only reads never calls it. */
  readonly onWrite?: (() => void) | undefined;
  /** Ends all streams of events, when the service stops. */
  readonly stopping?: AbortSignal | undefined;
  /** Who acts, where the app is called within the process by whoever runs it: no key is asked. */
  readonly principal?: Principal | undefined;
  /** How the runtime hashes; without it by Web Crypto. */
  readonly sha256?: Sha256 | undefined;
  /** Which public keys may have signed the seals; without it, or where it finds none, any. */
  readonly trustedKeys?: (() => Promise<readonly string[] | undefined>) | undefined;
  /** The document, or a file of the docs page; undefined where there is none of that name. */
  readonly asset: (name: string) => Promise<Response | undefined>;
}

/** What was handed to the app, with its own choice where there was none. */
export interface AppSettings extends AppOptions {
  readonly sha256: Sha256;
}
