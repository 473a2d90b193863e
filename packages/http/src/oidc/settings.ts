/** How people sign in at the directory. */
export interface SignInSettings {
  readonly clientId: string;
  /** Undefined for a public client, which only PKCE protects. */
  readonly clientSecret: string | undefined;
  /** The address of the callback, as browsers see it and as the directory knows it. */
  readonly redirectUri: string;
  readonly scopes: string;
}

/** The company's directory: an OpenID Connect provider. */
export interface OidcSettings {
  readonly issuer: string;
  /** The name of the directory on the button of the console. */
  readonly label: string;
  /** Undefined if only machines are let in, by token. */
  readonly signIn: SignInSettings | undefined;
  /** The audience that a token of a machine must have; undefined if none is taken. */
  readonly audience: string | undefined;
  /** The claim whose values give roles, and the roles of each value. */
  readonly rolesClaim: string;
  readonly roles: ReadonlyMap<string, readonly string[]>;
  /** The claim with the name of a person. */
  readonly nameClaim: string;
}

/** The variables of the directory, the same on every runtime. */
export const oidcVariables = [
  "ASBUILT_OIDC_ISSUER",
  "ASBUILT_OIDC_CLIENT_ID",
  "ASBUILT_OIDC_CLIENT_SECRET",
  "ASBUILT_OIDC_REDIRECT_URI",
  "ASBUILT_OIDC_SCOPES",
  "ASBUILT_OIDC_AUDIENCE",
  "ASBUILT_OIDC_ROLES",
  "ASBUILT_OIDC_ROLES_CLAIM",
  "ASBUILT_OIDC_NAME_CLAIM",
  "ASBUILT_OIDC_LABEL",
] as const;
type Variable = (typeof oidcVariables)[number];

/** The path to which the directory leads a browser back. */
export const callbackPath = "/sign-in/callback";

/** Whether a text is an address that nobody can read on its way. */
const isSafeUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, search, hash } = new URL(text);
  const isLoopback = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  const isPlain = username === "" && search === "" && hash === "";
  return isPlain && (protocol === "https:" || (protocol === "http:" && isLoopback));
};

const urlRule = "an https:// address without ? and #; http:// only of this machine, as localhost";
const rolesRule =
  "a JSON object of the claim's values, each with a role or a list of roles, such as " +
  '{"mes-operators":"operator","mes-leads":["quality","stores"]}';

/** Returns the roles of each value; undefined if the text is not of that form. */
function rolesIn(text: string): OidcSettings["roles"] | undefined {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof given !== "object" || given === null || Array.isArray(given)) return undefined;
  const entries = Object.entries(given).map(
    ([value, roles]) => [value, Array.isArray(roles) ? roles : [roles]] as const,
  );
  const isRole = (role: unknown) => typeof role === "string" && role.trim() !== "";
  const areRoles = entries.every(([, roles]) => roles.length > 0 && roles.every(isRole));
  // Each was just found to be a text.
  return entries.length > 0 && areRoles ? new Map(entries as [string, string[]][]) : undefined;
}

/** Each rule that a variable breaks, by its name. */
interface Fault {
  readonly name: string;
  readonly rule: string;
}

/** The settings of the variables, and the rules that these break. */
export interface ReadOidc {
  readonly settings: OidcSettings | undefined;
  readonly faults: readonly Fault[];
}

/** Reads the variables of the directory. An empty one counts as not set. */
export function readOidc(given: Readonly<Record<string, unknown>>): ReadOidc {
  const faults: Fault[] = [];
  const fault = (name: Variable, rule: string) => void faults.push({ name, rule });
  const textOf = (name: Variable): string | undefined => {
    const value = given[name] ?? "";
    if (typeof value !== "string") fault(name, "a text");
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const issuer = textOf("ASBUILT_OIDC_ISSUER");
  const set = oidcVariables.filter((name) => textOf(name) !== undefined);
  if (issuer === undefined) {
    for (const name of set) fault(name, "ASBUILT_OIDC_ISSUER is needed with it");
    return { settings: undefined, faults };
  }
  if (!isSafeUrl(issuer)) fault("ASBUILT_OIDC_ISSUER", urlRule);
  const roles = rolesIn(textOf("ASBUILT_OIDC_ROLES") ?? "");
  if (!roles) fault("ASBUILT_OIDC_ROLES", rolesRule);
  const signIn = signInOf(textOf, fault);
  const audience = textOf("ASBUILT_OIDC_AUDIENCE");
  if (!signIn && audience === undefined) {
    fault(
      "ASBUILT_OIDC_CLIENT_ID",
      "needed for sign-in; or ASBUILT_OIDC_AUDIENCE for tokens alone",
    );
  }
  // The directory gives each who signs in a token for the client: it is no token for a machine.
  if (audience !== undefined && audience === signIn?.clientId) {
    fault("ASBUILT_OIDC_AUDIENCE", "another text than ASBUILT_OIDC_CLIENT_ID");
  }
  if (faults.length > 0 || !roles) return { settings: undefined, faults };
  const settings: OidcSettings = {
    issuer,
    label: textOf("ASBUILT_OIDC_LABEL") ?? new URL(issuer).host,
    signIn,
    audience,
    rolesClaim: textOf("ASBUILT_OIDC_ROLES_CLAIM") ?? "groups",
    roles,
    nameClaim: textOf("ASBUILT_OIDC_NAME_CLAIM") ?? "name",
  };
  return { settings, faults };
}

const ofSignIn = [
  "ASBUILT_OIDC_CLIENT_SECRET",
  "ASBUILT_OIDC_REDIRECT_URI",
  "ASBUILT_OIDC_SCOPES",
] as const;

function signInOf(
  textOf: (name: Variable) => string | undefined,
  fault: (name: Variable, rule: string) => void,
): SignInSettings | undefined {
  const clientId = textOf("ASBUILT_OIDC_CLIENT_ID");
  if (clientId === undefined) {
    for (const name of ofSignIn) {
      if (textOf(name) !== undefined) fault(name, "ASBUILT_OIDC_CLIENT_ID is needed with it");
    }
    return undefined;
  }
  const redirectUri = textOf("ASBUILT_OIDC_REDIRECT_URI") ?? "";
  if (!isSafeUrl(redirectUri) || new URL(redirectUri).pathname !== callbackPath) {
    const rule = `the address of this service with ${callbackPath}, as browsers see it: ${urlRule}`;
    fault("ASBUILT_OIDC_REDIRECT_URI", rule);
  }
  const scopes = textOf("ASBUILT_OIDC_SCOPES") ?? "openid profile offline_access";
  if (!scopes.split(" ").includes("openid")) {
    fault("ASBUILT_OIDC_SCOPES", "scopes with spaces between them, with openid among them");
  }
  const clientSecret = textOf("ASBUILT_OIDC_CLIENT_SECRET");
  return { clientId, clientSecret, redirectUri, scopes };
}
