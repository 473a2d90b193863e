import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Fonts } from "@asbuilt/record-pdf";
import { fontsFolder } from "../../place.ts";

/** Reads the fonts of documents. */
export async function readFonts(): Promise<Fonts> {
  const [regular, bold] = await Promise.all(
    ["regular.ttf", "bold.ttf"].map((name) => readFile(join(fontsFolder, name))),
  );
  // One for each name.
  return { regular: regular!, bold: bold! };
}
