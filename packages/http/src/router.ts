import type { Handler } from "hono";
import type { Result, Router } from "hono/router";
import { TrieRouter } from "hono/router/trie-router";
import type { H, RouterRoute } from "hono/types";

/** A handler, and where it stands. */
type Placed = [H, RouterRoute];

/** What answers at one path, and all that a request to it goes through once one has come. */
interface Fixed {
  readonly make: () => Handler;
  found?: Result<Placed>;
}

/**
 * Hono's router for an app whose paths are fixed, but for a few: those are looked up as they are
 * written, and their handlers are made when they are first asked for. A Worker makes the app anew at
 * each start, and a start answers one request. All other paths, and what stands before every path,
 * Hono's own trie finds; what it finds comes first.
 */
export class PathRouter implements Router<Placed> {
  readonly name = "PathRouter";
  readonly #fixed = new Map<string, Map<string, Fixed>>();
  readonly #others = new TrieRouter<Placed>();

  /** Places a handler at a path without parameters; a method is written large or small. */
  fix(method: string, path: string, make: () => Handler): void {
    const name = method.toUpperCase();
    const paths = this.#fixed.get(name);
    if (paths) paths.set(path, { make });
    else this.#fixed.set(name, new Map([[path, { make }]]));
  }

  add(method: string, path: string, placed: Placed): void {
    this.#others.add(method, path, placed);
  }

  match(method: string, path: string): Result<Placed> {
    const fixed = this.#fixed.get(method)?.get(path);
    if (!fixed) return this.#others.match(method, path);
    return (fixed.found ??= this.#withOthers(method, path, fixed.make()));
  }

  #withOthers(method: string, path: string, handler: Handler): Result<Placed> {
    // Of the two forms that there are, a trie's has the parameters of a path themselves.
    const [others] = this.#others.match(method, path) as [Step[]];
    return [[...others, [[handler, { basePath: "/", path, method, handler }], {}]]];
  }
}

type Step = [Placed, Record<string, string>];
