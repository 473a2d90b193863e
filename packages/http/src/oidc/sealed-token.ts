// A refresh token is stored under a key that follows from the cookie of its session. The database,
// and a copy of it, has neither the cookie nor the token.

const utf8 = new TextEncoder();
const ivBytes = 12;
const purpose = utf8.encode("asbuilt refresh token");

async function keyOf(cookie: string): Promise<CryptoKey> {
  const secret = await crypto.subtle.importKey("raw", utf8.encode(cookie), "HKDF", false, [
    "deriveKey",
  ]);
  const hkdf = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: purpose };
  const aes = { name: "AES-GCM", length: 256 };
  return crypto.subtle.deriveKey(hkdf, secret, aes, false, ["encrypt", "decrypt"]);
}

/** Encrypts a refresh token for the session with this cookie. */
export async function sealedToken(cookie: string, token: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
  const key = await keyOf(cookie);
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, utf8.encode(token));
  return btoa(String.fromCharCode(...iv, ...new Uint8Array(sealed)));
}

/** Decrypts a refresh token. Throws if it is not that of the session with this cookie. */
export async function openedToken(cookie: string, sealed: string): Promise<string> {
  const bytes = Uint8Array.from(atob(sealed), (character) => character.codePointAt(0)!);
  const [iv, rest] = [bytes.subarray(0, ivBytes), bytes.subarray(ivBytes)];
  const opened = await crypto.subtle.decrypt({ name: "AES-GCM", iv }, await keyOf(cookie), rest);
  return new TextDecoder().decode(opened);
}
