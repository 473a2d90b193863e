// The package has no types. These are of what the documents use.

declare module "*/pdfkit.browser.mjs" {
  interface DocumentOptions {
    readonly subset: "PDF/A-3b";
    readonly pdfVersion: "1.7";
    readonly lang: string;
    readonly size: readonly [width: number, height: number];
    readonly margin: number;
    readonly autoFirstPage: boolean;
    readonly bufferPages: boolean;
    readonly displayTitle: boolean;
    readonly font: null;
    readonly info: {
      readonly Producer: string;
      readonly Creator: string;
      readonly CreationDate: Date;
      readonly Keywords: string;
    };
  }

  interface AttachmentOptions {
    readonly name: string;
    readonly type: string;
    readonly description: string;
    readonly creationDate: Date;
    readonly modifiedDate: Date;
    readonly relationship: "Source";
  }

  /** A font that is registered and used: what it measures, and which characters it has. */
  export interface EmbeddedFont {
    readonly font: { hasGlyphForCodePoint(codePoint: number): boolean };
    widthOfString(text: string, size: number): number;
  }

  export default class PDFDocument {
    constructor(options: DocumentOptions);
    /** The font in use, which no method returns. */
    readonly _font: EmbeddedFont;
    addPage(): this;
    bufferedPageRange(): { readonly count: number };
    switchToPage(index: number): void;
    registerFont(name: string, file: Uint8Array): this;
    font(name: string): this;
    fontSize(size: number): this;
    fillColor(color: string): this;
    text(text: string, x: number, y: number, options: { readonly lineBreak: false }): this;
    rect(x: number, y: number, width: number, height: number): this;
    fill(color: string): this;
    moveTo(x: number, y: number): this;
    lineTo(x: number, y: number): this;
    lineWidth(width: number): this;
    stroke(color: string): this;
    appendXML(xml: string): void;
    file(content: Uint8Array, options: AttachmentOptions): void;
    end(): void;
  }
}

declare module "pdfkit/output" {
  /** Resolves with the bytes of a document once it has ended. */
  export function toBytes(document: { end(): void }): Promise<Uint8Array>;
}
