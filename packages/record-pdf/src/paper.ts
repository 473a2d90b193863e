import type { PDFDocument } from "./pdfkit.ts";
import { type Face, Typeface } from "./typeface.ts";

/** The size of A4 in points, and its margins. The header and the footer are inside of the margins. */
export const page = { width: 595.28, height: 841.89, side: 42, top: 62, bottom: 56 } as const;
const width = page.width - 2 * page.side;
const lowest = page.height - page.bottom;

const ink = "#111111";
const soft = "#555555";
const rule = "#bbbbbb";
const shade = "#eeeeee";

/** A column of a table. The shares of all columns divide the width. */
export interface Column {
  readonly name: string;
  readonly share: number;
  readonly isNumber?: boolean;
}

/** A row of a table: a text for each column. */
export interface Row {
  readonly cells: readonly string[];
  /** How far the first cell stands in, in points. */
  readonly indent?: number;
}

const cellSize = 7;
const cellLead = 9.5;
const cellPad = 3;

/** Writes text from top to bottom, on any number of pages. */
export class Paper {
  readonly #document: PDFDocument;
  readonly #faces: Readonly<Record<Face, Typeface>>;
  #y: number = page.top;

  constructor(document: PDFDocument) {
    this.#document = document;
    this.#faces = {
      regular: new Typeface(document, "regular"),
      bold: new Typeface(document, "bold"),
    };
    this.#nextPage();
  }

  /** Whether a text has characters that the font lacks. */
  lacks(text: string): boolean {
    return [...new Set(text)].some((character) => !this.#faces.regular.has(character));
  }

  title(text: string): void {
    this.#write(text, { face: "bold", size: 17, lead: 21 });
    this.#y += 4;
  }

  /** A heading is never alone at the end of a page. */
  heading(text: string): void {
    this.#y += 14;
    this.#keep(70);
    this.#write(text, { face: "bold", size: 11.5, lead: 15 });
    this.#y += 3;
  }

  subheading(text: string): void {
    this.#y += 6;
    this.#keep(50);
    this.#write(text, { face: "regular", size: 9.5, lead: 12 });
    this.#y += 2;
  }

  paragraph(text: string): void {
    this.#write(text, { face: "regular", size: 8.5, lead: 11.5, color: soft });
    this.#y += 2;
  }

  /** Writes names with their values. Those without a value are left out. */
  facts(facts: readonly (readonly [name: string, value: string | null | undefined])[]): void {
    const nameWidth = 120;
    for (const [name, value] of facts) {
      if (value === null || value === undefined || value === "") continue;
      const names = this.#faces.bold.wrap(name, 8.5, nameWidth - 8);
      const values = this.#faces.regular.wrap(value, 8.5, width - nameWidth);
      for (let line = 0; line < Math.max(names.length, values.length); line++) {
        this.#keep(12);
        this.#line(names[line] ?? "", page.side, { face: "bold", size: 8.5 });
        this.#line(values[line] ?? "", page.side + nameWidth, { face: "regular", size: 8.5 });
        this.#y += 12;
      }
    }
  }

  /** Writes a table. Its head is repeated on each page. */
  table(columns: readonly Column[], rows: Iterable<Row>): void {
    const shares = columns.reduce((sum, { share }) => sum + share, 0);
    let x = page.side as number;
    const placed = columns.map((column) => {
      const own = { column, x, width: (width * column.share) / shares };
      x += own.width;
      return own;
    });
    const head = () => this.#tableHead(placed);
    head();
    for (const { cells, indent = 0 } of rows) this.#row(placed, cells, indent, head);
    this.#y += 4;
  }

  /** Writes the same lines on all pages: above and below the text. */
  frame(header: string, footerOf: (pageNo: number, pages: number) => string): void {
    const { count } = this.#document.bufferedPageRange();
    const title = this.#faces.regular.wrap(header, 7.5, width)[0] ?? "";
    for (let index = 0; index < count; index++) {
      this.#document.switchToPage(index);
      this.#y = page.top - 24;
      this.#line(title, page.side, { face: "regular", size: 7.5, color: soft });
      this.#hairline(page.top - 12);
      this.#y = page.height - page.bottom + 18;
      const text = footerOf(index + 1, count);
      const at = page.side + width - this.#faces.regular.widthOf(text, 7.5);
      this.#line(text, at, { face: "regular", size: 7.5, color: soft });
    }
  }

  #tableHead(placed: readonly PlacedColumn[]): void {
    const names = placed.map(({ column, width: own }) =>
      this.#faces.bold.wrap(column.name, cellSize, own - 2 * cellPad),
    );
    const height = Math.max(...names.map((lines) => lines.length)) * cellLead + 4;
    this.#keep(height + 2 * cellLead);
    this.#document.rect(page.side, this.#y, width, height).fill(shade);
    this.#cells(placed, names, 0, "bold", 2);
    this.#y += height + 2;
  }

  #row(
    placed: readonly PlacedColumn[],
    cells: readonly string[],
    indent: number,
    head: () => void,
  ): void {
    const lines = placed.map(({ width: own }, index) =>
      this.#faces.regular.wrap(
        cells[index] ?? "",
        cellSize,
        own - 2 * cellPad - (index === 0 ? indent : 0),
      ),
    );
    const count = Math.max(...lines.map(({ length }) => length));
    // A row that is longer than a page continues on the next one.
    for (let from = 0; from < count;) {
      const fits = Math.floor((lowest - this.#y - 2) / cellLead);
      if (fits < Math.min(count - from, 4)) {
        this.#nextPage();
        head();
        continue;
      }
      const some = lines.map((one) => one.slice(from, from + fits));
      this.#cells(placed, some, indent, "regular", 0);
      const shown = Math.min(fits, count - from);
      this.#y += shown * cellLead + 2;
      from += shown;
    }
    this.#hairline(this.#y - 1);
  }

  #cells(
    placed: readonly PlacedColumn[],
    lines: readonly (readonly string[])[],
    indent: number,
    face: Face,
    down: number,
  ): void {
    const top = this.#y;
    for (const [index, { column, x, width: own }] of placed.entries()) {
      for (const [line, text] of lines[index]!.entries()) {
        this.#y = top + down + line * cellLead;
        const isRight = column.isNumber === true;
        const left = x + cellPad + (index === 0 ? indent : 0);
        const right = x + own - cellPad - this.#faces[face].widthOf(text, cellSize);
        this.#line(text, isRight ? right : left, { face, size: cellSize });
      }
    }
    this.#y = top;
  }

  #write(text: string, { lead, ...style }: Style & { readonly lead: number }): void {
    for (const line of this.#faces[style.face].wrap(text, style.size, width)) {
      this.#keep(lead);
      this.#line(line, page.side, style);
      this.#y += lead;
    }
  }

  #line(text: string, x: number, { face, size, color = ink }: Style): void {
    if (text === "") return;
    this.#document
      .font(face)
      .fontSize(size)
      .fillColor(color)
      .text(text, x, this.#y, { lineBreak: false });
  }

  #hairline(y: number): void {
    this.#document
      .moveTo(page.side, y)
      .lineTo(page.side + width, y)
      .lineWidth(0.4)
      .stroke(rule);
  }

  /** Continues on the next page unless so much fits on this one. */
  #keep(height: number): void {
    if (this.#y + height > lowest) this.#nextPage();
  }

  #nextPage(): void {
    this.#document.addPage();
    this.#y = page.top;
  }
}

interface PlacedColumn {
  readonly column: Column;
  readonly x: number;
  readonly width: number;
}

interface Style {
  readonly face: Face;
  readonly size: number;
  readonly color?: string;
}
