import { execFileSync } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { imageSettings, readDockerfile } from "../end-to-end/dockerfile.ts";

const folder = join(import.meta.dirname, "../../deploy/systemd");
const analyze = (...args: string[]) =>
  execFileSync("systemd-analyze", args, { cwd: folder, encoding: "utf8", stdio: "pipe" });

// The checks install it. A developer's system can be another one.
const hasSystemd = existsSync("/usr/bin/systemd-analyze");

test.runIf(hasSystemd).each(globSync("*.service", { cwd: folder }))(
  "%s is sandboxed, as systemd judges it",
  (unit) => {
    const [, exposure] = /exposure level for \S+: ([\d.]+)/.exec(
      analyze("security", "--offline=yes", "--no-pager", unit),
    )!;
    expect(Number(exposure)).toBeLessThanOrEqual(1.5);
  },
);

const settings = imageSettings();
const instructions = readDockerfile();
const textsOf = (wanted: string) =>
  instructions.filter(({ name }) => name === wanted).map(({ text }) => text);

test("the image is built on the Node of this workspace, named by its full version", () => {
  expect(textsOf("ARG")).toEqual([`BASE=node:${process.versions.node}-trixie-slim`]);
  expect(textsOf("FROM")).toEqual(["${BASE} AS assembly", "scratch"]);
});

test("the image has the files that the tested script assembles, an empty volume, and no others", () => {
  expect(textsOf("RUN")).toEqual([
    "mkdir /data && sh /container/assemble.sh /asbuilt.tgz /usr/local/bin/node /root-of-image",
  ]);
  expect(textsOf("COPY")).toEqual([
    "deploy/container /container",
    "apps/node/dist/asbuilt-*.tgz /asbuilt.tgz",
    "--from=assembly /root-of-image /",
    "--from=assembly --chown=65532:65532 /data /data",
  ]);
  expect(textsOf("ADD")).toEqual([]);
  expect(textsOf("VOLUME")).toEqual(['["/data"]']);
});

test("the image runs as its own user without a shell, and asks the service for its health", () => {
  expect(settings.user).toBe("65532:65532");
  expect(textsOf("SHELL")).toEqual([]);
  expect(settings.command).toEqual(["serve"]);
  expect(settings.healthCheck).toEqual([...settings.entryPoint, "ready"]);
});
