import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { toSvg } from "./chart.ts";
import { goalsChart, type Report, toMarkdown } from "./markdown.ts";
import { meetsGoal } from "./section.ts";

/** Writes the page, its charts and its figures into a folder. */
export function writeReport(folder: string, report: Report): void {
  const charts = join(folder, "performance");
  mkdirSync(charts, { recursive: true });
  for (const chart of [
    goalsChart(report),
    ...report.sections.flatMap((section) => section.charts ?? []),
  ]) {
    writeFileSync(join(charts, `${chart.file}.svg`), toSvg(chart));
  }
  const figures = report.sections
    .flatMap(({ verdicts }) => verdicts)
    .filter(({ goal }) => goal !== undefined)
    .map((verdict) => ({
      name: verdict.name,
      ratio: Number(verdict.ratio.toFixed(3)),
      goal: verdict.goal,
      holds: meetsGoal(verdict),
    }));
  writeFileSync(join(folder, "performance.json"), `${JSON.stringify(figures, null, 2)}\n`);
  writeFileSync(join(folder, "performance.md"), toMarkdown(report));
}
