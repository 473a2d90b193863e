// The entry for browsers, also on Node: that for Node compresses by zlib, in other bytes.
export { default as PDFDocument } from "../node_modules/pdfkit/js/pdfkit.browser.mjs";
