/** Returns a new secret: 256 random bits in the form of Standard Webhooks. */
export const newSecret = (): string =>
  secretPrefix + base64Of(crypto.getRandomValues(new Uint8Array(32)));

const secretPrefix = "whsec_";

/** A message to sign. Every attempt to send it has the same id. */
export interface Message {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly body: string;
}

/**
 * Returns the headers that prove to a receiver who sent a message, with one signature per secret.
 * Source: Standard Webhooks 1.0.0.
 */
export async function signatureHeaders(
  { id, at, body }: Message,
  secrets: readonly string[],
): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(at / 1000));
  const text = messageEncoder.encode(`${id}.${timestamp}.${body}`);
  const signatures = await Promise.all(secrets.map((secret) => sign(secret, text)));
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.map((signature) => `v1,${signature}`).join(" "),
  };
}

const messageEncoder = new TextEncoder();

async function sign(secret: string, text: Uint8Array<ArrayBuffer>): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const bytes = bytesOfBase64(secret.slice(secretPrefix.length));
  const key = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["sign"]);
  return base64Of(new Uint8Array(await crypto.subtle.sign("HMAC", key, text)));
}

const base64Of = (bytes: Uint8Array) => btoa(String.fromCodePoint(...bytes));
const bytesOfBase64 = (text: string) => Uint8Array.from(atob(text), (char) => char.codePointAt(0)!);
