import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { Symbology } from "./draw-barcode.ts";
import "./barcode.css";

interface BarcodeProps {
  readonly symbology: Symbology;
  readonly text: string;
  /** The text for people who do not see the symbol. */
  readonly label: string;
}

/** A symbol that a scanner reads. It is black on white in every theme. */
export function Barcode({ symbology, text, label }: BarcodeProps) {
  const { t } = useLingui();
  const { data: shape, error } = useQuery({
    queryKey: ["barcode", symbology, text],
    queryFn: async () => (await import("./draw-barcode.ts")).drawBarcode(symbology, text),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (error) {
    return (
      <p className="field-error">
        <Trans>This code has signs that the symbol can't hold.</Trans>
      </p>
    );
  }
  if (!shape) return <div className="barcode" aria-busy="true" />;
  return (
    <svg
      className="barcode"
      data-symbology={symbology}
      viewBox={`0 0 ${shape.width} ${shape.height}`}
      role="img"
      aria-label={t`Barcode: ${label}`}
    >
      {shape.paths.map(({ d, strokeWidth }) => (
        <path
          key={d}
          d={d}
          {...(strokeWidth === undefined ? { fill: "#000" } : { stroke: "#000", strokeWidth })}
        />
      ))}
    </svg>
  );
}
