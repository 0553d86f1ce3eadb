import type { HostRule } from './outbound.ts';

/** The parsed URL when the rule allows it, else why not, in words without path and query. */
export const checkUrl = (text: string, rule: HostRule): { url: URL } | { refused: string } => {
  // Control characters and blanks are dropped by URL parsers, each in its own way; no honest URL has any.
  if (/[\p{Cc}\s\\]/u.test(text)) return { refused: 'the URL has characters that no URL has' };
  const url = URL.parse(text);
  if (!url) return { refused: 'this is not a URL' };
  if (url.protocol !== 'https:') return { refused: 'only https is allowed' };
  if (url.username !== '' || url.password !== '') return { refused: 'the URL carries a user name or password' };
  // The parser leaves the port empty when it is 443.
  const port = url.port === '' ? 443 : Number(url.port);
  if (port !== 443 && (rule.ports === 'default' || port < 1024)) return { refused: `port ${port} is not allowed` };
  if (rule.hosts !== 'any public host')
    return rule.hosts.some((host) => matchesHost(url.hostname, host))
      ? { url }
      : { refused: `the host ${url.hostname} is not one of this kind's` };
  // Names without a dot, and names that end in one, are looked up in the local network first.
  const isName = !url.hostname.startsWith('[');
  return isName && (!url.hostname.includes('.') || url.hostname.endsWith('.'))
    ? { refused: `the host ${url.hostname} is not a public one` }
    : { url };
};

/** `*.example.com` stands for one or more labels before `.example.com`. Host names are compared as the parser wrote them. */
export const matchesHost = (hostname: string, pattern: string): boolean =>
  pattern.startsWith('*.')
    ? hostname.endsWith(pattern.slice(1)) && hostname.length > pattern.length - 1
    : hostname === pattern;
