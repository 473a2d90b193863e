import { Trans } from "@lingui/react/macro";
import { useMemo } from "react";
import { filledCode, filledLine, type LabelValues } from "./fill.rules.ts";
import type { LabelTemplate } from "./label-template.ts";
import { DrawnSymbol } from "./drawn-symbol.tsx";
import { makeSymbol } from "./symbol.ts";
import { moduleMm, modulesOf } from "./symbol-size.rules.ts";
import "./label.css";

const marginMm = 1;

interface LabelFaceProps {
  readonly template: LabelTemplate;
  readonly values: LabelValues;
}

/** One label, in its real size. */
export function LabelFace({ template, values }: LabelFaceProps) {
  const { widthMm, heightMm, symbology, lines } = template;
  return (
    <div
      className="label"
      data-symbology={symbology}
      style={{ inlineSize: `${widthMm}mm`, blockSize: `${heightMm}mm`, padding: `${marginMm}mm` }}
    >
      <SymbolFace template={template} values={values} />
      <div className="label-lines">
        {lines.map(({ text, sizeMm, isBold }, index) => {
          const line = filledLine(text, values);
          return line === undefined ? undefined : (
            // oxlint-disable-next-line react/no-array-index-key -- a line has no other name
            <p key={index} style={{ fontSize: `${sizeMm}mm`, fontWeight: isBold ? 700 : 400 }}>
              {line}
            </p>
          );
        })}
      </div>
    </div>
  );
}

/** The share of the label's width that a square symbol can have, and that of its height for bars. */
const shareMax = { square: 0.5, bars: 0.45 };

function SymbolFace({ template, values }: LabelFaceProps) {
  const { symbology, dpi, widthMm, heightMm } = template;
  const code = filledCode(template.code, values, symbology === "gs1DataMatrix");
  const made = useMemo(() => {
    try {
      return code === "" ? undefined : { symbol: makeSymbol(symbology, code) };
    } catch (error) {
      return { why: String(error) };
    }
  }, [symbology, code]);
  if (!made) return undefined;
  if (!made.symbol) return <p className="label-fault">{made.why}</p>;
  const { isBars } = made.symbol;
  const innerMm = (mm: number) => mm - 2 * marginMm;
  const spaceMm = isBars
    ? innerMm(widthMm)
    : Math.min(innerMm(heightMm), widthMm * shareMax.square);
  const modules = modulesOf(made.symbol);
  const module = moduleMm(modules, spaceMm, dpi);
  if (module === undefined) {
    return (
      <p className="label-fault">
        <Trans>The code is too long for this label.</Trans>
      </p>
    );
  }
  const sideMm = module * modules;
  return (
    <DrawnSymbol
      className="label-symbol"
      symbol={made.symbol}
      label={code}
      style={{
        inlineSize: `${sideMm}mm`,
        blockSize: isBars ? `${heightMm * shareMax.bars}mm` : `${sideMm}mm`,
      }}
    />
  );
}
