import type { ProblemCode } from "@asbuilt/contract";
import type { RouteConfig, RouteHandler } from "@hono/zod-openapi";
import type {
  AnchorStore,
  AttachmentStore,
  Context as CoreContext,
  Deflate,
  Executor,
  Principal,
  Received,
  RoomLimits,
  Scrypt,
  Sha256,
} from "@asbuilt/core";
import type { Context } from "hono";
import type { Reading } from "./admission/long-reads.ts";
import type { Limits } from "./admission/rate-limit.ts";
import type { OidcSettings } from "./oidc/settings.ts";
import type { CsvColumn } from "./response/csv.ts";
import type { SecurityEvent, SecurityKind, SecurityLog } from "./security-log.ts";
import type { Calling } from "./webhooks/call.ts";

/** The variables of a request. Handlers read one by its name: `c.var` copies all of them. */
export interface Environment {
  Variables: {
    context: CoreContext;
    /** Of a request that reads. */
    reading?: Reading;
    requestId: string;
    /** The id of the operation that the request is for, if its path has one. */
    operation?: string;
    /** The key of the request and its user, once it is known. */
    sender?: Principal;
    /** The headers of the response, whether it is a record or a problem. */
    headers: Record<string, string>;
    /** The fields that the records of a list have; undefined if they have all. */
    fields?: readonly string[];
    /** The columns of a list that the client accepts as CSV. */
    csv?: readonly CsvColumn[];
    /** Of an operation whose responses can be compressed, if the runtime does that. */
    codingFor?: CodingFor;
    /** The file of an upload, which was received and is not kept yet. */
    file?: ReceivedFile;
    /** Reports an event of security by the sender of the request, whose key is known. */
    report: ReportOf | undefined;
  };
}

/** A file that was received. */
export interface ReceivedFile {
  readonly received: Received;
  readonly mediaType: string;
}

/** Reports an event of security by a known sender. */
export type ReportOf = (kind: SecurityKind, facts?: Omit<SecurityEvent, "kind">) => void;

/** A request as Hono passes it to a handler. */
export type RequestContext = Context<Environment>;

/** One handler for each route of a group: a missing handler, or a wrong field, does not compile. */
export type Handlers<Routes extends Readonly<Record<string, RouteConfig>>> = {
  readonly [Name in keyof Routes]: RouteHandler<Routes[Name], Environment>;
};

/** One line of the log, as data; the app formats it. */
export interface LogEntry {
  readonly level: "debug" | "info" | "warn" | "error";
  readonly message: string;
  readonly requestId?: string | undefined;
  readonly [detail: string]: unknown;
}

/** A content coding: how a response is compressed. */
export interface Coding {
  /** Its name in `Content-Encoding`. */
  readonly name: string;
  readonly text: (text: string) => Uint8Array | Promise<Uint8Array>;
  /** Compresses a stream. A client can read each chunk when it has arrived. */
  readonly stream: (bytes: ReadableStream<Uint8Array>) => ReadableStream<Uint8Array>;
}

/** Returns the coding that a client prefers by its `Accept-Encoding`; undefined for none. */
export type CodingFor = (acceptEncoding: string | undefined) => Coding | undefined;

/**
 * The state of sealing: whether there is a key, and how the last attempt ended. `unkept` is a failure
 * to write the kept anchor.
 */
export type SealingState = "ok" | "failing" | "unkept" | "off";

/** The parts and settings that a runtime gives to the app. */
export interface AppOptions {
  readonly executor: Executor;
  /** Returns milliseconds since 1970 in UTC. */
  readonly now: () => number;
  readonly log: (entry: LogEntry) => void;
  /** The level at which each request is logged; by default none is. */
  readonly requestLog?: "debug" | "info" | undefined;
  /** Whether each read is logged: who read what. */
  readonly logsReads?: boolean | undefined;
  /** Where events of security are reported; by default lines of the log. */
  readonly security?: SecurityLog | undefined;
  /**
   * Called for each request that is answered with a problem, with its code and what the runtime knows
   * the request by: `c.env` of Hono.
   */
  readonly onRefusal?: ((code: ProblemCode, env: unknown) => void) | undefined;
  /** Called when a valid key was used, itself or by a session; 0 is the key of who has none. */
  readonly onKeyUse?: ((keyId: number, sessionId: number | undefined) => void) | undefined;
  /** The number of days after which a key expires that is created without an expiry. */
  readonly keyDays?: number | undefined;
  /** The minutes without a request after which a session ends; core has a default. */
  readonly sessionIdleMinutes?: number | undefined;
  /** The hours after which a session ends anyway; core has a default. */
  readonly sessionHours?: number | undefined;
  /** The company's directory, if the configuration names one. */
  readonly oidc?: OidcSettings | undefined;
  /** The minutes for which a person acts at a station; core has a default. */
  readonly actMinutes?: number | undefined;
  /** The first administrator's key, if the configuration has one. */
  readonly adminKey?: string | undefined;
  /** The limits on the requests of keys and addresses; without them nothing is counted. */
  readonly limits?: Limits | undefined;
  /** The origins whose pages may call the API from a browser, `*` for any; none by default. */
  readonly corsOrigins?: readonly string[] | undefined;
  /** The source URI of events; systems that follow several plants tell them apart by it. */
  readonly eventSource?: string | undefined;
  /** The IANA name of the plant's time zone, which decides when a day begins; UTC by default. */
  readonly timeZone?: string | undefined;
  /** The name of this plant: units that were sent to another one are refused. */
  readonly plant?: string | undefined;
  /** The base of those EPCIS identifiers that are not GS1's. */
  readonly epcisBase?: string | undefined;
  /** The most hours that an operator can date what happened back; core has a default. */
  readonly backdatingHours?: number | undefined;
  /** The limits on the growth of the database; without them none is known. */
  readonly room?: RoomLimits | undefined;
  /**
   * Whether one request may wait for a read of another one: on Node, not on Workers, where each is
   * an invocation of its own.
   */
  readonly sharesReads?: boolean | undefined;
  /**
   * Whether the handlers of all routes are loaded at the start, not by the first request of one: in a
   * process that serves long, whose files an upgrade can replace.
   */
  readonly loadsHandlers?: boolean | undefined;
  /** How to call other systems; without it, none is called. */
  readonly calling?: Calling | undefined;
  /** Called after each command that can have written; a command that only reads never calls it. */
  readonly onWrite?: (() => void) | undefined;
  /** Ends all event streams when the service stops. */
  readonly stopping?: AbortSignal | undefined;
  /** Who acts, if the app is called inside its own process: no request then needs a key. */
  readonly principal?: Principal | undefined;
  /** The runtime's hash function; Web Crypto by default. */
  readonly sha256?: Sha256 | undefined;
  /** The runtime's scrypt; a library's by default. */
  readonly scrypt?: Scrypt | undefined;
  /** The runtime's compression of what is stored; a library's by default. */
  readonly deflate?: Deflate | undefined;
  /** Returns the public keys that may have signed seals; without it, or if undefined, any may. */
  readonly trustedKeys?: (() => Promise<readonly string[] | undefined>) | undefined;
  /** Returns whether new changes are sealed, as the runtime knows; without it they are not. */
  readonly sealing?: (() => SealingState) | undefined;
  /** The place that keeps the newest seal outside of the database. */
  readonly anchorStore?: AnchorStore | undefined;
  /** Makes the PDF of a device history record, which is JSON. Without it, records are JSON only. */
  readonly recordPdf?: ((text: string) => Promise<Uint8Array>) | undefined;
  /** The place of the content of attachments; without it none is accepted. */
  readonly attachments?: AttachmentStore | undefined;
  /** Compresses responses. Without it none is compressed, as on Workers: Cloudflare does it there. */
  readonly codingFor?: CodingFor | undefined;
  /**
   * Returns the OpenAPI document, a file of the docs page, or `console/` with a path of the console,
   * in a coding that the client accepts; undefined if it has no such file.
   */
  readonly asset: (name: string, acceptEncoding?: string) => Promise<Response | undefined>;
}

/** The options of an app with the defaults filled in. */
export interface AppSettings extends AppOptions {
  readonly security: SecurityLog;
  readonly sha256: Sha256;
}
