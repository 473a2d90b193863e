import { registerHooks, type ResolveFnOutput } from "node:module";

/**
 * Says from now on where Drizzle's modules are. For each import of one, Node would parse its
 * package.json of 180 kB anew, to see of which type it is: half of a start was that, and two thirds
 * of the memory after it.
 */
export function findDrizzleOnce(): void {
  const found = new Map<string, ResolveFnOutput>();
  registerHooks({
    resolve: (name, context, next) => {
      const { parentURL = "", conditions } = context;
      // What is required is another file, and of another type.
      if (!conditions.includes("import")) return next(name, context);
      if (name.startsWith(".") && parentURL.includes("/node_modules/drizzle-orm/")) {
        return { url: new URL(name, parentURL).href, format: "module", shortCircuit: true };
      }
      if (!name.startsWith("drizzle-orm")) return next(name, context);
      const known = found.get(name) ?? next(name, context);
      found.set(name, known);
      return { ...known, shortCircuit: true };
    },
  });
}
