import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Figures } from "./experiment.ts";

const page = fileURLToPath(new URL("../../docs/reliability.md", import.meta.url));

interface Outcome {
  readonly seed: number;
  readonly rounds: number;
  readonly figures: Figures;
}

/** Writes the figures of a run into its row in docs/reliability.md. */
export function recordFigures(name: string, { seed, rounds, figures }: Outcome): void {
  const lines = readFileSync(page, "utf8").split("\n");
  const start = `| ${name} |`;
  const texts = Object.entries(figures).map(([label, value]) => `${label} ${value}`);
  const day = new Date().toISOString().slice(0, 10);
  const row = `${start} ${day} | ${rounds} | ${seed} | ${texts.join("; ")} |`;
  const place = lines.findIndex((line) => line.startsWith(start));
  if (place === -1) throw new Error(`docs/reliability.md has no row for the figures of ${name}.`);
  lines[place] = row;
  writeFileSync(page, lines.join("\n"));
}
