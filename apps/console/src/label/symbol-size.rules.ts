/** The light space that a reader needs around a symbol, in modules. */
export const quietModules = { dataMatrix: 2, gs1DataMatrix: 2, qr: 4, code128: 10 } as const;

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
