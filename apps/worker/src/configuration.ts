/** What a deployment sets as variables and secrets. */
export interface Variables {
  /** A libSQL server (libsql, https or http) in the place of D1; anything else leaves D1. */
  readonly DATABASE_URL?: string | undefined;
  readonly DATABASE_AUTH_TOKEN?: string | undefined;
  readonly ASBUILT_ADMIN_KEY?: string | undefined;
}

/** The variables, parsed. */
export interface Configuration {
  readonly server: { readonly url: string; readonly authToken?: string } | undefined;
  readonly adminKey: string | undefined;
}

/** Reads the variables, of which an empty one counts as not set; throws for a bad value. */
export function readConfiguration(variables: Variables): Configuration {
  const { DATABASE_URL: url, DATABASE_AUTH_TOKEN: authToken } = variables;
  const adminKey = variables.ASBUILT_ADMIN_KEY || undefined;
  if (adminKey !== undefined && !/^\S{32,}$/.test(adminKey)) {
    throw new Error("ASBUILT_ADMIN_KEY: at least 32 characters, without spaces.");
  }
  if (!url || !/^(?:libsql|https?):/.test(url)) return { server: undefined, adminKey };
  return { server: { url, ...(authToken ? { authToken } : {}) }, adminKey };
}
