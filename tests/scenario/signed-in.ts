import type { RequestOptions, Requests } from "../plants/requests.ts";

/** A session, and how a page of the service sends requests with it. */
export interface SignedIn {
  readonly id: number;
  readonly keyID: number;
  readonly expiresAt: string;
  /** The name and the value of its cookie. */
  readonly cookie: string;
  readonly by: RequestOptions;
}

/** Returns how a page sends a request with a cookie: from the service itself, unless said. */
export const withCookie = (
  cookie: string,
  site: string | null = "same-origin",
): RequestOptions => ({
  key: null,
  headers: { Cookie: cookie, "Sec-Fetch-Site": site },
});

/** Exchanges a key for a session. */
export async function signIn(plant: Pick<Requests, "post">, key: string): Promise<SignedIn> {
  const { status, headers, body } = await plant.post("/api/Session/Create", {}, { key });
  if (status !== 200) throw new Error(`Session/Create answered ${status}.`);
  const cookie = headers.get("Set-Cookie")!.split(";", 1)[0]!;
  return { ...body, cookie, by: withCookie(cookie) };
}
