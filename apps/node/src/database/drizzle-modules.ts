import nodeModule, { type ResolveFnOutput } from "node:module";
import { isPackage } from "../place.ts";

/**
 * Resolves Drizzle's modules without Node's own search. For each import of one, Node would parse
 * its 180 kB package.json again for the module type. That took half of the start, and two thirds
 * of the memory after it. A package has these modules in its own files.
 */
export function resolveDrizzleOnce(): void {
  if (isPackage) return;
  const resolved = new Map<string, ResolveFnOutput>();
  // An early Node 22 has no such function.
  nodeModule.registerHooks({
    resolve: (name, context, next) => {
      const { parentURL = "", conditions } = context;
      // `require` resolves to another file of another type.
      if (!conditions.includes("import")) return next(name, context);
      if (name.startsWith(".") && parentURL.includes("/node_modules/drizzle-orm/")) {
        return { url: new URL(name, parentURL).href, format: "module", shortCircuit: true };
      }
      if (!name.startsWith("drizzle-orm")) return next(name, context);
      const known = resolved.get(name) ?? next(name, context);
      resolved.set(name, known);
      return { ...known, shortCircuit: true };
    },
  });
}
