import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const packages = join(import.meta.dirname, "../../packages");

/** A statement of a module that does something when the module runs, such as `register(name)`. */
const doing = /^(?:(?:await|new) )?(?:for|if|while|switch|try|\w[\w.]*) ?[({].*|^import "/;

const hasEffect = (path: string) =>
  readFileSync(path, "utf8")
    .split("\n")
    .some((line) => doing.test(line) && !/^(?:import|export|function|const) /.test(line));

// A bundler leaves out a module without effects if none of its exports is used, and its effects with it.
test.for(["contract", "core", "http"])("%s declares each module with an effect", (name) => {
  const folder = join(packages, name);
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    sideEffects: false | readonly string[];
  };
  const files = globSync("src/**/*.ts", { cwd: folder });
  expect(files.length).toBeGreaterThan(30);
  const found = files.filter((file) => hasEffect(join(folder, file))).map((file) => `./${file}`);
  expect(found.toSorted()).toEqual(manifest.sideEffects || []);
});
