import type ipaddr from "ipaddr.js";

/** The private networks that webhooks may call, such as 10.0.0.0/8; none unless configured. */
export interface Targets {
  readonly networks: readonly string[];
}

/** Reads networks and addresses between commas; undefined where one of them is none. */
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
// A URL says each address in one way, and in 010.0.0.1 sees 8.0.0.1.
const readIPv4 = (text: string) => (hostOf(text) === text ? text : undefined);

function readIPv6(text: string): string | undefined {
  const address = hostOf(`[${text}]`)?.slice(1, -1);
  // One that is mapped would match nothing: the IPv4 address is looked up in its place.
  return /^::ffff:[\da-f]+:[\da-f]+$/.test(address ?? "") ? undefined : address;
}

/** Loaded when a target is first looked at: a Worker starts often, and few requests need it. */
const library = async () => (await import("ipaddr.js")).default;

/** Says why an address may not be called: it is no public one, nor in a network that is allowed. */
export async function addressGuard(
  protocol: string,
  { networks }: Targets,
): Promise<(address: string) => string | undefined> {
  const ipaddr = await library();
  const allowed = networks.map((network) => ipaddr.parseCIDR(network));
  return (address) => {
    if (!ipaddr.isValid(address)) return `${address} is no address.`;
    const parsed = ipaddr.process(address);
    const isIn = (network: (typeof allowed)[number]) =>
      network[0].kind() === parsed.kind() && parsed.match(network);
    if (allowed.some(isIn)) return undefined;
    if (!isPublic(parsed)) return "The target is in a private network.";
    return protocol === "https:" ? undefined : "The target is public, and not called by https.";
  };
}

/** Whether it is in 2000::/3: of IPv6 only that is assigned as global unicast (RFC 4291, IANA). */
const isGlobalUnicast = ({ parts }: ipaddr.IPv6) => (parts[0]! & 0xe000) === 0x2000;
/** A public address by which a cloud (Azure) answers its own machines. */
const cloudHost = "168.63.129.16";

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== "unicast") return false;
  return "parts" in address ? isGlobalUnicast(address) : address.toString() !== cloudHost;
}

/** Why a URL may not be called, as far as its text tells. */
export async function whyNotUrl(url: string, targets: Targets): Promise<string | undefined> {
  const { protocol, hostname } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  if ((await library()).isValid(host)) return (await addressGuard(protocol, targets))(host);
  if (targets.networks.length > 0) return undefined;
  if (protocol !== "https:") return "The target is not called by https.";
  return isLocalName(host) ? "The target is in a private network." : undefined;
}

/** Names that no public server has. */
const isLocalName = (host: string) =>
  !host.includes(".") || /(?:^|\.)(?:localhost|local|internal|lan|home\.arpa)$/i.test(host);
