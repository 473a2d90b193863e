/** How scrypt makes a hash: 2^ln blocks of 128 r bytes, p times over. */
export interface ScryptWork {
  readonly ln: number;
  readonly r: number;
  readonly p: number;
}

/**
 * Makes 32 bytes of a text and a salt by scrypt. A runtime that has its own one can make them in
 * another thread. All make the same ones.
 */
export type Scrypt = (text: string, salt: Uint8Array, work: ScryptWork) => Promise<Uint8Array>;
