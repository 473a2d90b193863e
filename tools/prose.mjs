// Checks that the project's prose can be read once: the length of its sentences, and turns of
// phrase that an experienced engineer would not write.
//   node tools/prose.mjs [path...]     all tracked files, or those below the paths
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The median of the words in a sentence of the documents must stay below this. */
const medianWordsMax = 18;
/** A longer cell of a table belongs in a sentence below the table. */
const cellWordsMax = 30;

/** Each turn that is refused, and what to write instead. A space stands for any white space. */
const turns = [
  [/\bat once\b/i, "immediately, together, or at the same time"],
  [/\b(?:so|as) many\b(?! as)/i, "the number itself: rows per batch, at most N"],
  [/\bof which\b/i, "two sentences, or whose"],
  [/\bby which\b/i, "two sentences, or that ... by"],
  [/\bcom(?:es?|ing) to be\b|\bcame to be\b/i, "is created"],
  [/\bfor ever\b/i, "permanently, or forever"],
  [/\bgo(?:es|ing)? on\b|\bwent on\b/i, "continues"],
  [/\bin the place of\b|\bin (?:its|their) place\b/i, "instead of"],
  [/\bbeside what\b/i, "besides, or compared with"],
  [/\bmakes? anew\b|\bread anew\b|\banew\b/i, "again"],
  [/\b(?:is|are|was|were) told\b/i, "is reported, is notified, or is given"],
];

/** A sentence whose subject is "what ..." or "whoever ..." has to be read twice. */
const subjects = /(?:^|[.!?:] |\| )(?:What|Whoever|Whatever|Whichever)\b[^.!?|]*/g;
const isQuestion = (text, end) => text[end] === "?";

const tracked = () =>
  execFileSync("git", ["ls-files", "-z", "--", ...process.argv.slice(2)], { cwd: root })
    .toString()
    .split("\0")
    .filter(
      (path) => /\.(?:ts|mjs|md)$/.test(path) && !/\.gen\.ts$|^tools\/prose\.mjs$/.test(path),
    );

/** The pieces of prose of a file, each with the line that it begins on. */
function proseOf(path) {
  const text = readFileSync(`${root}/${path}`, "utf8");
  return extname(path) === ".md" ? paragraphsOf(text) : commentsOf(text);
}

function paragraphsOf(text) {
  const pieces = [];
  let isCode = false;
  let piece;
  const end = () => {
    if (piece) pieces.push(piece);
    piece = undefined;
  };
  for (const [index, line] of text.split("\n").entries()) {
    if (/^\s*(?:```|~~~)/.test(line)) {
      end();
      isCode = !isCode;
      continue;
    }
    if (isCode || /^\s*<!--/.test(line)) continue;
    const kind = /^\s*\|/.test(line) ? "row" : line.startsWith("#") ? "heading" : "text";
    const isStart = kind !== "text" || /^\s*(?:[-*]|\d+\.) /.test(line);
    if (line.trim() === "" || isStart || piece?.kind !== "text") end();
    if (line.trim() === "") continue;
    const words = line.trim().replace(/^(?:[-*]|\d+\.|#+) /, "");
    if (piece) piece.text += ` ${words}`;
    else piece = { kind, line: index + 1, text: words };
  }
  end();
  return pieces;
}

/** Comments, each joined to one text, and string literals with a space in them. */
function commentsOf(text) {
  const pieces = [];
  const at = (index) => text.slice(0, index).split("\n").length;
  const comment = /\/\*\*?([\s\S]*?)\*\/|((?:^[ \t]*\/\/.*\n?)+)|[ \t]\/\/ (.*)$/gm;
  for (const match of text.matchAll(comment)) {
    const words = (match[1] ?? match[2] ?? match[3]).replace(/^[ \t]*(?:\*|\/\/) ?/gm, "");
    const joined = words.replace(/\s+/g, " ").trim();
    pieces.push({ kind: "comment", line: at(match.index), text: joined });
  }
  const code = text.replace(comment, (all) => all.replace(/[^\n]/g, " "));
  for (const match of code.matchAll(/"((?:[^"\\\n]|\\.)* (?:[^"\\\n]|\\.)*)"|`([^`]* [^`]*)`/g)) {
    const joined = (match[1] ?? match[2]).replace(/\s+/g, " ");
    pieces.push({ kind: "string", line: at(match.index), text: joined });
  }
  return pieces;
}

const plain = (text) =>
  text
    .replace(/`[^`]*`/g, "X")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\*\*|__/g, "");
const wordsOf = (text) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

const problems = [];
const lengths = [];
for (const path of tracked()) {
  for (const { kind, line, text } of proseOf(path)) {
    const report = (problem) => problems.push(`${path}:${line}: ${problem}`);
    for (const [turn, instead] of turns) {
      const found = turn.exec(text);
      if (found) report(`"${found[0]}": write ${instead}`);
    }
    const words = plain(text);
    if (kind !== "heading" && kind !== "string") {
      for (const found of words.matchAll(subjects)) {
        if (isQuestion(words, found.index + found[0].length)) continue;
        report(`a sentence begins with "${found[0].slice(0, 40).trim()} ...": name its subject`);
      }
    }
    if (kind === "row") {
      // A list of names in code is looked up, not read: it counts as one word.
      for (const cell of words.replaceAll(/X(?:, X)+/g, "X").split("|")) {
        if (wordsOf(cell) >= cellWordsMax) {
          report(`a cell of ${wordsOf(cell)} words: at most ${cellWordsMax - 1}`);
        }
      }
    }
    if (kind === "text" && path.endsWith(".md")) {
      for (const sentence of words.split(/(?<=[.!?:])\s+(?=[\p{Lu}\d"X])/u)) {
        const count = wordsOf(sentence);
        if (count > 2) lengths.push(count);
      }
    }
  }
}

lengths.sort((left, right) => left - right);
const median = lengths[Math.floor(lengths.length / 2)] ?? 0;
if (median >= medianWordsMax) {
  problems.push(
    `the median sentence has ${median} words: fewer than ${medianWordsMax} is the rule`,
  );
}
for (const problem of problems) console.error(problem);
console.log(`${lengths.length} sentences of documents, median ${median} words`);
if (problems.length > 0) {
  console.error(`${problems.length} problems of prose`);
  process.exit(1);
}
