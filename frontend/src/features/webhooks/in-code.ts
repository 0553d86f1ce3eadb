import { toWire } from '#contract/names';
import type { Verification } from '../../data/verification.ts';
import { type Target, type Webhook, webhookToWire } from '../../lib/wire.ts';

/** Quotes a command-line word if a shell would read it as more than one word. */
export const shellWord = (word: string): string =>
  /^[\w.-]+$/.test(word) && !word.startsWith('-') ? word : `'${word.replaceAll("'", "'\\''")}'`;

/** A webhook as a config file: its owner's settings, targets by name, and environment variables in place of secrets. */
export const documentOf = (
  webhook: Webhook,
  targets: readonly Pick<Target, 'id' | 'name' | 'targetType'>[],
  verification: Verification | undefined,
): string => {
  const own = webhook.targetIds.flatMap((id) => targets.filter((target) => target.id === id));
  const {
    name,
    use_template,
    template,
    target_ids: _ids,
    intake: { verify_token: _token, ...intake },
    routing,
    ...rest
  } = webhookToWire(webhook);
  const calling = verification && {
    mode: verification.mode,
    sender: verification.sender,
    allow_ips: verification.allowIps,
    ...(verification.own && { own: toWire(verification.own) }),
    ...(verification.secrets.length > 0 && { secret: '$' + '{WEBHOOK_SECRET}' }),
  };
  const document = {
    tellhook: 1,
    targets: Object.fromEntries(own.map(({ name, targetType }) => [name, { type: targetType }])),
    webhooks: {
      [name]: {
        targets: own.map((target) => target.name),
        template: use_template ? template : null,
        ...rest,
        intake,
        routing: Object.fromEntries(
          routing.flatMap(({ target_id, ...rule }) =>
            own.filter((target) => target.id === target_id).map((target) => [target.name, rule]),
          ),
        ),
        ...(calling && { verification: calling }),
      },
    },
  };
  return JSON.stringify(document, undefined, 2);
};

/** Terminal commands: a call with curl, and this webhook's calls on a local machine. */
export const linesOf = (name: string, url: string) => ({
  curl: `curl ${url} -H 'Content-Type: application/json' -d '{"event": "order.created", "total": 42}'`,
  listen: `tellhook listen ${shellWord(name)} --to 3000 --since 1h`,
});
