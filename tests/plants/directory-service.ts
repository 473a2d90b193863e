import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportSPKI, generateKeyPair, importSPKI, type JWK, exportJWK, SignJWT } from "jose";
import type Provider from "oidc-provider";
import type { Client } from "oidc-provider";
import type { Directory, DirectoryOrder, Person, Signing } from "./directory-orders.ts";

/** A server that opens OpenID Connect providers for tests. */
export interface DirectoryService {
  readonly address: string;
  readonly close: () => Promise<void>;
}

/**
 * Opens directories on order, each a real OpenID Connect provider on a port of its own: `oidc-provider`,
 * which is certified. The orders also do to it what happens to a directory in a plant.
 */
export async function serveDirectories(): Promise<DirectoryService> {
  const opened = new Map<string, Awaited<ReturnType<typeof openDirectory>>>();
  const server = createServer((request, response) => {
    void (async () => {
      // Only tests send orders.
      const order = JSON.parse(await textOf(request)) as DirectoryOrder;
      const directory =
        "issuer" in order ? opened.get(order.issuer)! : await openDirectory(order.redirectUri);
      opened.set(directory.issuer, directory);
      response.end(JSON.stringify({ issuer: directory.issuer, ...(await directory.obey(order)) }));
    })().catch((error: unknown) => {
      response.statusCode = 500;
      response.end(String(error));
    });
  });
  const port = await listening(server, 0);
  return {
    address: `http://127.0.0.1:${port}`,
    close: async () => {
      await Promise.all([closed(server), ...[...opened.values()].map((one) => one.close())]);
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}

async function listening(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this type.
  return (server.address() as AddressInfo).port;
}

const closed = (server: Server) =>
  new Promise<void>((resolve) => {
    // It calls back also if it was closed before.
    server.close(() => resolve());
    server.closeAllConnections();
  });

/** A key that signs, and the public key that others have. */
async function newKey(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
  const jwk: JWK = { ...(await exportJWK(privateKey)), kid, alg: "RS256", use: "sig" };
  return { kid, privateKey, jwk, pem: await exportSPKI(publicKey) };
}

const plantsRedirectUri = "https://plant.test/sign-in/callback";

async function openDirectory(redirectUri = plantsRedirectUri) {
  const { default: Provider } = await import("oidc-provider");
  const people = new Map<string, Person>();
  const desk: Desk = { person: undefined };
  let keys = [await newKey("first")];
  const server = createServer();
  const port = await listening(server, 0);
  const issuer = `http://127.0.0.1:${port}`;
  const serve = () => {
    const provider = new Provider(issuer, configurationOf({ keys, people, redirectUri }));
    server.removeAllListeners("request");
    const callback = provider.callback();
    server.on("request", (request, response) => {
      const isPage = request.url?.startsWith("/interaction/") === true;
      const handled = isPage
        ? interact(provider, desk, request, response)
        : callback(request, response);
      void handled.catch((error: unknown) => {
        response.statusCode = 500;
        response.end(String(error));
      });
    });
  };
  serve();
  const obey = async (order: DirectoryOrder): Promise<Partial<Directory>> => {
    if ("people" in order) {
      for (const [name, person] of Object.entries(order.people)) people.set(name, person);
    }
    if ("atDesk" in order) desk.person = order.atDesk;
    if ("down" in order) {
      await closed(server);
      if (!order.down) await listening(server, port);
    }
    if ("rotate" in order) {
      keys = [await newKey(order.rotate), ...(order.drops ? [] : keys)];
      serve();
    }
    if ("sign" in order) return { token: await signed(order.sign, keys[0]!, issuer) };
    return {};
  };
  return { issuer, obey, close: () => closed(server) };
}

type Key = Awaited<ReturnType<typeof newKey>>;

/** Signs any token as the directory, or as somebody who is not it. */
async function signed(signing: Signing, own: Key, issuer: string): Promise<string> {
  const { claims, by = "directory", header = {}, age = 0, life = 300 } = signing;
  const at = Math.floor((signing.now ?? Date.now()) / 1000) - age;
  const given = Object.entries({ iss: issuer, iat: at, exp: at + life, ...claims });
  const all = Object.fromEntries(given.filter(([, value]) => value !== null));
  const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  if (by === "nobody") return `${base64({ alg: "none", typ: "JWT" })}.${base64(all)}.`;
  if (by === "public-key") {
    const secret = new TextEncoder().encode(own.pem);
    const fake = { alg: "HS256", kid: own.kid, ...header };
    return new SignJWT(all).setProtectedHeader(fake).sign(secret);
  }
  const key = by === "somebody" ? await newKey(own.kid) : own;
  // Fails if the key was not one that others can verify with.
  await importSPKI(key.pem, "RS256");
  return new SignJWT(all)
    .setProtectedHeader({ alg: "RS256", kid: key.kid, ...header })
    .sign(key.privateKey);
}

/** Who sits before the browser, if that does not say it. */
interface Desk {
  person: string | undefined;
}

/** Signs in who the browser says it is, as a person does at the provider's pages. */
async function interact(
  provider: Provider,
  { person }: Desk,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { params, prompt, session, grantId } = await provider.interactionDetails(request, response);
  const { login_hint: accountId = person, client_id: clientId = "", scope = "" } = params;
  if (prompt.name === "login") {
    const result = accountId ? { login: { accountId } } : { error: "access_denied" };
    return provider.interactionFinished(request, response, result);
  }
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  const grant = known ?? new provider.Grant({ accountId: session!.accountId, clientId });
  grant.addOIDCScope(scope);
  const consent = { grantId: await grant.save() };
  return provider.interactionFinished(request, response, { consent });
}

const day = 86_400;

interface Configured {
  readonly keys: readonly Key[];
  readonly people: ReadonlyMap<string, Person>;
  readonly redirectUri: string;
}

const configurationOf = ({ keys, people, redirectUri }: Configured) => ({
  jwks: { keys: keys.map(({ jwk }) => jwk) },
  clients: [
    {
      client_id: "asbuilt",
      client_secret: "a secret: of + the client",
      redirect_uris: [redirectUri],
      post_logout_redirect_uris: [new URL("/console/", redirectUri).href],
      grant_types: ["authorization_code", "refresh_token"],
      backchannel_logout_uri: new URL("/sign-in/back-channel-logout", redirectUri).href,
      backchannel_logout_session_required: true,
    },
    {
      client_id: "asbuilt-briefly",
      client_secret: "brief",
      redirect_uris: [redirectUri],
      grant_types: ["authorization_code"],
    },
    {
      client_id: "press-4",
      client_secret: "press",
      redirect_uris: [],
      response_types: [],
      grant_types: ["client_credentials"],
    },
  ],
  cookies: { keys: ["a key of the cookies"] },
  claims: { openid: ["sub"], profile: ["name"], groups: ["groups"] },
  scopes: ["openid", "profile", "groups", "offline_access"],
  pkce: { required: () => true },
  issueRefreshToken: (_: unknown, client: Client) => client.grantTypeAllowed("refresh_token"),
  rotateRefreshToken: true,
  findAccount: (_: unknown, id: string) => {
    const person = people.get(id);
    if (!person || person.isGone) return undefined;
    const { name, groups } = person;
    return { accountId: id, claims: () => ({ sub: id, name, groups }) };
  },
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    backchannelLogout: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: (_: unknown, client: Client) =>
        client.clientId === "press-4" ? "urn:plant" : undefined,
      getResourceServerInfo: () => ({
        scope: "",
        audience: "asbuilt-machines",
        accessTokenTTL: 300,
        accessTokenFormat: "jwt",
        jwt: { sign: { alg: "RS256" } },
      }),
    },
  },
  extraTokenClaims: (_: unknown, { clientId }: { readonly clientId: string }) => {
    const person = people.get(clientId);
    return person && { groups: person.groups };
  },
  // Longer than the clock of any test is ahead.
  ttl: { AccessToken: day, IdToken: day, RefreshToken: day, Session: day, Grant: day },
});
