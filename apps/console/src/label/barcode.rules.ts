/** The bars or modules of a symbol, as a page can draw them without making markup from text. */
export interface BarcodeShape {
  readonly width: number;
  readonly height: number;
  readonly paths: readonly BarcodePath[];
}

interface BarcodePath {
  readonly d: string;
  /** The width of the lines; undefined if the path is an area. */
  readonly strokeWidth: number | undefined;
}

const viewBox = /viewBox="0 0 (?<width>[\d.]+) (?<height>[\d.]+)"/;
const path = /<path(?<attributes>[^>]*?)\s?\/>/g;
const d = /\sd="(?<d>[^"]*)"/;
const strokeWidth = /\sstroke-width="(?<width>[\d.]+)"/;

/** Reads the shape of a symbol from the SVG of bwip-js. The policy of the page forbids its markup. */
export function shapeOfSvg(svg: string): BarcodeShape {
  const box = viewBox.exec(svg)?.groups;
  const paths = [...svg.matchAll(path)].map(({ groups }) => {
    const attributes = groups?.["attributes"] ?? "";
    const width = strokeWidth.exec(attributes)?.groups?.["width"];
    return {
      d: d.exec(attributes)?.groups?.["d"] ?? "",
      strokeWidth: width === undefined ? undefined : Number(width),
    };
  });
  return { width: Number(box?.["width"]), height: Number(box?.["height"]), paths };
}
