import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Figures } from "./experiment.ts";

const page = fileURLToPath(new URL("../../docs/reliability.md", import.meta.url));

interface Outcome {
  readonly seed: number;
  readonly rounds: number;
  readonly figures: Figures;
}

/** Puts the outcome of a run into its row of the table of figures in docs/reliability.md. */
export function recordFigures(name: string, { seed, rounds, figures }: Outcome): void {
  const lines = readFileSync(page, "utf8").split("\n");
  const start = `| ${name} |`;
  const said = Object.entries(figures).map(([what, value]) => `${what} ${value}`);
  const day = new Date().toISOString().slice(0, 10);
  const row = `${start} ${day} | ${rounds} | ${seed} | ${said.join("; ")} |`;
  const place = lines.findIndex((line) => line.startsWith(start));
  if (place === -1) throw new Error(`docs/reliability.md has no row of figures for ${name}.`);
  lines[place] = row;
  writeFileSync(page, lines.join("\n"));
}
