// A Worker that starts others and asks each once: an empty one, or a bundle that was PUT here.

interface Loaded {
  getEntrypoint(): { fetch(request: Request): Promise<Response> };
}
interface Loader {
  get(
    name: string,
    code: () => {
      compatibilityDate: string;
      mainModule: string;
      modules: Record<string, string>;
      env: object;
    },
  ): Loaded;
}

const empty = { "main.js": "export default { fetch: () => new Response(null, { status: 204 }) };" };

// The key's rows come from memory: what a database takes is not the Worker's start.
const withBundle = (bundle: string) => ({
  "bundle.js": bundle,
  "main.js": `
    import worker from "./bundle.js";
    const key = { id: 1, userId: 1, role: "admin" };
    const validity = { of: 1, ofRevNo: 1, revNo: 1, expires: null, revoked: null, isActive: 1 };
    const prepare = (sql) => ({ rows: [/revoked_at/.test(sql) ? validity : key], bind, raw });
    function bind() { return this; }
    async function raw() { return this.rows.map(Object.values); }
    const batch = async (statements) => statements.map(({ rows }) => ({ results: rows }));
    const DB = { withSession: () => ({ prepare, batch }), prepare };
    export default { fetch: (request) => worker.fetch(request, { DB, ASSETS: {} }) };`,
});

const bundles = new Map<string, string>();
let started = 0;

export default {
  async fetch(request: Request, { LOADER }: { LOADER: Loader }): Promise<Response> {
    const name = request.headers.get("X-Worker")!;
    if (request.headers.has("X-Bundle")) {
      bundles.set(name, await request.text());
      return new Response(null, { status: 204 });
    }
    const bundle = bundles.get(name);
    const modules = bundle === undefined ? empty : withBundle(bundle);
    const code = { compatibilityDate: "2026-11-01", mainModule: "main.js", modules, env: {} };
    // Under a name of its own each is a new one.
    const worker = LOADER.get(`worker-${started++}`, () => code);
    return worker.getEntrypoint().fetch(request);
  },
};
