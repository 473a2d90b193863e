import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { recordPdf } from "@asbuilt/record-pdf";
import { sha256 } from "./digest.ts";
import { root } from "./processes.ts";

/** Debian's `poppler-utils`, which `.ci/run` installs. */
export const hasPoppler = spawnSync("pdftotext", ["-v"]).status === 0;

/** veraPDF, which `.ci/run` fetches from Maven Central. */
const veraPdf = join(homedir(), ".cache/asbuilt-verapdf/greenfield-apps-1.28.2.jar");
export const hasVeraPdf = existsSync(veraPdf) && spawnSync("java", ["-version"]).status === 0;

/** Returns the text of a PDF in the order in which it was written, without white space. */
export const textIn = (path: string): string =>
  execFileSync("pdftotext", ["-raw", path, "-"], { maxBuffer: 2 ** 28 })
    .toString()
    .replaceAll(/\s/g, "");

/** Returns the one file that is attached to a PDF. */
export function attachedTo(path: string, to: string): string {
  execFileSync("pdfdetach", ["-save", "1", "-o", to, path]);
  return readFileSync(to, "utf8");
}

/** Returns what veraPDF says of files, a line each: `PASS` or `FAIL`, the path, and the profile. */
export function checkedByVeraPdf(paths: readonly string[]): string[] {
  const program = ["-cp", veraPdf, "org.verapdf.apps.GreenfieldCliWrapper"];
  const { stdout } = spawnSync("java", [...program, "-f", "3b", "--format", "text", ...paths], {
    encoding: "utf8",
  });
  return stdout.trimEnd().split("\n");
}

const font = (name: string) => readFileSync(join(root, "packages/record-pdf/fonts", name));

/** Makes the document of a record here, without a service. */
export const pdfOf = (text: string, timeZone = "UTC"): Promise<Uint8Array> =>
  recordPdf(text, {
    fonts: { regular: font("regular.ttf"), bold: font("bold.ttf") },
    timeZone,
    sha256,
  });
