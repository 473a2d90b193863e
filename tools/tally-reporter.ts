import { existsSync, readFileSync } from "node:fs";
import type { Reporter, SerializedError, TestModule } from "vitest/node";

/**
 * Ends the run with the line `N passed, N failed`, and `, N skipped` if any. The line before it says
 * what the run took. Both are written as the process exits, so that nothing follows them. A file
 * that fails to load and an error outside every test count as failures. A run without tests fails.
 */
export default class TallyReporter implements Reporter {
  #passed = 0;
  #failed = 0;
  #skipped = 0;

  onInit(): void {
    process.once("exit", () => {
      if (this.#passed + this.#failed === 0) process.exitCode ||= 1;
      if (this.#failed > 0) process.exitCode ||= 1;
      const skipped = this.#skipped > 0 ? `, ${this.#skipped} skipped` : "";
      process.stdout.write(
        `${timesOfRun()}\n${this.#passed} passed, ${this.#failed} failed${skipped}\n`,
      );
    });
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    this.#failed += unhandled.length;
    for (const module of modules) {
      this.#failed += module.errors().length;
      for (const suite of module.children.allSuites()) this.#failed += suite.errors().length;
      for (const test of module.children.allTests()) this.#count(test.result().state);
    }
  }

  #count(state: "passed" | "failed" | "skipped" | "pending"): void {
    if (state === "passed") this.#passed += 1;
    else if (state === "skipped") this.#skipped += 1;
    else this.#failed += 1;
  }
}

/** Returns the wall seconds of this process, and its CPU seconds with those of its children. */
function timesOfRun(): string {
  const wall = `${process.uptime().toFixed(1)} s`;
  // Node counts only its own CPU time. Linux also counts that of children that have ended.
  if (!existsSync("/proc/self/stat")) return wall;
  const [, fields = ""] = readFileSync("/proc/self/stat", "utf8").split(") ");
  const ticks = fields.split(" ").slice(11, 15).map(Number);
  const cpu = ticks.reduce((sum, count) => sum + count, 0) / ticksPerSecond;
  return `${wall}, ${cpu.toFixed(1)} s of CPU`;
}

/** The unit of times in /proc, the same on every Linux. */
const ticksPerSecond = 100;
