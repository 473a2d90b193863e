import { hash } from "node:crypto";
import type { Sha256 } from "@asbuilt/core";

/** Node's own synchronous SHA-256: for short texts, much faster than Web Crypto. */
export const sha256 = ((text, as) => hash("sha256", text, as)) satisfies Sha256;
