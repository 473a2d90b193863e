/**
 * Returns a new Idempotency-Key: 128 random bits as hexadecimal digits. `crypto.randomUUID` would
 * do, but only pages with https, and those of this machine, have it.
 */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
