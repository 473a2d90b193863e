/** SHA-256 of each text in UTF-8, as base64url without padding. A runtime has its fastest. */
export type Digest = (texts: readonly string[]) => Promise<readonly string[]>;

/** How many characters a digest has. */
export const digestLength = 43;

const encoder = new TextEncoder();

/** The digest by Web Crypto, which every runtime has. */
export const webDigest: Digest = (texts) =>
  Promise.all(
    texts.map(async (text) => {
      const bytes = await crypto.subtle.digest("SHA-256", encoder.encode(text));
      return toBase64(new Uint8Array(bytes));
    }),
  );

/** Bytes as base64url without padding. */
export function toBase64(bytes: Uint8Array): string {
  const text = btoa(String.fromCodePoint(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The bytes of base64 or base64url; undefined where the text is neither. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const characters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(characters, (character) => character.codePointAt(0)!);
  } catch {
    return undefined;
  }
}
