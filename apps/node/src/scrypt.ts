import { scrypt } from "node:crypto";
import type { Scrypt } from "@asbuilt/core";

const maxmem = 64 * 1024 * 1024;

/** Node's own scrypt, in a thread of its pool: requests are served meanwhile. */
export const nodeScrypt: Scrypt = (text, salt, { ln, r, p }) =>
  new Promise((resolve, reject) => {
    scrypt(text, salt, 32, { N: 2 ** ln, r, p, maxmem }, (error, hash) => {
      if (error) reject(error);
      else resolve(hash);
    });
  });
