import { type OidcSettings, oidcVariables, readOidc } from "@asbuilt/http";
import { inject } from "vitest";
import type { Directory, DirectoryOrder, Person, Signing } from "../plants/directory-orders.ts";
import type { Plant } from "../plants/plant.ts";
import type { RequestOptions } from "../plants/requests.ts";
import { withCookie } from "./signed-in.ts";

async function sendOrder(order: DirectoryOrder): Promise<Directory> {
  const answer = await fetch(inject("directoryService"), {
    method: "POST",
    body: JSON.stringify(order),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`The directory answered ${answer.status}: ${text}`);
  // The service answers each order with it.
  return JSON.parse(text) as Directory;
}

/** A real OpenID Connect provider, and what a test has happen to it. */
export interface TestDirectory {
  readonly issuer: string;
  /** Adds or replaces people, and machines by the ids of their clients. */
  readonly know: (people: Readonly<Record<string, Person>>) => Promise<void>;
  readonly goDown: () => Promise<void>;
  readonly comeUp: () => Promise<void>;
  /** Gives it a new key. It keeps the others unless it drops them. */
  readonly rotate: (kid: string, drops?: boolean) => Promise<void>;
  /** Signs any token as the directory, or as somebody who is not it. */
  readonly sign: (signing: Signing) => Promise<string>;
}

/** Opens a directory of its own. */
export async function openDirectory(): Promise<TestDirectory> {
  const { issuer } = await sendOrder({ open: true });
  const obey = async (order: DirectoryOrder) => void (await sendOrder(order));
  return {
    issuer,
    know: (people) => obey({ issuer, people }),
    goDown: () => obey({ issuer, down: true }),
    comeUp: () => obey({ issuer, down: false }),
    rotate: (rotate, drops = false) => obey({ issuer, rotate, drops }),
    sign: async (sign) => (await sendOrder({ issuer, sign })).token!,
  };
}

type Variables = Partial<Record<(typeof oidcVariables)[number], string>>;

/** Returns the settings that configure a directory, as the variables would. */
export function settingsFor(issuer: string, more: Variables = {}): OidcSettings {
  const { settings, faults } = readOidc({
    ASBUILT_OIDC_ISSUER: issuer,
    ASBUILT_OIDC_CLIENT_ID: "asbuilt",
    ASBUILT_OIDC_CLIENT_SECRET: "a secret: of + the client",
    ASBUILT_OIDC_REDIRECT_URI: "https://plant.test/sign-in/callback",
    ASBUILT_OIDC_SCOPES: "openid profile groups offline_access",
    ASBUILT_OIDC_AUDIENCE: "asbuilt-machines",
    ASBUILT_OIDC_ROLES: JSON.stringify({
      operators: "operator",
      leads: ["stores", "quality"],
      kitting: "Kitting",
      admins: "admin",
    }),
    ASBUILT_OIDC_LABEL: "Example Ltd",
    ...more,
  });
  if (!settings) throw new Error(JSON.stringify(faults));
  return settings;
}

/** The cookies of a browser, by host. */
type Jar = Map<string, Map<string, string>>;

function keep(jar: Jar, host: string, headers: Headers): void {
  const cookies = jar.get(host) ?? new Map<string, string>();
  jar.set(host, cookies);
  for (const line of headers.getSetCookie()) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
    if (value === "" || /max-age=0/i.test(line)) cookies.delete(name!);
    else cookies.set(name!, value!);
  }
}

const cookiesOf = (jar: Jar, host: string) =>
  [...(jar.get(host) ?? [])].map(([name, value]) => `${name}=${value}`).join("; ");

const plantHost = "plant.test";

/** A browser of one person. It keeps cookies and follows where it is led, as far as a test wants. */
export interface Browser {
  /** Begins a sign-in. Returns where the directory is asked. */
  readonly begin: (to?: string) => Promise<string>;
  /** Signs in at the directory as a person. Returns the address that leads back. */
  readonly atDirectory: (url: string, person: string) => Promise<string>;
  /** Follows the address that leads back. */
  readonly goBack: (url: string) => Promise<Response>;
  /** Does all of it. */
  readonly signIn: (person: string) => Promise<Response>;
  /** How a page of the service sends requests with the session of this browser. */
  readonly by: () => RequestOptions;
  /** The cookies that the service has set. */
  readonly cookies: () => string;
}

/** Opens a browser on a plant. */
export function openBrowser(plant: Pick<Plant, "fetch">): Browser {
  const jar: Jar = new Map();
  const visit = async (path: string) => {
    const headers = { Cookie: cookiesOf(jar, plantHost) };
    const answer = await plant.fetch(path, { key: null, headers });
    keep(jar, plantHost, answer.headers);
    return answer;
  };
  const begin = async (to?: string) => {
    const answer = await visit(`/sign-in/start${to === undefined ? "" : `?to=${to}`}`);
    if (answer.status !== 302) throw new Error(`${answer.status}: ${await answer.text()}`);
    return answer.headers.get("Location")!;
  };
  const atDirectory = async (url: string, person: string): Promise<string> => {
    const first = new URL(url);
    first.searchParams.set("login_hint", person);
    let next = first;
    for (let step = 0; step < 10; step++) {
      if (next.host === plantHost) return next.href;
      const answer = await fetch(next, {
        redirect: "manual",
        headers: { Cookie: cookiesOf(jar, next.host) },
      });
      keep(jar, next.host, answer.headers);
      const to = answer.headers.get("Location");
      if (to === null) throw new Error(`${next.href} answered: ${await answer.text()}`);
      next = new URL(to, next);
    }
    throw new Error("The directory leads nowhere.");
  };
  const goBack = (url: string) => visit(url.slice(new URL(url).origin.length));
  return {
    begin,
    atDirectory,
    goBack,
    signIn: async (person) => goBack(await atDirectory(await begin(), person)),
    by: () => withCookie(cookiesOf(jar, plantHost)),
    cookies: () => cookiesOf(jar, plantHost),
  };
}
