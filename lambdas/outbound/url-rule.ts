import { isIP } from 'node:net';
import type { HostRule } from './outbound.ts';

/**
 * Top-level names that never lead to the public internet. They are the special-use names of IANA (RFC 6761, 6762, 7686,
 * 8375, 9476), `.internal` (reserved by ICANN), and names that home routers hand out.
 */
const LOCAL_NAMES = /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home|home\.arpa|onion|alt|invalid)$/;

/** A label of a host name (RFC 1123, 2.1), with the underscore that some providers of host names allow. */
const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;

/** The reason that a host name is never public, undefined when it can be. `hostname` as URL parsers write it. */
const whyNoPublicName = (hostname: string): string | undefined => {
  // Names without a dot, and names that end in one, are looked up in the local network first.
  if (!hostname.includes('.') || hostname.endsWith('.') || LOCAL_NAMES.test(hostname))
    return `the host ${hostname} is not a public one`;
  return hostname.length > 253 || hostname.split('.').some((label) => !LABEL.test(label))
    ? `the host ${hostname} is not a valid name`
    : undefined;
};

/**
 * The parsed URL when the rule allows it, else why not, in words without path and query.
 * @param ownHosts host names of this service, to which no request is sent: it would call itself
 */
export const checkUrl = (
  text: string,
  rule: HostRule,
  ownHosts: readonly string[] = [],
): { url: URL } | { refused: string } => {
  // Control characters and blanks are dropped by URL parsers, each in its own way; no honest URL has any.
  if (/[\p{Cc}\s\\]/u.test(text)) return { refused: 'the URL has characters that no URL has' };
  const url = URL.parse(text);
  if (!url) return { refused: 'this is not a URL' };
  if (url.protocol !== 'https:') return { refused: 'only https is allowed' };
  if (url.username !== '' || url.password !== '') return { refused: 'the URL carries a user name or password' };
  // The parser leaves the port empty when it is 443.
  const port = url.port === '' ? 443 : Number(url.port);
  if (port !== 443 && (rule.ports === 'default' || port < 1024)) return { refused: `port ${port} is not allowed` };
  if (ownHosts.includes(url.hostname))
    return { refused: `the host ${url.hostname} belongs to this service, which would call itself` };
  if (rule.hosts !== 'any public host')
    return rule.hosts.some((host) => matchesHost(url.hostname, host))
      ? { url }
      : { refused: `the host ${url.hostname} is not one of this kind's` };
  const isAddress = url.hostname.startsWith('[') || isIP(url.hostname) !== 0;
  const refused = isAddress ? undefined : whyNoPublicName(url.hostname);
  return refused === undefined ? { url } : { refused };
};

/** `*.example.com` means one or more labels before `.example.com`. Host names are compared as the parser wrote them. */
export const matchesHost = (hostname: string, pattern: string): boolean =>
  pattern.startsWith('*.')
    ? hostname.endsWith(pattern.slice(1)) && hostname.length > pattern.length - 1
    : hostname === pattern;
