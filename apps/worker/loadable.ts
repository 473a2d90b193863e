// Rewrites wrangler's export of D1 so that D1 can load it: `npm run loadable -- FROM.sql TO.sql`.
import { open, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";

/** D1 refuses statements of this size or more. */
const statementBytesMax = 100_000;

/** An SQL literal, and the pieces of one: the two marks of an escaped quote stay together. */
const literal = /'[^']*(?:''[^']*)*'/g;
const piece = /(?:''|[^']){1,12000}/gu;

/** Splits the chunks of a text into statements. Each ends a line, outside of any literal. */
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

/** The start of a row of SQLite's counters, which wrangler writes after all other rows. */
const counter = 'INSERT INTO "sqlite_sequence"';

/**
 * Removes the counters that the loaded rows created, before the first exported counter. If a table
 * has two, SQLite uses the first, which does not count newer rows that were deleted.
 */
async function* withCountersReset(statements: AsyncIterable<string>): AsyncGenerator<string> {
  let hasCounters = false;
  for await (const statement of statements) {
    if (!hasCounters && statement.startsWith(counter)) {
      yield "DELETE FROM sqlite_sequence;\n";
      hasCounters = true;
    }
    yield statement;
  }
}

/** Splits a statement that is too long: its long values are loaded first, in pieces of 48 kB. */
function* loadableStatements(statement: string): Generator<string> {
  if (Buffer.byteLength(statement) < statementBytesMax) {
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

// The folder where wrangler writes and reads its files.
process.chdir(import.meta.dirname);
const [from, to] = process.argv.slice(2);
if (from === undefined || to === undefined) {
  process.stderr.write("usage: npm run loadable -- FROM.sql TO.sql\n");
  process.exit(2);
}
const source = await open(from);
// Fails if the file exists, so that the cleanup below never removes an older file.
const target = await open(to, "wx");
try {
  await pipeline(
    source.createReadStream({ encoding: "utf8" }),
    async function* (chunks: AsyncIterable<string>) {
      for await (const statement of withCountersReset(statementsIn(chunks))) {
        yield* loadableStatements(statement);
      }
    },
    target.createWriteStream(),
  );
} catch (error) {
  // An incomplete file would look complete.
  await rm(to);
  throw error;
}
