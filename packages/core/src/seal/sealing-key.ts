import { fromBase64, toBase64Url } from "../values/digest.ts";

/** The Ed25519 key by which seals are signed. */
export interface SealingKey {
  /** The public key as base64url: 32 bytes. */
  readonly publicKey: string;
  /** The signature of a text, as base64url. */
  sign(text: string): Promise<string>;
}

const utf8 = new TextEncoder();

// What stands before the 32 bytes of a private Ed25519 key in PKCS #8 (RFC 8410, section 7).
const pkcs8Prefix = [48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 112, 4, 34, 4, 32];

/** A sealing key from its 32 secret bytes as base64; throws where the text is none. */
export async function sealingKeyOf(secret: string): Promise<SealingKey> {
  const bytes = fromBase64(secret);
  if (bytes?.length !== 32) throw new Error("A sealing key is 32 bytes as base64.");
  const der = new Uint8Array([...pkcs8Prefix, ...bytes]);
  const key = await crypto.subtle.importKey("pkcs8", der, "Ed25519", true, ["sign"]);
  // Web Crypto tells the public key of a private one in this form alone.
  const { x } = await crypto.subtle.exportKey("jwk", key);
  return {
    publicKey: x!,
    sign: async (text) => {
      const signature = await crypto.subtle.sign("Ed25519", key, utf8.encode(text));
      return toBase64Url(new Uint8Array(signature));
    },
  };
}

/**
 * The public keys that may have sealed a record: of its own key, and others that are named.
 * Undefined where there is none of either: then any may have.
 */
export function trustedKeys(
  own: SealingKey | undefined,
  others: readonly string[],
): readonly string[] | undefined {
  const trusted = own ? [own.publicKey, ...others] : others;
  return trusted.length > 0 ? trusted : undefined;
}

// How 64 and 32 bytes are written: their last character holds no bits but theirs. Matched and not
// written again, which would take ten times as long.
const signatureForm = /^[\w-]{85}[AQgw]$/;
const publicKeyForm = /^[\w-]{42}[AEIMQUYcgkosw048]$/;

/**
 * Whether a signature of a text was made by the key that has this public key. Both are base64url as
 * it is written here: what only reads as the same bytes was edited.
 */
export async function isSigned(
  text: string,
  signature: string,
  publicKey: string,
): Promise<boolean> {
  if (!signatureForm.test(signature) || !publicKeyForm.test(publicKey)) return false;
  // Of this form, both are base64.
  const [bytes, raw] = [fromBase64(signature)!, fromBase64(publicKey)!];
  try {
    const key = await crypto.subtle.importKey("raw", raw, "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", key, bytes, utf8.encode(text));
  } catch {
    // Not every 32 bytes are a public key.
    return false;
  }
}
