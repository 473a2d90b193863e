// Makes the dictionary of recorded answers from those of a database, one of each form:
//   node tools/answer-dictionary.mjs DATABASE > packages/core/src/engine/repeats/dictionary-N.ts
// Rows that were recorded with a dictionary need it as long as they are kept, and those of references
// permanently. So a new one gets a new number, and the others stay: see compressed.ts.
import { DatabaseSync } from "node:sqlite";
import { deflateRawSync } from "node:zlib";
import { unpacked } from "../packages/core/src/engine/repeats/compressed.ts";

const [path] = process.argv.slice(2);
if (path === undefined) throw new Error("usage: node tools/answer-dictionary.mjs DATABASE");

/** The longest dictionary: with each answer, all of it is read. */
const lengthMax = 8000;

const rows = new DatabaseSync(path, { readOnly: true })
  .prepare("select hex(answer) as answer from keyed_answer order by rowid")
  .all();
const formOf = (text) =>
  JSON.stringify(JSON.parse(text), (_, value) =>
    typeof value === "object" && value !== null ? value : typeof value,
  );
// Batches repeat the forms of single requests.
const texts = rows
  .map(({ answer }) => unpacked(answer))
  .filter((text) => JSON.parse(text).length === 1);
const samples = [...new Map(texts.map((text) => [formOf(text), text])).values()];

const totalWith = (dictionary) =>
  samples.reduce((sum, text) => {
    const options = { level: 9, ...(dictionary && { dictionary: Buffer.from(dictionary) }) };
    return sum + deflateRawSync(text, options).length;
  }, 0);

// The nearest text is referred to in the fewest bits: what helps most comes last.
let dictionary = "";
for (;;) {
  const [best] = samples
    .map((text) => text + dictionary)
    .filter((one) => one.length <= lengthMax)
    .map((one) => [totalWith(one) + (one.length - dictionary.length) / 64, one])
    .toSorted(([left], [right]) => left - right);
  if (!best || best[0] >= totalWith(dictionary)) break;
  dictionary = best[1];
}

process.stdout
  .write(`// Made by tools/answer-dictionary.mjs. Recorded answers need it: never change it.
export const dictionary1 =
  ${JSON.stringify(dictionary)};
`);
