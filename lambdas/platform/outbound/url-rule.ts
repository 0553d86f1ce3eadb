import { isIP } from 'node:net';
import type { HostRule } from './outbound.ts';

/**
 * Top-level domains that are never public: the special-use names of IANA (RFC 6761, 6762, 7686, 8375, 9476),
 * `.internal`, and names that home routers assign.
 */
const LOCAL_NAMES = /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home|home\.arpa|onion|alt|invalid)$/;

/** A label of a host name (RFC 1123, 2.1), with the underscore that some hosting providers allow. */
const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;

/**
 * Returns the reason if a host name is never public, otherwise undefined.
 * @param hostname as URL parsers return it
 */
const whyNoPublicName = (hostname: string): string | undefined => {
  // Names without a dot, and names with a trailing dot, are resolved in the local network first.
  if (!hostname.includes('.') || hostname.endsWith('.') || LOCAL_NAMES.test(hostname))
    return `the host ${hostname} is not public`;
  return hostname.length > 253 || hostname.split('.').some((label) => !LABEL.test(label))
    ? `the host ${hostname} is not a valid name`
    : undefined;
};

/**
 * Returns the parsed URL if it is allowed, otherwise the reason, without path and query.
 * @param ownHosts host names of this service, which must not call itself
 */
export const checkUrl = (
  text: string,
  rule: HostRule,
  ownHosts: readonly string[],
): { url: URL } | { refused: string } => {
  // URL parsers drop control characters and spaces in different ways, and no legitimate URL contains any.
  if (/[\p{Cc}\s\\]/u.test(text)) return { refused: 'the URL contains spaces, backslashes or control characters' };
  const url = URL.parse(text);
  if (!url) return { refused: 'this is not a URL' };
  if (url.protocol !== 'https:') return { refused: 'only https is allowed' };
  if (url.username !== '' || url.password !== '') return { refused: 'the URL contains a user name or password' };
  // The parser leaves out the port if it is 443.
  const port = url.port === '' ? 443 : Number(url.port);
  if (port !== 443 && (rule.ports === 'default' || port < 1024)) return { refused: `port ${port} is not allowed` };
  if (ownHosts.includes(url.hostname))
    return { refused: `the host ${url.hostname} belongs to Tellhook, which can’t call itself` };
  if (rule.hosts !== 'any public host')
    return rule.hosts.some((host) => matchesHost(url.hostname, host))
      ? { url }
      : { refused: `the host ${url.hostname} does not belong to this provider` };
  const isAddress = url.hostname.startsWith('[') || isIP(url.hostname) !== 0;
  const refused = isAddress ? undefined : whyNoPublicName(url.hostname);
  return refused === undefined ? { url } : { refused };
};

/** True if a host name matches a pattern. In `*.example.com`, the star matches one or more labels. */
export const matchesHost = (hostname: string, pattern: string): boolean =>
  pattern.startsWith('*.')
    ? hostname.endsWith(pattern.slice(1)) && hostname.length > pattern.length - 1
    : hostname === pattern;
