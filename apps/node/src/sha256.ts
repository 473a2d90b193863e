import { hash } from "node:crypto";
import type { Sha256 } from "@asbuilt/core";

/** SHA-256 by Node itself, at once: a fraction of what Web Crypto takes for short texts. */
export const sha256 = ((text, as) => hash("sha256", text, as)) satisfies Sha256;
