import { networkIn } from "@asbuilt/contract";

/** Loads the library on first use: a Worker starts often, and few requests need it. */
export const loadIpaddr = async () => (await import("ipaddr.js")).default;

/** Returns a check whether an address is in one of some networks, such as 10.0.0.0/8. */
export async function networksCheck(
  networks: readonly string[],
): Promise<(address: string) => boolean> {
  const ipaddr = await loadIpaddr();
  const parsed = networks.flatMap((network) => {
    const spelled = networkIn(network);
    return spelled === undefined ? [] : [ipaddr.parseCIDR(spelled)];
  });
  return (address) => {
    if (!ipaddr.isValid(address)) return false;
    const of = ipaddr.process(address);
    return parsed.some((network) => network[0].kind() === of.kind() && of.match(network));
  };
}
