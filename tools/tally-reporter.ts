import { existsSync, readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import type { TestError } from "vitest";
import type { Reporter, SerializedError, TestModule } from "vitest/node";

/**
 * Ends the run with the line `N passed, N failed`, and `, N skipped` if any. The line before it says
 * what the run took, and those before that name each failure: its line in the test, the seed if one
 * repeats it, and what a browser waited for. All are written as the process exits, so that nothing
 * follows them. A file that fails to load and an error outside every test count as failures. A run
 * without tests fails.
 */
export default class TallyReporter implements Reporter {
  #passed = 0;
  #skipped = 0;
  readonly #failures: string[] = [];

  onInit(): void {
    process.once("exit", () => {
      const failed = this.#failures.length;
      if (failed > 0 || this.#passed === 0) process.exitCode ||= 1;
      const skipped = this.#skipped > 0 ? `, ${this.#skipped} skipped` : "";
      process.stdout.write(
        `${this.#failures.join("")}${timesOfRun()}\n${this.#passed} passed, ${failed} failed${skipped}\n`,
      );
    });
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    this.#fail("outside of every test", unhandled);
    for (const module of modules) {
      const file = `${module.project.name} ${module.relativeModuleId}`;
      this.#fail(file, module.errors());
      for (const suite of module.children.allSuites()) {
        this.#fail(`${file} > ${suite.fullName}`, suite.errors());
      }
      for (const test of module.children.allTests()) {
        const { state, errors = [] } = test.result();
        if (state === "passed") this.#passed += 1;
        else if (state === "skipped") this.#skipped += 1;
        // A test that did not end has no error.
        else
          this.#fail(`${file}${lineOf(errors[0], module)} > ${test.fullName}`, [
            errors[0] ?? { message: state },
          ]);
      }
    }
  }

  #fail(where: string, errors: readonly SerializedError[]): void {
    for (const error of errors) this.#failures.push(`FAILED ${where}: ${reasonOf(error)}\n`);
  }
}

/** The line of a test where it failed, as `:line`. */
function lineOf(error: TestError | undefined, { moduleId }: TestModule): string {
  const frame = error?.stacks?.find(({ file }) => file === moduleId);
  return frame ? `:${frame.line}` : "";
}

/** Lines of their own in the errors of a property, of the model, and of a browser that waited. */
const ofCause = /^(?:\{ seed: |Counterexample: |Repeat it with: |\s*- waiting for )/;

/** The first line of a message, with what repeats a property that failed, and why it did. */
function reasonOf({ message, cause }: SerializedError): string {
  const [first, ...others] = stripVTControlCharacters(message).split("\n");
  const causes = others.filter((line) => ofCause.test(line)).map((line) => line.trim());
  if (causes.length === 0) return first!;
  return [first, ...new Set(causes), ...(cause ? [reasonOf(cause)] : [])].join(" | ");
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
