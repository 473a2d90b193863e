import type { Rounds } from "../contenders/contender.ts";
import { type Chart, fixed, meetsGoal, type Section, type Table, type Verdict } from "./section.ts";

/** The content of a report. */
export interface Report {
  readonly sections: readonly Section[];
  readonly machine: readonly (readonly [string, string])[];
  readonly rounds: Rounds;
  readonly at: Date;
}

/** Makes the chart of all goals. A bar of 1 just meets its goal. */
export const goalsChart = ({ sections }: Report): Chart => ({
  file: "goals",
  title: "Every goal, and how far it is passed",
  unit: "ratio / goal, at most 4",
  mark: { value: 1, label: "goal" },
  bars: sections
    .flatMap(({ verdicts }) => verdicts)
    .filter(({ goal }) => goal !== undefined)
    .map((verdict) => ({
      label: shortLabel(verdict.name),
      value: Math.min(4, verdict.ratio / verdict.goal!),
      tone: meetsGoal(verdict) ? ("own" as const) : ("missed" as const),
    })),
});

const shortLabel = (name: string) => (name.length > 38 ? `${name.slice(0, 37)}…` : name);

/** Writes a report as a page. */
export const toMarkdown = (report: Report): string => `# Performance

\`npm run bench\` measured these figures on ${report.at.toISOString().slice(0, 10)} and wrote this page.
[performance.json](performance.json) has the ratios for programs.

${ratiosNote}

![${goalsChart(report).title}](performance/goals.svg)

${toTable(goalTable(report.sections))}

## The machine

${toTable({ head: ["", ""], rows: report.machine })}

${method(report)}
${report.sections.map(toSection).join("\n")}`;

const ratiosNote = `Every figure is a ratio to a baseline, because absolute rates say more about the machine. Service and
baseline were measured in turn, on the same machine in the same minutes. A ratio is the median of
the ratios of each round. If the goal is a limit, the ratio is the limit divided by the measured
value. So a ratio of at least the goal always holds it.`;

const method = ({ rounds: { rounds, seconds } }: Report) => `## How it is measured

Each contender has a warm-up and ${rounds} rounds of ${seconds} s, in turn. The warm-up of a server is four times
as long, because V8 compiles its code then. Each works on a copy of one plant: 10,000 items and
50,000 builds, ten slots a BoM. Its change log counts as sealed, like that of a service that has been
running. Server and load have a core each. The file is in WAL mode with \`synchronous = FULL\` and one
connection. Every contender waits for the disk before it responds, except in an import.

The baselines are plain code in \`bench/\`. They run the statements that the service runs for a
request that comes alone. These are recorded from the service at the start: the key is read again,
every fact that a rule needs is loaded, and the change log is written. So a ratio is the cost, or the
gain, of the architecture. Builds that wait together load and write as one. Reads that wait together
run in one transaction with one check of their key. No baseline does either.

Limits in milliseconds depend on the state of the machine in those minutes. The table above has the
fastest and the slowest time of one digest there. A shared processor can be several times slower.

- **The engine alone**: the native \`libsql\` binding with cached statements, no HTTP. Each Build is
  committed alone, or 64 to a commit.
- **node:http**: a server written by hand over the same code, with a commit for each request.
- **The usual stack**: \`@hono/zod-openapi\`, Drizzle and \`@libsql/client\` on a file, used as their
  documentation shows. It builds queries for each request, and runs a transaction for each Build.
`;

const goalTable = (sections: readonly Section[]): Table => ({
  head: ["measure", "ratio", "goal", "beyond", "holds"],
  rows: sections.flatMap(({ verdicts }) =>
    verdicts.map((verdict) => [
      verdict.name,
      fixed(verdict.ratio, 2),
      String(verdict.goal ?? ""),
      String(verdict.beyond ?? ""),
      goalMark(verdict),
    ]),
  ),
});

const goalMark = (verdict: Verdict) =>
  verdict.goal === undefined ? "" : meetsGoal(verdict) ? "yes" : "**no**";

const toSection = ({ title, text, table, charts = [] }: Section): string => `## ${title}

${text}

${toTable(table)}
${charts.map((chart) => `\n![${chart.title}](performance/${chart.file}.svg)\n`).join("")}`;

function toTable({ head, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.map(inCell).join(" | ")} |`;
  const rule = head.map((_, column) => (column === 0 ? "---" : "--:"));
  return [line(head), line(rule), ...rows.map(line)].join("\n");
}

const inCell = (text: string) => text.replaceAll("|", "\\|");
