import push from './documented-push.json' with { type: 'json' };

/**
 * A push of one commit in an organization's repository, with the fields, the order and the headers that GitHub
 * documents (docs.github.com/en/webhooks/webhook-events-and-payloads#push). Names, numbers and hashes are invented, but
 * as long and as irregular as real ones.
 */
export const documentedPush = JSON.stringify(push.body);

/** The push's headers as they arrive behind the gateway. */
export const documentedHeaders: Record<string, string> = push.headers;
