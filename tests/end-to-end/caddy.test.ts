import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { get } from "node:https";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { freePort, root, serveAsbuilt, start, stop, temporaryFolder, until } from "./processes.ts";
import { commandsRunBy } from "./shell-blocks.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

const path = (name: string) => join(temporary.path, name);
const hasCaddy = spawnSync("caddy", ["version"]).status === 0;
if (!hasCaddy) console.warn("There is no caddy: the proxy of deploy/compose is not tried.");

/** Returns the Caddyfile for ports of this machine alone. */
async function caddyfileHere(): Promise<string> {
  const options = `admin off\n\tdefault_bind 127.0.0.1\n\thttp_port ${await freePort()}`;
  return readFileSync(join(root, "deploy/compose/Caddyfile"), "utf8")
    .replace("admin off", `${options}\n\tskip_install_trust`)
    .replace(":2080", `:${await freePort()}`);
}

const getWith = (ca: string, url: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(url, { ca }, (response) => {
      response.resume();
      resolve(response);
    }).on("error", reject);
  });

test.runIf(hasCaddy)("Caddy ends TLS, and the service believes it alone", async () => {
  const service = await serveAsbuilt({
    DATABASE_URL: `file:${path("plant.db")}`,
    ASBUILT_TRUST_PROXY: "127.0.0.1",
  });
  writeFileSync(path("Caddyfile"), await caddyfileHere());
  const site = `localhost:${await freePort()}`;
  const proxy = start("caddy", ["run", "--config", path("Caddyfile")], {
    env: {
      ASBUILT_SITE: site,
      ASBUILT_UPSTREAM: new URL(service.address).host,
      XDG_DATA_HOME: path("data"),
      XDG_CONFIG_HOME: path("config"),
    },
  });
  const authority = path("data/caddy/pki/authorities/local/root.crt");
  await until(() => existsSync(authority), proxy);
  const ask = () => getWith(readFileSync(authority, "utf8"), `https://${site}/readyz`);
  // Caddy makes the certificate of the site after it has begun to listen.
  await until(() => ask().then(Boolean, () => false), proxy);
  const response = await ask();
  expect(response.statusCode).toBe(200);
  // The service says so only if a proxy that it trusts says https.
  expect(response.headers["strict-transport-security"]).toMatch(/^max-age=/);
  expect((await fetch(`${service.address}/readyz`)).headers.has("strict-transport-security")).toBe(
    false,
  );
  await stop(proxy);
  await stop(service);
});

/** Returns the lines of a page in a language, for a site and a service of this machine. */
function linesOnPage(language: string, site: string, service: URL): string {
  const page = readFileSync(join(root, "docs/how-to/proxy.md"), "utf8");
  const [, lines = ""] = new RegExp(`^ *\`\`\`${language}\\n([^]*?)^ *\`\`\`$`, "m").exec(page)!;
  return lines.replace("plant.example.com", site).replace("127.0.0.1:3000", service.host);
}

test.runIf(hasCaddy)(
  "the lines of Caddy on the page work, and its commands show that",
  async () => {
    const service = await serveAsbuilt({
      DATABASE_URL: `file:${path("page.db")}`,
      ASBUILT_TRUST_PROXY: "127.0.0.1",
    });
    const port = await freePort();
    const site = `localhost:${port}`;
    const lines = linesOnPage("caddy", site, new URL(service.address));
    const options = `admin off\n\tdefault_bind 127.0.0.1\n\thttp_port ${await freePort()}\n\tskip_install_trust`;
    writeFileSync(path("Caddyfile.page"), `{\n\t${options}\n}\n${lines}`);
    const home = { XDG_DATA_HOME: path("page-data"), XDG_CONFIG_HOME: path("page-config") };
    const run = ["run", "--adapter", "caddyfile", "--config", path("Caddyfile.page")];
    const proxy = start("caddy", run, { env: home });
    const authority = path("page-data/caddy/pki/authorities/local/root.crt");
    await until(() => existsSync(authority), proxy);
    const ask = () => getWith(readFileSync(authority, "utf8"), `https://${site}/readyz`);
    await until(() => ask().then(Boolean, () => false), proxy);
    copyFileSync(authority, path("caddy-root.crt"));
    // The client's address is another than the proxy's.
    writeFileSync(path(".curlrc"), `interface = "127.0.0.2"\n`);
    const printed: string[] = [];
    for (const command of commandsRunBy("caddy.test.ts")) {
      const { status, stdout, stderr } = await start("sh", ["-euc", command], {
        cwd: temporary.path,
        env: {
          CURL_HOME: temporary.path,
          ...(command.includes("caddy-root.crt") ? {} : { CURL_CA_BUNDLE: path("caddy-root.crt") }),
          ASBUILT_URL: `https://${site}`,
          ASBUILT_KEY: service.key,
        },
      }).ended;
      expect(status, `${command}\n${stderr}`).toBe(0);
      printed.push(stdout);
    }
    expect(printed).toEqual([
      expect.stringMatching(/^strict-transport-security: max-age=/i),
      expect.stringMatching(/^id: \d+\n$/),
      "",
      expect.stringContaining('"status":"ready"'),
      "200\n",
    ]);
    await stop(proxy);
    const { stderr } = await stop(service);
    expect(stderr).toMatch(/"kind":"key_refused".*"address":"127\.0\.0\.2"/);
  },
);
