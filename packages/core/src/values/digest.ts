/**
 * The SHA-256 of a text in UTF-8. Each runtime has its own. A synchronous one keeps concurrent
 * requests in the order of their arrival.
 */
export type Sha256 = (text: string, as: "hex" | "base64url") => string | Promise<string>;

const encoder = new TextEncoder();

/** SHA-256 by Web Crypto, which every runtime has. */
export const webSha256: Sha256 = async (text, as) => {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(text)));
  if (as === "base64url") return toBase64Url(bytes);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
};

/** Encodes bytes as base64url without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  const text = btoa(String.fromCodePoint(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Decodes base64 or base64url. Returns undefined for any other text. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const characters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(characters, (character) => character.codePointAt(0)!);
  } catch {
    return undefined;
  }
}
