import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { get } from "node:https";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { freePort, root, serveAsbuilt, start, stop, temporaryFolder, until } from "./processes.ts";

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
