import { BlockList, isIP } from 'node:net';

/**
 * Parses an IP range such as `192.0.2.0/24`. A single address is a range of one. Returns undefined if the text is
 * invalid.
 */
export const parseRange = (text: string): { address: string; bits: number; family: 'ipv4' | 'ipv6' } | undefined => {
  const [address = '', length, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || rest.length > 0) return undefined;
  const most = version === 4 ? 32 : 128;
  if (length !== undefined && !/^\d{1,3}$/.test(length)) return undefined;
  const bits = length === undefined ? most : Number(length);
  return bits <= most ? { address, bits, family: version === 4 ? 'ipv4' : 'ipv6' } : undefined;
};

/** True if an IP address is in one of the ranges. Invalid ranges are ignored. */
export const isListed = (ip: string, ranges: readonly string[]): boolean => {
  const version = isIP(ip);
  if (version === 0) return false;
  const list = new BlockList();
  for (const text of ranges) {
    const range = parseRange(text);
    if (range) list.addSubnet(range.address, range.bits, range.family);
  }
  return list.check(ip, version === 4 ? 'ipv4' : 'ipv6');
};
