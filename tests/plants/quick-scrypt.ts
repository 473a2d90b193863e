/**
 * Stands in for scrypt, whose work would cost most of the CPU time of the tests. Tests of core and
 * end to end, on Node and on Workers, try the real one.
 */
export async function quickScrypt(text: string, salt: Uint8Array): Promise<Uint8Array> {
  const bytes = new TextEncoder().encode(`${text} ${salt.join()}`);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}
