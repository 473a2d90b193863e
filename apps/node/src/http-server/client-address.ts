import { BlockList, isIP, isIPv4 } from "node:net";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";

/** Proxies whose word is taken for where a request comes from. */
export type TrustedProxies = Pick<BlockList, "check">;

/** Reads addresses and networks, such as `10.0.0.0/8, ::1`; undefined where one of them is none. */
export function proxiesOf(text: string): TrustedProxies | undefined {
  const proxies = new BlockList();
  for (const part of text.split(",").map((entry) => entry.trim())) {
    const [address = "", bits, ...rest] = part.split("/");
    const family = isIP(address);
    const most = family === 4 ? 32 : 128;
    if (family === 0 || rest.length > 0) return undefined;
    if (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= most)) return undefined;
    proxies.addSubnet(address, Number(bits ?? most), family === 4 ? "ipv4" : "ipv6");
  }
  return proxies;
}

/**
 * Where a request comes from: who opened the connection. Where that is a proxy that is trusted, it
 * is the last address in `X-Forwarded-For` that is not one of them; anyone can write the others.
 */
export function clientAddress(c: Context, proxies: TrustedProxies | undefined): string {
  // On Node the environment of a request is what the server was given.
  const { incoming } = c.env as HttpBindings;
  let address = plain(incoming.socket.remoteAddress ?? "");
  if (!proxies) return address;
  const passedOn = c.req.header("X-Forwarded-For")?.split(",") ?? [];
  while (isTrusted(proxies, address)) {
    const before = plain(passedOn.pop()?.trim() ?? "");
    if (isIP(before) === 0) return address;
    address = before;
  }
  return address;
}

const isTrusted = (proxies: TrustedProxies, address: string) =>
  isIP(address) !== 0 && proxies.check(address, isIPv4(address) ? "ipv4" : "ipv6");

/** A socket that takes both families tells IPv4 addresses as IPv6. */
const plain = (address: string) => address.replace(/^::ffff:(?=[\d.]+$)/i, "");
