export type { Fonts } from "./document.ts";
export { type PdfOptions, recordPdf } from "./record-pdf.ts";
