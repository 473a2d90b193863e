import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Whether promtool is here. The checks install it. A developer's system can be without it. */
export const hasPromtool = canRun("promtool", "--version");

function canRun(command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Reads the metrics at a port of this machine in one form. */
export async function scrape(port: number, accept = "text/plain") {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { Accept: accept } });
  return { type: answer.headers.get("Content-Type"), text: await answer.text() };
}

/** Returns the types of metrics by their names. */
export const typesIn = (text: string): Map<string, string> =>
  new Map(Array.from(text.matchAll(/^# TYPE (\w+) (\w+)$/gm), ([, name, type]) => [name!, type!]));

/** Returns the values of samples by their names, with the labels in their order. */
export const samplesIn = (text: string): Map<string, number> =>
  new Map(
    Array.from(text.matchAll(/^(\w+(?:\{.*\})?) (\S+)$/gm), ([, name, value]) => [
      name!,
      Number(value),
    ]),
  );

/** Fails unless promtool reads Prometheus' text, and finds no fault in its names. */
export function checkPrometheusText(text: string): void {
  execFileSync("promtool", ["check", "metrics"], { input: text });
}

/** Fails unless promtool reads a text as OpenMetrics. It takes only samples with a time. */
export function checkOpenMetrics(text: string): void {
  const folder = mkdtempSync(join(tmpdir(), "asbuilt-openmetrics-"));
  try {
    const file = join(folder, "metrics");
    writeFileSync(file, text.replaceAll(/^(?!#).+$/gm, "$& 1700000000"));
    execFileSync("promtool", ["tsdb", "create-blocks-from", "openmetrics", file, folder]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
