// Loaded with the first label that is shown: it is as large as a screen.
import { code128, datamatrix, gs1_128, gs1datamatrix, qrcode } from "bwip-js/generic";

/** A symbol as one path, in pixels of the encoder. */
export interface LabelSymbol {
  readonly symbology: Symbology;
  readonly isBars: boolean;
  readonly width: number;
  readonly height: number;
  readonly path: string;
}

const encoders = {
  dataMatrix: datamatrix,
  gs1DataMatrix: gs1datamatrix,
  qr: qrcode,
  code128,
  gs1Code128: gs1_128,
};

/** The symbologies of labels, sheets and badges. */
export type Symbology = keyof typeof encoders;

/** Makes a symbol. Throws if the text can't be encoded, such as by a wrong check digit. */
export function makeSymbol(symbology: Symbology, text: string): LabelSymbol {
  const encode: typeof datamatrix = encoders[symbology];
  const isBars = symbology === "code128" || symbology === "gs1Code128";
  const drawn = encode({ bcid: symbology.toLowerCase(), text, scale: 1 }, pathDrawing());
  return { symbology, isBars, ...drawn };
}

/** Collects what is drawn as a path: the page's policy lets no markup be made from text. */
function pathDrawing() {
  let size = { width: 0, height: 0 };
  let path = "";
  const outline = (points: readonly (readonly [number, number])[]) => {
    path += `M${points.map(([x, y]) => `${x} ${y}`).join("L")}Z`;
  };
  return {
    // Without an adjustment.
    scale: () => null,
    measure: () => ({ width: 0, ascent: 0, descent: 0 }),
    init: (width: number, height: number) => {
      size = { width, height };
    },
    // A bar: a vertical line of whole pixels, from its foot to its head.
    line: (x: number, foot: number, _: number, head: number, width: number) => {
      const left = Math.floor(x - width / 2);
      outline([
        [left, head],
        [left + width, head],
        [left + width, foot + 1],
        [left, foot + 1],
      ]);
    },
    polygon: outline,
    hexagon: outline,
    ellipse: () => undefined,
    fill: () => undefined,
    text: () => undefined,
    end: () => ({ ...size, path }),
  };
}
