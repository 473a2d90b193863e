import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

/** Loads modules in a process of its own, and returns those of the libraries of sign-in. */
function librariesOf(...modules: string[]): string[] {
  const script = `
    import { registerHooks } from "node:module";
    const loaded = new Set();
    registerHooks({
      load: (url, context, next) => {
        const [, name] = /node_modules\\/(jose|oauth4webapi)\\//.exec(url) ?? [];
        if (name) loaded.add(name);
        return next(url, context);
      },
    });
    for (const name of ${JSON.stringify(modules)}) await import(name);
    console.log(JSON.stringify([...loaded].sort()));`;
  const given = ["--no-warnings", "--input-type=module", "--eval", script];
  // It printed an array of texts.
  return JSON.parse(
    execFileSync(process.execPath, given, { cwd: import.meta.dirname, encoding: "utf8" }),
  ) as string[];
}

test("a start loads nothing that signs people in", () => {
  expect(librariesOf("@asbuilt/http", "@asbuilt/worker")).toEqual([]);
  // The same hook sees them where they are loaded.
  const provider = new URL("../../packages/http/src/oidc/provider.ts", import.meta.url).href;
  expect(librariesOf(provider)).toEqual(["jose", "oauth4webapi"]);
});
