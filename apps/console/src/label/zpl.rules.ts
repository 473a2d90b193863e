import { filled, type LabelValues } from "./fill.rules.ts";

/** A field of data of ZPL, and a `^FH` right before it with the sign that it escapes by. */
const dataField = /(?:\^FH(.?))?\^F([DV])(.*?)(?=\^FS|\^XZ|$)/gs;

/** The sign of an escape where `^FH` names none. */
const defaultSign = "_";

/**
 * Fills in a label in ZPL. A value can have signs that begin a command: a field with such a value
 * is written with `^FH`, which gives them by their codes.
 */
export function filledZpl(zpl: string, values: LabelValues, copies = 1): string {
  const label = zpl.replaceAll(
    dataField,
    (field: string, sign: string | undefined, kind: string, data: string) => {
      const isOfTemplate = field.startsWith("^FH");
      const isEscaped = isOfTemplate || special.test(filled(data, values));
      if (!isEscaped) return filled(field, values);
      const by = sign || defaultSign;
      // A template without an escape means the sign itself. With one, it has escaped its own text.
      const own = isOfTemplate ? data : escaped(data, by, false);
      const safe = Object.entries(values).map(([name, value]) => [name, escaped(value, by, true)]);
      return `^FH${sign ?? ""}^F${kind}${filled(own, Object.fromEntries(safe))}`;
    },
  );
  // The number of copies belongs to the last label of the template.
  return copies === 1 ? label : label.replace(/\^XZ(?![\s\S]*\^XZ)/, `^PQ${copies}\n^XZ`);
}

// A printer takes these as commands, or drops them.
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const special = /[\^~\u0000-\u001F\u007F]/;

/** Writes the sign of an escape by its code, and in a value those that a printer acts on too. */
const escaped = (text: string, sign: string, isValue: boolean): string =>
  Array.from(text, (one) =>
    one === sign || (isValue && special.test(one))
      ? sign + one.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")
      : one,
  ).join("");
