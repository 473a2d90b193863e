import * as z from "zod";
import { filledChars, millimetres, nameBytes, nameChars, record, textBytes } from "./fields.ts";
import { labelPlaceholders } from "./label-placeholders.gen.ts";
import { ruleText, schema } from "./schema.ts";

export { labelPlaceholders };

// Object.keys forgets which keys an object has.
const kinds = Object.keys(labelPlaceholders) as (keyof typeof labelPlaceholders)[];

const placeholdersInWords = () =>
  kinds
    .map((kind) => {
      const own = Object.entries(labelPlaceholders[kind]);
      return `Of \`${kind}\`: ${own.map(([name, value]) => `\`{${name}}\`, ${value}`).join("; ")}.`;
    })
    .join(" ");

const LabelKind = schema(
  "LabelKind",
  "The kind of record that a label is for. It decides which placeholders the texts of the label " +
    "can have.",
  () => z.enum(kinds).meta({ [ruleText]: placeholdersInWords() }),
);
const LabelSymbology = schema(
  "LabelSymbology",
  "The kind of symbol on a label. The text of a GS1 symbol has its application identifiers in " +
    "parentheses: `(21){visualSerialNo}`.",
  () => z.enum(["dataMatrix", "gs1DataMatrix", "qr", "code128"]),
);

const sizeMm = { min: 0.5, max: 100 };

const LabelLine = schema("LabelLine", "A line of text on a label.", () =>
  z.strictObject({
    text: filledChars(200).meta({ description: "The text, with placeholders." }),
    sizeMm: z
      .number()
      .min(sizeMm.min, `At least ${sizeMm.min}.`)
      .max(sizeMm.max, `At most ${sizeMm.max}.`)
      .meta({ description: "The height of the text, in millimetres." }),
    isBold: z.boolean().meta({ description: "Whether the text is bold." }),
  }),
);

const about = {
  kind: { description: "The kind of record that the label is for." },
  widthMm: { description: "The width of the label, in millimetres." },
  heightMm: { description: "The height of the label, in millimetres." },
  dpi: { description: "The resolution of the printer, in dots per inch." },
  symbology: { description: "The kind of the symbol." },
  code: {
    description: "The text of the symbol, with placeholders. If it is empty, there is no symbol.",
  },
  lines: { description: "The lines of text next to the symbol, from the top." },
  zpl: {
    description:
      "The label in ZPL II, with placeholders, for printers that take it. Null means none.",
  },
};
const byDefault = (value: string) => ({ [ruleText]: `The default is ${value}.` });
const dpi = { min: 100, max: 1200 };

/** The layout of labels. The service stores it, and the console fills and prints it. */
export const labelTemplate = {
  noun: "label template",
  meaning:
    "The layout of a label. The service checks its placeholders and stores it: the client that " +
    "prints a label fills it in.",
  name: () => nameBytes(250),
  fields: () => ({
    kind: LabelKind().meta({ ...about.kind, ...byDefault("item") }),
    widthMm: millimetres(5, 500).meta({ ...about.widthMm, ...byDefault("50") }),
    heightMm: millimetres(5, 500).meta({ ...about.heightMm, ...byDefault("25") }),
    dpi: z
      .int()
      .min(dpi.min, `At least ${dpi.min}.`)
      .max(dpi.max, `At most ${dpi.max}.`)
      .meta({ ...about.dpi, ...byDefault("203") }),
    symbology: LabelSymbology().meta({ ...about.symbology, ...byDefault("dataMatrix") }),
    code: nameChars(500).meta({
      ...about.code,
      ...byDefault("the first placeholder of the kind"),
    }),
    lines: z
      .array(LabelLine())
      .max(50)
      .meta({ ...about.lines, ...byDefault("none") }),
    zpl: textBytes(8000).nullable().meta(about.zpl),
  }),
  answers: () => ({
    kind: LabelKind().meta(about.kind),
    widthMm: record.number().meta(about.widthMm),
    heightMm: record.number().meta(about.heightMm),
    dpi: z.int().meta(about.dpi),
    symbology: LabelSymbology().meta(about.symbology),
    code: record.text().meta(about.code),
    lines: z.array(LabelLine()).meta(about.lines),
    zpl: record.text().nullable().meta(about.zpl),
  }),
  refusals: ["unknown_placeholder"] as const,
  example: {
    name: "Item 50 x 25",
    kind: "item",
    widthMm: 50,
    heightMm: 25,
    dpi: 203,
    symbology: "dataMatrix",
    code: "{visualSerialNo}",
    lines: [
      { text: "{productName}", sizeMm: 3, isBold: true },
      { text: "{visualSerialNo}", sizeMm: 2.5, isBold: false },
    ],
    zpl: null,
  },
};
