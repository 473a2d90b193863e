// What wrangler exports of D1, as D1 takes it back: `npm run loadable -- data.sql loadable.sql`.
import { open, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";

/** D1 takes no longer statement. */
const longestBytes = 100_000;

/** A value as SQL writes it, and its pieces: a quote is written as two, which stay together. */
const literal = /'[^']*(?:''[^']*)*'/g;
const piece = /(?:''|[^']){1,12000}/gu;

/** Statements as they stand in chunks of a text: each ends a line, outside of any value. */
async function* statementsIn(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let statement = "";
  let tail = "";
  for await (const chunk of chunks) {
    const lines = `${tail}${chunk}`.split("\n");
    tail = lines.pop()!;
    for (const line of lines) {
      statement += `${line}\n`;
      if (!line.endsWith(";") || statement.split("'").length % 2 === 0) continue;
      yield statement;
      statement = "";
    }
  }
  yield statement + tail;
}

/** How a row of the numbers last given begins: wrangler writes these after all others. */
const counter = 'INSERT INTO "sqlite_sequence"';

/**
 * Statements without the counters that the rows before have made of themselves: of two for a table
 * SQLite goes on from the first, which does not know of newer rows that were deleted.
 */
async function* counted(statements: AsyncIterable<string>): AsyncGenerator<string> {
  let hasCounters = false;
  for await (const statement of statements) {
    if (!hasCounters && statement.startsWith(counter)) {
      yield "DELETE FROM sqlite_sequence;\n";
      hasCounters = true;
    }
    yield statement;
  }
}

/** A statement that is too long as several: its long values come first, in pieces of 48 kB. */
function* loadable(statement: string): Generator<string> {
  if (Buffer.byteLength(statement) < longestBytes) {
    yield statement;
    return;
  }
  const pieces: string[] = [];
  const row = statement.replaceAll(literal, (value) => {
    if (value.length < 1000) return value;
    const before = pieces.length;
    pieces.push(...value.slice(1, -1).match(piece)!);
    return `(select group_concat(piece, '') from (select piece from asbuilt_piece
      where n > ${before} and n <= ${pieces.length} order by n))`;
  });
  yield "create table asbuilt_piece (n integer primary key, piece text);\n";
  for (const [index, text] of pieces.entries()) {
    yield `insert into asbuilt_piece values (${index + 1}, '${text}');\n`;
  }
  yield row;
  yield "drop table asbuilt_piece;\n";
}

// Beside the files that wrangler writes and reads.
process.chdir(import.meta.dirname);
const [from, to] = process.argv.slice(2);
if (from === undefined || to === undefined) {
  process.stderr.write("usage: npm run loadable -- FROM.sql TO.sql\n");
  process.exit(2);
}
const source = await open(from);
// Made here, so that nothing is removed that was there before.
const target = await open(to, "wx");
try {
  await pipeline(
    source.createReadStream({ encoding: "utf8" }),
    async function* (chunks: AsyncIterable<string>) {
      for await (const statement of counted(statementsIn(chunks))) yield* loadable(statement);
    },
    target.createWriteStream(),
  );
} catch (error) {
  // A part of it would look like all.
  await rm(to);
  throw error;
}
