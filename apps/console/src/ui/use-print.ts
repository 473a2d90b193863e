import { useEffect, useState } from "react";

interface Printing {
  /** Whether the page is shown for paper now. */
  readonly isPrinting: boolean;
  readonly print: () => void;
}

/** Renders what belongs on paper first, then opens the browser's print dialog. */
export function usePrint(): Printing {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    if (!isPrinting) return undefined;
    const end = () => setPrinting(false);
    addEventListener("afterprint", end, { once: true });
    print();
    return () => removeEventListener("afterprint", end);
  }, [isPrinting]);
  return { isPrinting, print: () => setPrinting(true) };
}
