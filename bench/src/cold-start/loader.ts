// A Worker that starts other Workers and sends each one request: uploaded bundles or empty Workers.
import type { Bundle } from "./cold-start.ts";

interface Loaded {
  getEntrypoint(): { fetch(request: Request): Promise<Response> };
}
type Code = Omit<Bundle, "folder"> & { readonly modules: Readonly<Record<string, string>> };
interface Loader {
  get(
    name: string,
    code: () => {
      compatibilityDate: string;
      compatibilityFlags: readonly string[];
      mainModule: string;
      modules: Record<string, string>;
      env: object;
    },
  ): Loaded;
}

const empty = { "main.js": "export default { fetch: () => new Response(null, { status: 204 }) };" };

// The key's rows come from memory and no limit refuses, so the start excludes the bindings' time.
const withBundle = ({ modules, main, vars, limits }: Code) => ({
  ...Object.fromEntries(Object.entries(modules).map(([name, code]) => [`bundle/${name}`, code])),
  "main.js": `
    import worker from "./bundle/${main}";
    const key = { id: 1, userId: 1, role: "admin" };
    const validity = { of: 1, ofRevNo: 1, revNo: 1, expires: null, revoked: null, isActive: 1, stamp: null };
    const prepare = (sql) => ({ rows: [/revoked_at/.test(sql) ? validity : key], bind, raw });
    function bind() { return this; }
    async function raw() { return this.rows.map(Object.values); }
    const batch = async (statements) => statements.map(({ rows }) => ({ results: rows }));
    const getBookmark = () => null;
    const DB = { withSession: () => ({ prepare, batch, getBookmark }), prepare };
    const limit = async () => ({ success: true });
    const limits = Object.fromEntries(${JSON.stringify(limits)}.map((name) => [name, { limit }]));
    const env = { ...${JSON.stringify(vars)}, ...limits, DB, ASSETS: {} };
    export default { fetch: (request) => worker.fetch(request, env) };`,
});
const codes = new Map<string, Code>();
let starts = 0;

export default {
  async fetch(request: Request, { LOADER }: { LOADER: Loader }): Promise<Response> {
    const name = request.headers.get("X-Worker")!;
    if (request.headers.has("X-Code")) {
      codes.set(name, await request.json());
      return new Response(null, { status: 204 });
    }
    const code = codes.get(name)!;
    const modules = request.headers.has("X-Empty") ? empty : withBundle(code);
    const uploaded = {
      compatibilityDate: "2026-11-01",
      compatibilityFlags: code.flags,
      mainModule: "main.js",
      modules,
      env: {},
    };
    // A new name makes a new isolate.
    const worker = LOADER.get(`worker-${starts++}`, () => uploaded);
    return worker.getEntrypoint().fetch(request);
  },
};
