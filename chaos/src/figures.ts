import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Figures } from "./experiment.ts";

const page = fileURLToPath(new URL("../../docs/explanation/reliability.md", import.meta.url));

interface Outcome {
  readonly seed: number;
  readonly rounds: number;
  readonly figures: Figures;
}

/** Puts the outcome of a run into the table and the last figures of docs/explanation/reliability.md. */
export function recordFigures(name: string, { seed, rounds, figures }: Outcome): void {
  const day = new Date().toISOString().slice(0, 10);
  const texts = Object.entries(figures).map(([figure, value]) => `${figure} ${value}`);
  const lines = readFileSync(page, "utf8").split("\n");
  replaceLine(lines, `| ${name} |`, ` ${day} | ${rounds} | ${seed} |`);
  replaceLine(lines, `- **${name}**:`, ` ${texts.join("; ")}`);
  writeFileSync(page, lines.join("\n"));
}

/** Replaces the rest of the line that has this start. */
function replaceLine(lines: string[], start: string, rest: string): void {
  const place = lines.findIndex((line) => line.startsWith(start));
  if (place === -1) throw new Error(`${page} has no line that starts with ${start}`);
  lines[place] = start + rest;
}
