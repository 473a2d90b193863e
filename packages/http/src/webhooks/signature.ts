/** A new secret: 256 random bits in the form of Standard Webhooks. */
export const newSecret = (): string =>
  prefix + toBase64(crypto.getRandomValues(new Uint8Array(32)));

const prefix = "whsec_";

/** A message to be signed. Its id stays the same however often it is sent. */
export interface Message {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly body: string;
}

/**
 * The headers by which a receiver knows who has sent a message, with one signature by each secret.
 * Source: Standard Webhooks 1.0.0.
 */
export async function signed(
  { id, at, body }: Message,
  secrets: readonly string[],
): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(at / 1000));
  const text = utf8.encode(`${id}.${timestamp}.${body}`);
  const signatures = await Promise.all(secrets.map((secret) => sign(secret, text)));
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.map((signature) => `v1,${signature}`).join(" "),
  };
}

const utf8 = new TextEncoder();

async function sign(secret: string, text: Uint8Array<ArrayBuffer>): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const bytes = fromBase64(secret.slice(prefix.length));
  const key = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["sign"]);
  return toBase64(new Uint8Array(await crypto.subtle.sign("HMAC", key, text)));
}

const toBase64 = (bytes: Uint8Array) => btoa(String.fromCodePoint(...bytes));
const fromBase64 = (text: string) => Uint8Array.from(atob(text), (char) => char.codePointAt(0)!);
