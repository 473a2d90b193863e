/**
 * Returns an address or a network, such as 10.0.0.0/8, in its one spelling with a length. Returns
 * undefined for any other text.
 */
export function networkIn(text: string): string | undefined {
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
  // A mapped IPv4 address would match nothing: addresses are compared as IPv4.
  return /^::ffff:[\da-f]+:[\da-f]+$/.test(address ?? "") ? undefined : address;
}
