import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import Database from "libsql";
import { describe, expect, onTestFinished, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const { packageManager } = JSON.parse(read("package.json")) as { packageManager: string };

interface Options {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
}

/** Runs a command to its end, and returns its exit status and its output. */
const run = (command: string, args: readonly string[], { cwd = root, env }: Options = {}) =>
  new Promise<{ status: number; said: string }>((resolve) => {
    const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 2 ** 26 };
    const child = execFile(command, args, options, (_error, stdout, stderr) =>
      resolve({ status: child.exitCode ?? 1, said: stdout + stderr }),
    );
  });
const pnpm = (cwd: string, ...args: string[]) =>
  run("npx", ["--yes", packageManager, ...args], { cwd });

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "asbuilt-supply-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Starts a registry that answers every request for advisories with this response. */
async function registry(answer: RequestListener): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on("end", () => answer(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const advisory = (severity: string): RequestListener => {
  const known = { id: 1, url: "https://example.com/GHSA-0000-0000-0000", title: "Known", severity };
  const rest = { vulnerable_versions: ">=0", cwe: [], cvss: { score: 7, vectorString: null } };
  return (_request, response) => response.end(JSON.stringify({ zod: [{ ...known, ...rest }] }));
};
// pnpm would repeat the request a minute later.
const audit = (url: string) =>
  run(process.execPath, ["tools/audit.mjs"], {
    env: { PNPM_CONFIG_REGISTRY: url, PNPM_CONFIG_FETCH_RETRIES: "0" },
  });

describe("the audit", () => {
  test("fails for a known vulnerability of high severity", async () => {
    const { status, said } = await audit(await registry(advisory("high")));
    expect(said).toContain("GHSA-0000-0000-0000");
    expect(said).not.toContain("NOT AUDITED");
    expect(status).toBe(1);
  });

  test("passes for one of moderate severity", async () => {
    const { status, said } = await audit(await registry(advisory("moderate")));
    expect(said).not.toContain("NOT AUDITED");
    expect(status).toBe(0);
  });

  test("warns that there was no audit if the registry refuses", async () => {
    const refuse: RequestListener = (_request, response) => response.writeHead(405).end();
    const { status, said } = await audit(await registry(refuse));
    expect(said).toContain("NOT AUDITED: the registry gave no verdict.");
    expect(status).toBe(0);
  });

  test("warns that there was no audit if nothing listens", async () => {
    const { status, said } = await audit("http://127.0.0.1:1/");
    expect(said).toContain("NOT AUDITED: the registry gave no verdict.");
    expect(status).toBe(0);
  });
});

/** Copies the lockfile with the manifests that it was made from. */
function manifests(): string {
  const copy = folder();
  for (const name of ["package.json", "pnpm-workspace.yaml", "pnpm-lock.yaml"]) {
    cpSync(join(root, name), join(copy, name));
  }
  const isManifest = (path: string) => {
    const name = basename(path);
    return name === "package.json" || !/[.]|^(node_modules|data|dist|docs)$/.test(name);
  };
  for (const name of ["packages", "apps", "examples", "tests", "bench", "chaos"]) {
    cpSync(join(root, name), join(copy, name), { recursive: true, filter: isManifest });
  }
  return copy;
}
const frozen = ["install", "--frozen-lockfile", "--lockfile-only", "--offline"];

test("an install follows the lockfile, and fails if a manifest differs from it", async () => {
  const copy = manifests();
  expect(await pnpm(copy, ...frozen)).toMatchObject({ status: 0 });
  const path = join(copy, "packages/core/package.json");
  const manifest = JSON.parse(readFileSync(path, "utf8")) as { dependencies: object };
  const dependencies = { ...manifest.dependencies, zod: "catalog:" };
  writeFileSync(path, JSON.stringify({ ...manifest, dependencies }));
  const { status, said } = await pnpm(copy, ...frozen);
  expect(said).toContain("ERR_PNPM_OUTDATED_LOCKFILE");
  expect(status).toBe(1);
});

test("a package runs no build script that the workspace does not list", async () => {
  const copy = folder();
  const ran = join(copy, "ran");
  cpSync(join(root, "pnpm-workspace.yaml"), join(copy, "pnpm-workspace.yaml"));
  const postinstall = `node -e "require('fs').writeFileSync('${ran}', '')"`;
  const sneaky = { name: "sneaky", version: "1.0.0", scripts: { postinstall } };
  cpSync(join(root, "LICENSE"), join(copy, "package/LICENSE"));
  writeFileSync(join(copy, "package/package.json"), JSON.stringify(sneaky));
  await run("tar", ["-czf", "sneaky.tgz", "package"], { cwd: copy });
  const manifest = { name: "victim", private: true, dependencies: { sneaky: "file:sneaky.tgz" } };
  writeFileSync(join(copy, "package.json"), JSON.stringify(manifest));
  const { status, said } = await pnpm(copy, "install", "--offline", "--no-frozen-lockfile");
  expect(said).toContain("ERR_PNPM_IGNORED_BUILDS");
  expect(said).toContain("sneaky");
  expect(status).toBe(1);
  expect(existsSync(ran)).toBe(false);
});

interface Component {
  group?: string;
  name: string;
  version: string;
  hashes?: { alg: string; content: string }[];
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[];
}

test("the bill of materials lists every runtime dependency, with its version and licence", async () => {
  const file = join(folder(), "sbom.cdx.json");
  expect(await run(process.execPath, ["tools/sbom.mjs", file])).toMatchObject({ status: 0 });
  const bill = JSON.parse(readFileSync(file, "utf8")) as {
    bomFormat: string;
    metadata: { component: Component };
    components: Component[];
  };
  expect(bill).toMatchObject({
    bomFormat: "CycloneDX",
    metadata: { component: { name: "asbuilt", type: "application" } },
  });
  const unlicensed = bill.components.filter(({ licenses }) => !licenses?.length);
  expect(unlicensed).toEqual([]);
  // The project's own packages are its source.
  const unhashed = bill.components.filter(
    ({ group, hashes = [] }) => group !== "@asbuilt" && !isSha512(hashes[0]),
  );
  expect(unhashed).toEqual([]);
  const listed = bill.components.map(
    ({ group, name, version }) => `${group ? `${group}/` : ""}${name}@${version}`,
  );
  expect(listed).toEqual(expect.arrayContaining(runtimeDependencies()));
  // No package manager knows the runtime, or the code inside of a native binding.
  const database = new Database(":memory:");
  const { sqlite } = database.prepare("select sqlite_version() as sqlite").get() as {
    sqlite: string;
  };
  database.close();
  expect(listed).toEqual(
    expect.arrayContaining([`node@${process.versions.node}`, `sqlite@${sqlite}`]),
  );
  expect(read("SECURITY.md")).toContain(`contains SQLite ${sqlite}`);
});

const isSha512 = (hash: { alg: string; content: string } | undefined) =>
  hash?.alg === "SHA-512" && /^[0-9a-f]{128}$/.test(hash.content);

test("the package manager is the one whose hash package.json has", async () => {
  expect(packageManager).toMatch(/^pnpm@\d+\.\d+\.\d+\+sha512\.[0-9a-f]{128}$/);
  const [name, , hash] = packageManager.split(/\+(sha512)\./);
  const packed = await run("npm", ["view", name!, "dist.integrity"]);
  const integrity = `sha512-${Buffer.from(hash!, "hex").toString("base64")}`;
  expect(packed.said.trim()).toBe(integrity);
});

/** The run-time dependencies of the packages and apps, as `name@version` of the catalog. */
function runtimeDependencies(): string[] {
  const catalog = read("pnpm-workspace.yaml");
  const folders = ["packages/contract", "packages/core", "packages/http", "packages/client"];
  const names = [...folders, "apps/node", "apps/worker"].flatMap((path) => {
    const manifest = JSON.parse(read(`${path}/package.json`)) as {
      dependencies?: Record<string, string>;
    };
    const entries = Object.entries(manifest.dependencies ?? {});
    return entries.filter(([, from]) => from === "catalog:").map(([name]) => name);
  });
  return [...new Set(names)].map((name) => {
    const [, version] = new RegExp(`^ {2}"?${name}"?: (.+)$`, "m").exec(catalog)!;
    return `${name}@${version}`;
  });
}

test("every advisory that is ignored has a reason and a date", () => {
  const settings = read("pnpm-workspace.yaml").replaceAll(/#.*$/gm, "");
  const ignored = settings.match(/GHSA(-[0-9a-z]{4}){3}/g) ?? [];
  const excepted = read("SECURITY.md").match(
    /^\| GHSA(-[0-9a-z]{4}){3} \| .+ \| \d{4}(-\d\d){2} \|$/gm,
  );
  const documented = (excepted ?? []).map((row) => row.split(" ")[1]);
  expect(new Set(documented)).toEqual(new Set(ignored));
});
