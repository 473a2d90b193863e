import type { Reporter, SerializedError, TestModule } from "vitest/node";

/**
 * Ends the run with the line `N passed, N failed`, and `, N skipped` if any. The line is written as
 * the process exits, so that nothing follows it. A file that fails to load and an error outside
 * every test count as failures. A run without tests fails.
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
      process.stdout.write(`${this.#passed} passed, ${this.#failed} failed${skipped}\n`);
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
