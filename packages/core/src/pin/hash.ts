import { fromBase64, toBase64Url } from "../values/digest.ts";
import type { Scrypt, ScryptWork } from "../values/scrypt.ts";

/**
 * 16 MiB of memory, of the 128 MiB of a Worker, 5 times over. OWASP names it as strong as its first
 * choice for scrypt, which needs 128 MiB.
 */
const work: ScryptWork = { ln: 14, r: 8, p: 5 };

const saltBytes = 16;

/** Scrypt by a library, which runs everywhere. It holds its thread until it is done. */
const libraryScrypt: Scrypt = async (text, salt, { ln, r, p }) => {
  // Loaded for the first PIN: few requests have one.
  const { scrypt } = await import("@noble/hashes/scrypt.js");
  return scrypt(text, salt, { N: 2 ** ln, r, p, dkLen: 32 });
};

/** Returns the hash of a PIN with a new salt, in the PHC string format. */
export async function hashOfPin(pin: string, scrypt: Scrypt = libraryScrypt): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(saltBytes));
  const hash = await scrypt(pin, salt, work);
  return `${workAsText(work)}$${toBase64Url(salt)}$${toBase64Url(hash)}`;
}

const workAsText = ({ ln, r, p }: ScryptWork) => `$scrypt$ln=${ln},r=${r},p=${p}`;

const stored = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/;

/** In place of the hash of who has no PIN: a check against it takes the same work. */
const hashOfNone = `${workAsText(work)}$${"A".repeat(22)}$${"A".repeat(43)}`;

/** Returns whether a hash is that of the PIN. Without a hash it takes as long, and is not. */
export async function isPinOf(
  pin: string,
  hash: string | null | undefined,
  scrypt: Scrypt = libraryScrypt,
): Promise<boolean> {
  const [, ln, r, p, salt, expected] = stored.exec(hash ?? hashOfNone) ?? [];
  if (salt === undefined) throw new Error("The hash of a PIN is not one that asbuilt made.");
  const made = { ln: Number(ln), r: Number(r), p: Number(p) };
  const found = await scrypt(pin, fromBase64(salt)!, made);
  return isSame(found, fromBase64(expected!)!) && hash != null;
}

/** Compares every byte, so that its time does not show where two hashes differ. */
function isSame(one: Uint8Array, other: Uint8Array): boolean {
  let difference = one.length ^ other.length;
  for (const [index, byte] of one.entries()) difference |= byte ^ (other[index] ?? 0);
  return difference === 0;
}
