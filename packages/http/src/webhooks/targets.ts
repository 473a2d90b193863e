import { networkIn } from "@asbuilt/contract";
import type ipaddr from "ipaddr.js";
import { loadIpaddr, networksCheck } from "../admission/networks.ts";

/** The private networks that webhooks may call, such as 10.0.0.0/8; none unless configured. */
export interface Targets {
  readonly networks: readonly string[];
}

/** Reads comma-separated networks and addresses; undefined if one of them is invalid. */
export function targetsIn(text: string): Targets | undefined {
  const networks = text.split(",").map((part) => networkIn(part.trim()));
  return networks.every((network) => network !== undefined) ? { networks } : undefined;
}

const isPrivate =
  "The target is in a private network. ASBUILT_WEBHOOK_PRIVATE_TARGETS can permit it.";

/** Returns a check that says why an address may not be called: it is neither public nor allowed. */
export async function addressGuard(
  protocol: string,
  { networks }: Targets,
): Promise<(address: string) => string | undefined> {
  const ipaddr = await loadIpaddr();
  const isAllowed = await networksCheck(networks);
  return (address) => {
    if (!ipaddr.isValid(address)) return `${address} is not an IP address.`;
    if (isAllowed(address)) return undefined;
    if (!isPublic(ipaddr.process(address))) return isPrivate;
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
  return isLocalName(host) ? isPrivate : undefined;
}

/** Returns whether no public server has this name. */
const isLocalName = (host: string) =>
  !host.includes(".") || /(?:^|\.)(?:localhost|local|internal|lan|home\.arpa)$/i.test(host);
