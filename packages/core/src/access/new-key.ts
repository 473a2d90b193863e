import { toBase64Url } from "../values/digest.ts";

/** A new key: 256 random bits, with a prefix by which it is recognised where it has leaked. */
export const newKey = (): string => `ab_${toBase64Url(crypto.getRandomValues(new Uint8Array(32)))}`;
