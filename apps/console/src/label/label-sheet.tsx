import { useLayoutEffect } from "react";
import { createPortal } from "react-dom";
import type { LabelValues } from "./fill.rules.ts";
import { LabelFace } from "./label-face.tsx";
import type { LabelTemplate } from "./label-template.ts";

interface LabelSheetProps {
  readonly template: LabelTemplate;
  readonly labels: readonly LabelValues[];
  readonly copies: number;
}

/** Prints instead of the page, as long as it is rendered: each label on a page of its size. */
export function LabelSheet({ template, labels, copies }: LabelSheetProps) {
  const { widthMm, heightMm } = template;
  useLayoutEffect(() => {
    // The page's policy allows no style element, and the size of a page can't be an attribute.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`@page { size: ${widthMm}mm ${heightMm}mm; margin: 0; }`);
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, [widthMm, heightMm]);
  return createPortal(
    <div className="label-sheet">
      {labels.flatMap((values, index) =>
        Array.from({ length: copies }, (_, copy) => (
          // oxlint-disable-next-line react/no-array-index-key -- copies have no other name
          <LabelFace key={`${index}.${copy}`} template={template} values={values} />
        )),
      )}
    </div>,
    document.body,
  );
}
