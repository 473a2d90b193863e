import type { Fonts } from "@asbuilt/record-pdf";

/** The files that are uploaded with the Worker. */
export interface Assets {
  fetch(url: string): Promise<Response>;
}

/** The module that wrangler-files.ts makes. wrangler would put one that is named in `import` itself into the bundle. */
const lazyModule = "./lazy/record-pdf.js";

const hex = async (text: string): Promise<string> => {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
};

/**
 * Makes documents of device history records. The code and the fonts are loaded with the first one: a
 * start of the Worker reads neither.
 */
export function recordPdfOf(assets: Assets, timeZone = "UTC") {
  const fontNamed = async (name: string): Promise<Uint8Array> => {
    const file = await assets.fetch(`http://assets/fonts/${name}`);
    if (!file.ok) throw new Error(`The font ${name} is not among the assets of the Worker.`);
    return new Uint8Array(await file.arrayBuffer());
  };
  let fonts: Promise<Fonts> | undefined;
  const readFonts = async (): Promise<Fonts> => {
    const [regular, bold] = await Promise.all([fontNamed("regular.ttf"), fontNamed("bold.ttf")]);
    return { regular, bold };
  };
  return async (text: string): Promise<Uint8Array> => {
    // The module is what the package exports.
    const { recordPdf } = (await import(lazyModule)) as typeof import("@asbuilt/record-pdf");
    fonts ??= readFonts();
    // After a failure, the next request reads them again.
    fonts.catch(() => (fonts = undefined));
    return recordPdf(text, { fonts: await fonts, timeZone, sha256: hex });
  };
}
