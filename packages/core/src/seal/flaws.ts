import type { Sha256 } from "../values/digest.ts";
import { type Seal, textOfSeal } from "./make.ts";
import { isSigned } from "./sealing-key.ts";

/** Finds what is wrong with a seal by itself, whatever rows it covers and which seal it follows. */
export async function flawsOfSeal(one: Seal, sha256: Sha256): Promise<string[]> {
  const problems: string[] = [];
  if ((await sha256(textOfSeal(one), "base64url")) !== one.hash) {
    problems.push("it was changed after it was made");
  }
  if (!(await isSigned(one.hash, one.signature, one.publicKey))) {
    problems.push("its signature does not match its key");
  }
  return problems;
}
