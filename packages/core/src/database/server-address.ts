/** The address of a libSQL server, and the token that it asks for. */
export interface ServerLocation {
  readonly url: string;
  readonly authToken?: string | undefined;
}

/** The protocols of addresses, with TLS and without. */
const secure = new Set(["https:", "wss:", "libsql:"]);
const plain = new Set(["http:", "ws:"]);

/**
 * Returns the location of a libSQL server by its HTTP address, without parameters. A server takes
 * HTTP where it takes WebSockets. Throws for an address that is none.
 */
export function addressOf({ url, authToken }: ServerLocation): ServerLocation {
  const { protocol, host, port, pathname, search, hash } = new URL(url);
  if (hash) throw new Error(`the address of a libSQL server has no fragment: ${hash}`);
  if (!secure.has(protocol) && !plain.has(protocol)) {
    throw new Error(`a libSQL server has no address that begins with ${protocol}`);
  }
  const { tls, authToken: token = authToken } = parametersIn(search);
  const isPlain = plain.has(protocol) || (protocol === "libsql:" && tls === "0");
  if (tls !== undefined && (tls === "0") !== isPlain) {
    throw new Error(`an address that begins with ${protocol} can't have tls=${tls}`);
  }
  if (protocol === "libsql:" && isPlain && port === "") {
    throw new Error("an address with tls=0 needs a port");
  }
  return { url: `http${isPlain ? "" : "s"}://${host}${pathname}`, authToken: token };
}

function parametersIn(search: string): { readonly tls?: string; readonly authToken?: string } {
  const given = Object.fromEntries(new URLSearchParams(search));
  for (const [name, value] of Object.entries(given)) {
    const isKnown = name === "authToken" || (name === "tls" && /^[01]$/.test(value));
    if (!isKnown)
      throw new Error(`a libSQL server has no parameter ${name}, or not with this value`);
  }
  return given;
}
