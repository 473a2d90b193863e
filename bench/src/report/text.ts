import { fixed, meetsGoal, type Section, type Table, type Verdict } from "./section.ts";

/** Formats a section for the terminal. */
export const toText = ({ title, table, verdicts }: Section): string =>
  `\n${title}\n${alignedTable(table)}${verdicts.map(verdictLine).join("")}`;

function alignedTable({ head, rows }: Table): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
      )
      .join("  ");
  return all.map((row) => `  ${line(row)}\n`).join("");
}

const verdictLine = (verdict: Verdict) =>
  `  ${terminalMark(verdict)} ${verdict.name}: ${ratioText(verdict)}\n`;

const terminalMark = (verdict: Verdict) =>
  verdict.goal === undefined ? "    " : meetsGoal(verdict) ? "ok  " : "MISS";

const ratioText = ({ ratio, goal, beyond }: Verdict) =>
  [
    fixed(ratio, 2),
    goal === undefined ? "" : `(goal ${goal}${beyond === undefined ? "" : `, beyond ${beyond}`})`,
  ].join(" ");
