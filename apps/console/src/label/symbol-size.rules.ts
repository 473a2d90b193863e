/** The light space that a reader needs around a symbol, in modules. */
const quietModules = {
  dataMatrix: 2,
  gs1DataMatrix: 2,
  qr: 4,
  code128: 10,
  gs1Code128: 10,
} as const;

/** The values that a symbol takes its size from. */
interface Sized {
  readonly symbology: keyof typeof quietModules;
  readonly isBars: boolean;
  /** In pixels of the encoder. */
  readonly width: number;
}

/** The encoder draws a matrix with two pixels a module, and bars with one. */
const modulePixels = ({ isBars }: Sized): number => (isBars ? 1 : 2);

/** The light space on one side of a symbol, in pixels of the encoder. */
export const quietPixels = (symbol: Sized): number =>
  quietModules[symbol.symbology] * modulePixels(symbol);

/** The width of a symbol with its light space, in modules. */
export const modulesOf = (symbol: Sized): number =>
  symbol.width / modulePixels(symbol) + 2 * quietModules[symbol.symbology];

/**
 * Returns the width of a module in millimetres: as large as the space allows, and a whole number of
 * the printer's dots, so that all modules are printed alike. Undefined if not even one dot fits.
 */
export function moduleMm(modules: number, spaceMm: number, dpi: number): number | undefined {
  const dotMm = 25.4 / dpi;
  // A space that is just as wide as the dots must not lose one by rounding.
  const dots = Math.floor(spaceMm / modules / dotMm + 1e-9);
  return dots < 1 ? undefined : dots * dotMm;
}
