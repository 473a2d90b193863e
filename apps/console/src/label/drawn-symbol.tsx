import type { CSSProperties } from "react";
import type { LabelSymbol } from "./symbol.ts";
import { quietPixels } from "./symbol-size.rules.ts";

interface DrawnSymbolProps {
  readonly symbol: LabelSymbol;
  /** The text for people who do not see the symbol. */
  readonly label: string;
  readonly className: string;
  readonly style?: CSSProperties;
}

/** A symbol with the light space around it. Bars have the height that their box has. */
export function DrawnSymbol({ symbol, label, className, style }: DrawnSymbolProps) {
  const { width, height, path, isBars } = symbol;
  const [quiet, quietBlock] = [quietPixels(symbol), isBars ? 0 : quietPixels(symbol)];
  return (
    <svg
      className={className}
      data-bars={isBars}
      role="img"
      aria-label={label}
      viewBox={`${-quiet} ${-quietBlock} ${width + 2 * quiet} ${height + 2 * quietBlock}`}
      preserveAspectRatio={isBars ? "none" : "xMinYMin"}
      style={style}
    >
      <path d={path} fillRule="evenodd" shapeRendering="crispEdges" />
    </svg>
  );
}
