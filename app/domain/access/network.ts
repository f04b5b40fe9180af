/** A connection gets a network of this many of an IPv6 address's eight groups (RFC 6177). */
const NETWORK_GROUPS = 4;

/**
 * @returns what a limit counts: an IPv4 address itself, also in IPv6 notation; for IPv6 the network of 64 bits, such as
 *   `2001:db8:0:1::/64`, since one caller can use any address in it; any other text without a colon as it is.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [, v4] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (v4 !== undefined) return v4;
  const [head = '', tail] = address.toLowerCase().split('::');
  const first = groupsOf(head);
  const last = tail === undefined ? [] : groupsOf(tail);
  const zeros = Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0');
  const groups = [...first, ...zeros, ...last].slice(0, NETWORK_GROUPS);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':');
}
