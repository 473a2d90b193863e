import type { Handler } from "hono";
import type { Result, Router } from "hono/router";
import { TrieRouter } from "hono/router/trie-router";
import type { H, RouterRoute } from "hono/types";

/** A handler and its route. */
type RoutedHandler = [H, RouterRoute];

/** The handler of one path without parameters, and its match once a request was there. */
interface FixedPath {
  readonly make: () => Handler;
  match?: Result<RoutedHandler>;
}

/**
 * Hono's router for an app with mostly fixed paths. It finds those by their text, and makes their
 * handlers on first use: a Worker makes the app at each start, and a start serves one request.
 * Hono's own trie finds all other paths, and the middleware, which runs first.
 */
export class PathRouter implements Router<RoutedHandler> {
  readonly name = "PathRouter";
  readonly #fixed = new Map<string, Map<string, FixedPath>>();
  readonly #others = new TrieRouter<RoutedHandler>();

  /** Adds a handler at a path without parameters; the method can be in upper or lower case. */
  fix(method: string, path: string, make: () => Handler): void {
    const name = method.toUpperCase();
    const paths = this.#fixed.get(name);
    if (paths) paths.set(path, { make });
    else this.#fixed.set(name, new Map([[path, { make }]]));
  }

  add(method: string, path: string, handler: RoutedHandler): void {
    this.#others.add(method, path, handler);
  }

  match(method: string, path: string): Result<RoutedHandler> {
    const fixed = this.#fixed.get(method)?.get(path);
    if (!fixed) return this.#others.match(method, path);
    return (fixed.match ??= this.#withOthers(method, path, fixed.make()));
  }

  #withOthers(method: string, path: string, handler: Handler): Result<RoutedHandler> {
    // Of Hono's two forms of a match, a trie returns the one that holds the parameters themselves.
    const [others] = this.#others.match(method, path) as [MatchedHandler[]];
    return [[...others, [[handler, { basePath: "/", path, method, handler }], {}]]];
  }
}

type MatchedHandler = [RoutedHandler, Record<string, string>];
