import type { IncomingMessage } from "node:http";
import { BlockList, isIP, isIPv4 } from "node:net";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";

/** The proxies whose `X-Forwarded-For` is trusted. */
export type TrustedProxies = Pick<BlockList, "check">;

/** Reads addresses and networks, such as `10.0.0.0/8, ::1`; returns undefined if one is invalid. */
export function proxiesOf(text: string): TrustedProxies | undefined {
  const proxies = new BlockList();
  for (const part of text.split(",").map((entry) => entry.trim())) {
    const [address = "", bits, ...rest] = part.split("/");
    const family = isIP(address);
    const bitsMax = family === 4 ? 32 : 128;
    if (family === 0 || rest.length > 0) return undefined;
    if (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= bitsMax))
      return undefined;
    proxies.addSubnet(address, Number(bits ?? bitsMax), family === 4 ? "ipv4" : "ipv6");
  }
  return proxies;
}

/** Returns the address that a request of the app comes from. */
export const clientAddress = (c: Context, proxies: TrustedProxies | undefined): string =>
  // On Node the environment of a request has the server's own request.
  addressOf((c.env as HttpBindings).incoming, proxies);

/**
 * Returns the address that a request comes from. If a trusted proxy opened the connection, it is
 * the last address in `X-Forwarded-For` that is not such a proxy: a client can forge earlier ones.
 */
export function addressOf(
  { socket, headers }: Pick<IncomingMessage, "socket" | "headers">,
  proxies: TrustedProxies | undefined,
): string {
  let address = withoutIpv6Prefix(socket.remoteAddress ?? "");
  if (!proxies) return address;
  // Node joins several headers with commas.
  const forwarded = String(headers["x-forwarded-for"] ?? "").split(",");
  while (isTrusted(proxies, address)) {
    const before = addressIn(forwarded.pop() ?? "");
    if (isIP(before) === 0) return address;
    address = before;
  }
  return address;
}

/**
 * Returns the address in an entry of `X-Forwarded-For`. Some proxies add the port, write an IPv6
 * address in brackets, or quote the entry: `1.2.3.4:5678`, `"[2001:db8::1]:443"`.
 */
function addressIn(entry: string): string {
  const text = entry.trim().replace(/^"(.*)"$/, "$1");
  const [, bracketed, v4] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/.exec(text) ?? [];
  return withoutIpv6Prefix(bracketed ?? v4 ?? text);
}

/** Returns whether a trusted proxy opened the connection and says that its client used https. */
export function cameByHttps(
  { headers, socket }: IncomingMessage,
  proxies: TrustedProxies,
): boolean {
  const isHttps = String(headers["x-forwarded-proto"]).toLowerCase() === "https";
  return isHttps && isTrusted(proxies, socket.remoteAddress ?? "");
}

/** Returns whether an address is that of a trusted proxy. */
export function isTrusted(proxies: TrustedProxies, address: string): boolean {
  const plain = withoutIpv6Prefix(address);
  return isIP(plain) !== 0 && proxies.check(plain, isIPv4(plain) ? "ipv4" : "ipv6");
}

/** Returns an IPv4 address without its IPv6 prefix, which sockets of both families add. */
const withoutIpv6Prefix = (address: string) => address.replace(/^::ffff:(?=[\d.]+$)/i, "");
