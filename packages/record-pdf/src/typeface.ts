import type { PDFDocument } from "./pdfkit.ts";

/** The faces that a document registers. */
export type Face = "regular" | "bold";

/** Scripts that are written from right to left, whose order nothing here arranges. */
const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** Characters that show nothing. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}]/u;
const plain = /^[ -~]*$/;

/** Measures and wraps text in one face of a document. */
export class Typeface {
  readonly #font: PDFDocument["_font"];
  readonly #widths = new Map<string, number>();
  readonly #writable = new Map<string, string>();

  constructor(document: PDFDocument, face: Face) {
    document.font(face);
    this.#font = document._font;
  }

  widthOf(text: string, size: number): number {
    const words = text.split(" ");
    let sum = (words.length - 1) * this.#widthOfWord(" ");
    for (const word of words) sum += this.#widthOfWord(word);
    return (sum * size) / 1000;
  }

  #widthOfWord(word: string): number {
    let known = this.#widths.get(word);
    if (known === undefined) {
      known = this.#font.widthOfString(word, 1000);
      this.#widths.set(word, known);
    }
    return known;
  }

  /** Divides a text into lines of at most a width. A word that is too long is divided too. */
  wrap(text: string, size: number, width: number): string[] {
    const lines: string[] = [];
    for (const paragraph of text.split(/\r\n|[\r\n]/)) {
      let line = "";
      for (const word of this.#shown(paragraph).split(" ")) {
        const longer = line === "" ? word : `${line} ${word}`;
        if (this.widthOf(longer, size) <= width) {
          line = longer;
          continue;
        }
        if (line !== "") lines.push(line);
        const parts = this.#divided(word, size, width);
        line = parts.pop()!;
        lines.push(...parts);
      }
      lines.push(line);
    }
    return lines;
  }

  #divided(word: string, size: number, width: number): string[] {
    if (this.widthOf(word, size) <= width) return [word];
    const parts: string[] = [];
    let part = "";
    for (const character of word) {
      if (part !== "" && this.widthOf(part + character, size) > width) {
        parts.push(part);
        part = "";
      }
      part += character;
    }
    return [...parts, part];
  }

  /** Returns a text in characters of the font: others as their code points. */
  #shown(text: string): string {
    const spaced = text.replaceAll("\t", " ");
    return plain.test(spaced) ? spaced : Array.from(spaced, (one) => this.#charShown(one)).join("");
  }

  #charShown(character: string): string {
    let shown = this.#writable.get(character);
    if (shown === undefined) {
      const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0");
      shown = this.has(character) ? character : `[U+${code}]`;
      this.#writable.set(character, shown);
    }
    return shown;
  }

  /** Whether the face can show a character. */
  has(character: string): boolean {
    return (
      this.#font.font.hasGlyphForCodePoint(character.codePointAt(0)!) &&
      !rightToLeft.test(character) &&
      !invisible.test(character)
    );
  }
}
