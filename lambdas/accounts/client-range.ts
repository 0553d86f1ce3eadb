import { isIPv6 } from 'node:net';

/** The eight groups of an IPv6 address, each without leading zeros. */
const groups = (ip: string): string[] => {
  const [head = '', tail] = ip.toLowerCase().replace(/%.*$/, '').split('::');
  const list = (part: string) => (part === '' ? [] : part.split(':'));
  const left = list(head);
  const right = tail === undefined ? [] : list(tail);
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right].map((group) => group.replace(/^0+(?=.)/, ''));
};

/** Converts an IPv4-mapped IPv6 address to IPv4. Other addresses stay unchanged. */
const plain = (ip: string): string => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip;

const prefix = (ip: string, count: number) => `${groups(ip).slice(0, count).join(':')}::/${count * 16}`;

/** The range that counts as one client: an IPv4 address, or an IPv6 /64, the usual size of a customer's network. */
export const addressOf = (ip: string): string => (isIPv6(plain(ip)) ? prefix(plain(ip), 4) : plain(ip));

/** A wider range around a client: an IPv4 /24 or an IPv6 /48. */
export const rangeOf = (ip: string): string => {
  const address = plain(ip);
  return isIPv6(address) ? prefix(address, 3) : `${address.split('.').slice(0, 3).join('.')}.0/24`;
};
