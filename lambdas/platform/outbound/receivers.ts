import { isIP } from 'node:net';
import type { HostRule } from './outbound.ts';
import { isPublicAddress } from './public-address.ts';
import { checkUrl } from './url-rule.ts';

/** The allowed destinations of URLs that owners enter. Their addresses are checked again for each message. */
export const RECEIVERS: HostRule = { hosts: 'any public host', ports: 'default or high' };

/**
 * Returns the reason if a URL can never receive messages. Its owner then sees the error immediately, not with the first
 * message.
 */
export const whyNoReceiver = (text: string, ownHosts: readonly string[]): string | undefined => {
  const checked = checkUrl(text, RECEIVERS, ownHosts);
  if ('refused' in checked) return checked.refused;
  const address = checked.url.hostname.replace(/^\[|\]$/g, '');
  return isIP(address) && !isPublicAddress(address) ? `${address} is not a public address` : undefined;
};
