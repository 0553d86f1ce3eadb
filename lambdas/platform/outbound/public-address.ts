import { BlockList, isIP } from 'node:net';

/**
 * IPv4 ranges that are not the public internet (IANA special-purpose registry, and the relay anycast of 6to4).
 */
const closedV4: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/**
 * Public IPv6 addresses are those in 2000::/3, without these ranges: protocol assignments with Teredo, documentation,
 * and 6to4. All ranges that carry an IPv4 address (`::ffff:0:0/96`, `::/96`, `64:ff9b::/96`, `64:ff9b:1::/48`,
 * `::ffff:0:0:0/96`) lie outside 2000::/3.
 */
const closedV6: [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const closed = new BlockList();
for (const [net, bits] of closedV4) closed.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of closedV6) closed.addSubnet(net, bits, 'ipv6');
const open = new BlockList();
open.addSubnet('2000::', 3, 'ipv6');

/** True if a text is a public IP address. */
export const isPublicAddress = (address: string): boolean => {
  switch (isIP(address)) {
    case 4:
      return !closed.check(address, 'ipv4');
    case 6:
      return !address.includes('%') && open.check(address, 'ipv6') && !closed.check(address, 'ipv6');
    default:
      return false;
  }
};
