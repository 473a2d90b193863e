import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The projects from the longest to the shortest. The short files of the last fill both cores. */
const projects = [
  "chaos",
  "end-to-end",
  "deployment",
  "browser",
  "d1",
  "sqld",
  "node",
  "law",
  "core",
  "http",
  "contract",
  "console",
  "table",
];

/** The files that take longest in their project, although others are larger. */
const longFiles =
  /\/(?:model|large-records|webhook-delivery|listing|supply-chain|light-zod)\.test\.ts$/;

/** Starts what takes long first, so that no core idles at the end while another works. */
export default class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- this is not the method of an array.
    const sorted = await super.sort(files);
    return sorted.toSorted(
      (left, right) =>
        projects.indexOf(left.project.name) - projects.indexOf(right.project.name) ||
        Number(longFiles.test(right.moduleId)) - Number(longFiles.test(left.moduleId)),
    );
  }
}
