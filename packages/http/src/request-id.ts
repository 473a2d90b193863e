import { newUuid } from "@asbuilt/core";
import type { Context } from "hono";

/** The client's own request id where it is plain, else a new one. */
export const requestIdFrom = (given: string | undefined): string =>
  given !== undefined && /^[\w.-]{1,64}$/.test(given) ? given : newUuid();

/** The id of a request: the client's own where it is plain, else a new one. */
export const requestIdOf = (c: Context): string => requestIdFrom(c.req.header("X-Request-Id"));
