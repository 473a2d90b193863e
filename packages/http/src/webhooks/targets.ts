import type ipaddr from "ipaddr.js";

/** The private networks that webhooks may call, such as 10.0.0.0/8; none unless configured. */
export interface Targets {
  readonly networks: readonly string[];
}

/** Reads comma-separated networks and addresses; undefined if one of them is invalid. */
export function targetsIn(text: string): Targets | undefined {
  const networks = text.split(",").map((part) => networkIn(part.trim()));
  return networks.every((network) => network !== undefined) ? { networks } : undefined;
}

function networkIn(text: string): string | undefined {
  const [, ipv4, ipv6 = "", length] = networkPattern.exec(text) ?? [];
  const [address, widest] = ipv4 === undefined ? [readIPv6(ipv6), 128] : [readIPv4(ipv4), 32];
  const bits = Number(length ?? widest);
  return address !== undefined && bits <= widest ? `${address}/${bits}` : undefined;
}

const networkPattern = /^(?:(\d+(?:\.\d+){3})|([\da-f:]+))(?:\/(\d{1,3}))?$/i;
const hostOf = (text: string) => URL.parse(`http://${text}/`)?.hostname;
// A URL spells each address in one way, and reads 010.0.0.1 as 8.0.0.1.
const readIPv4 = (text: string) => (hostOf(text) === text ? text : undefined);

function readIPv6(text: string): string | undefined {
  const address = hostOf(`[${text}]`)?.slice(1, -1);
  // A mapped IPv4 address would match nothing: targets are compared as IPv4.
  return /^::ffff:[\da-f]+:[\da-f]+$/.test(address ?? "") ? undefined : address;
}

/** Loads the library on first use: a Worker starts often, and few requests need it. */
const loadIpaddr = async () => (await import("ipaddr.js")).default;

/** Returns a check that says why an address may not be called: it is neither public nor allowed. */
export async function addressGuard(
  protocol: string,
  { networks }: Targets,
): Promise<(address: string) => string | undefined> {
  const ipaddr = await loadIpaddr();
  const allowed = networks.map((network) => ipaddr.parseCIDR(network));
  return (address) => {
    if (!ipaddr.isValid(address)) return `${address} is not an IP address.`;
    const parsed = ipaddr.process(address);
    const isIn = (network: (typeof allowed)[number]) =>
      network[0].kind() === parsed.kind() && parsed.match(network);
    if (allowed.some(isIn)) return undefined;
    if (!isPublic(parsed)) return "The target is in a private network.";
    return protocol === "https:" ? undefined : "A public target must be called by https.";
  };
}

/** Returns whether it is in 2000::/3, the only global unicast of IPv6 (RFC 4291, IANA). */
const isGlobalUnicast = ({ parts }: ipaddr.IPv6) => (parts[0]! & 0xe000) === 0x2000;
/** A public address where a cloud (Azure) serves its own machines. */
const cloudHost = "168.63.129.16";

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== "unicast") return false;
  return "parts" in address ? isGlobalUnicast(address) : address.toString() !== cloudHost;
}

/** Returns why a URL may not be called, as far as its text shows. */
export async function whyNotUrl(url: string, targets: Targets): Promise<string | undefined> {
  const { protocol, hostname } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  if ((await loadIpaddr()).isValid(host)) return (await addressGuard(protocol, targets))(host);
  if (targets.networks.length > 0) return undefined;
  if (protocol !== "https:") return "The target must be called by https.";
  return isLocalName(host) ? "The target is in a private network." : undefined;
}

/** Returns whether no public server has this name. */
const isLocalName = (host: string) =>
  !host.includes(".") || /(?:^|\.)(?:localhost|local|internal|lan|home\.arpa)$/i.test(host);
