import ipaddr from "ipaddr.js";

type Network = ReturnType<typeof ipaddr.parseCIDR>;

/** The networks of private targets that webhooks may call; none unless configured. */
export interface Targets {
  readonly networks: readonly Network[];
}

/** Reads networks and addresses between commas; undefined where one of them is none. */
export function targetsIn(text: string): Targets | undefined {
  const networks = text.split(",").map((part) => networkIn(part.trim()));
  return networks.every((network) => network !== undefined) ? { networks } : undefined;
}

function networkIn(text: string): Network | undefined {
  const isIPv6 = text.includes(":");
  const full = text.includes("/") ? text : `${text}/${isIPv6 ? 128 : 32}`;
  // In fewer or octal parts, 10.20 would be 10.0.0.20 and 010.0.0.1 be 8.0.0.1.
  const isValid = isIPv6
    ? ipaddr.IPv6.isValidCIDR(full)
    : ipaddr.IPv4.isValidCIDRFourPartDecimal(full);
  if (!isValid) return undefined;
  const network = ipaddr.parseCIDR(full);
  // It would match nothing: of an address that is mapped, the IPv4 address is looked up.
  const isMapped = network[0] instanceof ipaddr.IPv6 && network[0].isIPv4MappedAddress();
  return isMapped ? undefined : network;
}

/** Why an address may not be called: it is no public one, nor in a network that is allowed. */
export function whyNotAddress(address: string, protocol: string, { networks }: Targets) {
  if (!ipaddr.isValid(address)) return `${address} is no address.`;
  const parsed = ipaddr.process(address);
  const isAllowed = networks.some(
    ([network, bits]) => network.kind() === parsed.kind() && parsed.match([network, bits] as never),
  );
  if (isAllowed) return undefined;
  if (!isPublic(parsed)) return "The target is in a private network.";
  return protocol === "https:" ? undefined : "The target is public, and not called by https.";
}

/** Whether it is in 2000::/3: of IPv6 only that is assigned as global unicast (RFC 4291, IANA). */
const isGlobalUnicast = ({ parts }: ipaddr.IPv6) => (parts[0]! & 0xe000) === 0x2000;
/** A public address by which a cloud (Azure) answers its own machines. */
const cloudHost = "168.63.129.16";

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== "unicast") return false;
  return address instanceof ipaddr.IPv6
    ? isGlobalUnicast(address)
    : address.toString() !== cloudHost;
}

/** Why a URL may not be called, as far as its text tells. */
export function whyNotUrl(url: string, targets: Targets): string | undefined {
  const { protocol, hostname } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  if (ipaddr.isValid(host)) return whyNotAddress(host, protocol, targets);
  if (targets.networks.length > 0) return undefined;
  if (protocol !== "https:") return "The target is not called by https.";
  return isLocalName(host) ? "The target is in a private network." : undefined;
}

/** Names that no public server has. */
const isLocalName = (host: string) =>
  !host.includes(".") || /(?:^|\.)(?:localhost|local|internal|lan|home\.arpa)$/i.test(host);
