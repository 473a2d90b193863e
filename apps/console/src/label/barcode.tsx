import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { DrawnSymbol } from "./drawn-symbol.tsx";
import type { Symbology } from "./symbol.ts";
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
  const { data: symbol, error } = useQuery({
    queryKey: ["barcode", symbology, text],
    queryFn: async () => (await import("./symbol.ts")).makeSymbol(symbology, text),
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
  if (!symbol) return <div className="barcode" aria-busy="true" />;
  return <DrawnSymbol className="barcode" symbol={symbol} label={t`Barcode: ${label}`} />;
}
