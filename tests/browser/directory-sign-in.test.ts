import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClient } from "@asbuilt/client";
import {
  adminKey,
  freePort,
  type Served,
  serveAsbuilt,
  stop,
  temporaryFolder,
} from "../end-to-end/processes.ts";
import { serveWorker } from "../end-to-end/workers.ts";
import type { DirectoryOrder } from "../plants/directory-orders.ts";
import { type DirectoryService, serveDirectories } from "../plants/directory-service.ts";
import { noBrowser, sharedBrowser } from "./browser.ts";
import { checkAccessible, expectShown } from "./console.ts";

const runtimes = {
  node: (folder: string, env: Readonly<Record<string, string>>) =>
    serveAsbuilt({ DATABASE_URL: `file:${folder}/plant.db`, ...env }),
  workerd: (folder: string, env: Readonly<Record<string, string>>) =>
    serveWorker(`${folder}/d1`, env),
} as const;

describe.skipIf(noBrowser !== undefined).each(["node", "workerd"] as const)(
  "the console on %s",
  (runtime) => {
    const temporary = temporaryFolder();
    let directories: DirectoryService;
    let issuer: string;
    let service: Served;
    const order = async (given: DirectoryOrder) => {
      const sent = { method: "POST", body: JSON.stringify(given) };
      return (await fetch(directories.address, sent)).json() as Promise<{ issuer: string }>;
    };
    beforeAll(async () => {
      directories = await serveDirectories();
      const port = await freePort();
      const redirectUri = `http://127.0.0.1:${port}/sign-in/callback`;
      ({ issuer } = await order({ open: true, redirectUri }));
      await order({ issuer, people: { ann: { name: "Ann Lee", groups: ["operators"] } } });
      await order({ issuer, atDesk: "ann" });
      service = await runtimes[runtime](temporary.path, {
        PORT: String(port),
        ASBUILT_SEED: "demo",
        ASBUILT_ADMIN_KEY: adminKey,
        ASBUILT_OIDC_ISSUER: issuer,
        ASBUILT_OIDC_CLIENT_ID: "asbuilt",
        ASBUILT_OIDC_CLIENT_SECRET: "a secret: of + the client",
        ASBUILT_OIDC_REDIRECT_URI: redirectUri,
        ASBUILT_OIDC_SCOPES: "openid profile groups",
        ASBUILT_OIDC_ROLES: '{"operators":"operator"}',
        ASBUILT_OIDC_LABEL: "Example Ltd",
      });
    });
    afterAll(async () => {
      await stop(service);
      await directories.close();
      temporary.remove();
    });

    const button = (page: Page) => page.getByRole("link", { name: "Sign in with Example Ltd" });

    test("lets a person in by the directory, on the screen that was wanted, without a key", async () => {
      const context = await (await sharedBrowser()).newContext({ serviceWorkers: "block" });
      const page = await context.newPage();
      await page.goto(`${service.address}/console/items?text=PUMP`);
      await expectShown(button(page));
      await checkAccessible(page);
      await button(page).click();
      await expectShown(page.getByRole("gridcell", { name: "PUMP-0001", exact: true }));
      expect(new URL(page.url()).pathname).toBe("/console/items");
      const kept = await page.evaluate(() => sessionStorage.getItem("asbuilt.key"));
      expect(kept).toBeNull();
      // No script can read the cookie.
      expect(await page.evaluate(() => document.cookie)).toBe("");
      const cookies = await context.cookies();
      expect(cookies.find(({ name }) => name === "__Host-asbuilt")).toMatchObject({
        httpOnly: true,
        secure: true,
        sameSite: "Strict",
      });
      await expectShown(page.getByRole("button", { name: "Ann Lee Operator menu" }));
      await page.reload();
      await expectShown(page.getByRole("gridcell", { name: "PUMP-0001", exact: true }));
      await context.close();
    });

    test("ends the session when the person signs out, and leads to the directory's own end", async () => {
      const context = await (await sharedBrowser()).newContext({ serviceWorkers: "block" });
      const page = await context.newPage();
      await page.goto(`${service.address}/console/`);
      await button(page).click();
      await page.getByRole("button", { name: /menu$/ }).click();
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.waitForURL(`${issuer}/**`);
      const client = createClient({ baseUrl: service.address, key: adminKey });
      const sessions = await client.sessionList({ body: { user: "Ann Lee" } });
      expect(sessions.at(-1)!.endedAt).not.toBeNull();
      // The page alone opens nothing.
      await page.goto(`${service.address}/console/`);
      await expectShown(button(page));
      await expectShown(page.getByLabel("Key"));
      await context.close();
    });
  },
);
