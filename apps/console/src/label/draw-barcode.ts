import { code128, datamatrix, drawingSVG, type RenderOptions } from "bwip-js/browser";
import { type BarcodeShape, shapeOfSvg } from "./barcode.rules.ts";

/** The symbologies that labels and sheets have. */
export type Symbology = keyof typeof symbologies;

const symbologies = { code128, datamatrix } as const;

// Scanners want this quiet zone around a symbol, in modules.
const quietModules = 10;

/** Draws a code. `^FNC1` is the separator of GS1. Throws if the symbology can't hold the code. */
export function drawBarcode(symbology: Symbology, text: string): BarcodeShape {
  const options: RenderOptions = {
    bcid: symbology,
    text,
    parsefnc: text.includes("^FNC1"),
    scale: 2,
    height: 12,
    paddingwidth: quietModules,
    paddingheight: symbology === "datamatrix" ? quietModules : 0,
  };
  return shapeOfSvg(symbologies[symbology](options, drawingSVG()));
}
