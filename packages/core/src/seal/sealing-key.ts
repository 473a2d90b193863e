import { fromBase64, toBase64Url } from "../values/digest.ts";

/** The Ed25519 key that signs seals. */
export interface SealingKey {
  /** The public key as base64url: 32 bytes. */
  readonly publicKey: string;
  /** Signs a text; returns the signature as base64url. */
  sign(text: string): Promise<string>;
}

const textEncoder = new TextEncoder();

// The prefix of the 32 bytes of a private Ed25519 key in PKCS #8 (RFC 8410, section 7).
const pkcs8Prefix = [48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 112, 4, 34, 4, 32];

/** Makes a sealing key from its 32 secret bytes as base64; throws if the text is not that. */
export async function sealingKeyOf(secret: string): Promise<SealingKey> {
  const bytes = fromBase64(secret);
  if (bytes?.length !== 32) throw new Error("A sealing key is 32 bytes as base64.");
  const der = new Uint8Array([...pkcs8Prefix, ...bytes]);
  const key = await crypto.subtle.importKey("pkcs8", der, "Ed25519", true, ["sign"]);
  // Web Crypto exports the public key of a private one only in this form.
  const { x } = await crypto.subtle.exportKey("jwk", key);
  return {
    publicKey: x!,
    sign: async (text) => {
      const signature = await crypto.subtle.sign("Ed25519", key, textEncoder.encode(text));
      return toBase64Url(new Uint8Array(signature));
    },
  };
}

/**
 * Returns the public keys that are trusted to seal: that of the own key, and other named ones.
 * Undefined if there is none: then every key is trusted.
 */
export function trustedKeys(
  own: SealingKey | undefined,
  others: readonly string[],
): readonly string[] | undefined {
  const trusted = own ? [own.publicKey, ...others] : others;
  return trusted.length > 0 ? trusted : undefined;
}

// 64 and 32 bytes as base64url: the unused bits of the last character are 0. A pattern, because
// encoding the bytes again to compare them would take ten times as long.
const signatureForm = /^[\w-]{85}[AQgw]$/;
const publicKeyForm = /^[\w-]{42}[AEIMQUYcgkosw048]$/;

/**
 * Returns whether the key with this public key made the signature of the text. Both must be written
 * exactly as this service writes base64url: another text for the same bytes was edited.
 */
export async function isSigned(
  text: string,
  signature: string,
  publicKey: string,
): Promise<boolean> {
  if (!signatureForm.test(signature) || !publicKeyForm.test(publicKey)) return false;
  // Texts of these forms are base64.
  const [bytes, raw] = [fromBase64(signature)!, fromBase64(publicKey)!];
  try {
    const key = await crypto.subtle.importKey("raw", raw, "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", key, bytes, textEncoder.encode(text));
  } catch {
    // Some 32 bytes are not a public key.
    return false;
  }
}
