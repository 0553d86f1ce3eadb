import type { SenderSlug } from '#contract/senders';
import { senderGuides } from './guides.gen.ts';

/**
 * Ways to give a service and a webhook the same secret. With `theirs`, the user copies the service's secret. With
 * `chosen`, the user enters a chosen secret in both places. With `public`, the user copies a public key, which is no
 * secret. With `brought`, the service's first call contains the secret.
 */
type Way = 'theirs' | 'chosen' | 'public' | 'brought';

interface Guide {
  way: Way;
  /** The place of the secret at the service, which can change when the service changes its menus. */
  where: string;
  /** The service's name for the secret. */
  called: string;
  /** The way to trigger a call immediately. If unset, the user causes any event at the service. */
  check?: string;
  /** Further notes. */
  note?: string;
}

/** The steps at each sender, by its short name. */
export const guides: Readonly<Record<SenderSlug, Guide>> = {
  ...senderGuides,
  'standard-webhooks': {
    way: 'theirs',
    where: 'The service shows it on the endpoint’s page. It begins with whsec_.',
    called: 'Signing secret',
  },
  svix: {
    way: 'theirs',
    where: 'The service shows it on the endpoint’s page. It begins with whsec_.',
    called: 'Signing Secret',
  },
  hmac: {
    way: 'chosen',
    where: 'In the service’s webhook settings: the secret, and the name of the signature header.',
    called: 'Secret',
  },
  secret: {
    way: 'chosen',
    where: 'In the service’s webhook settings: a custom header with a secret, or a bearer token.',
    called: 'Secret',
    note: 'The secret itself is sent. Use a signature if the service offers one.',
  },
  basic: {
    way: 'chosen',
    where: 'In the service’s webhook settings: HTTP Basic with a name and a password.',
    called: 'Name and password',
    note: 'Enter them here as name:password. Alertmanager, Jira and Postmark can do this.',
  },
};
