import type { DeliveryCode } from '#contract/codes';
import type { HttpAnswer } from '../../../lambdas/outbound/outbound.ts';
import type { Outcome } from '../../../lambdas/outbound/outcome.ts';
import { busyOutcome, providerWords } from '../../../lambdas/targets/provider-answer.ts';

const RECONNECT = 'Connect it to a channel again.';

/** Plain text responses that mean a permanent rejection, with the owner's next step. */
const closed: Record<string, [DeliveryCode, reason: string]> = {
  user_not_found: ['connection-revoked', `Slack no longer knows the recipient. ${RECONNECT}`],
  channel_not_found: ['connection-revoked', `Slack no longer knows the channel. ${RECONNECT}`],
  action_prohibited: [
    'posting-restricted',
    'An administrator of the workspace forbids these messages. Ask them, then reactivate this target.',
  ],
  posting_to_general_channel_denied: [
    'posting-restricted',
    'Only some members may post into this channel. Ask an administrator of the workspace, or connect another channel.',
  ],
  invalid_token: ['connection-revoked', `Slack revoked the access. ${RECONNECT}`],
  no_service: ['connection-revoked', `The Slack app was removed from the workspace. ${RECONNECT}`],
  no_service_id: ['connection-revoked', `Slack does not know this access. ${RECONNECT}`],
  no_active_hooks: ['connection-revoked', `Slack switched this access off. ${RECONNECT}`],
  no_team: ['connection-revoked', `Slack no longer knows the workspace. ${RECONNECT}`],
  team_disabled: ['channel-closed', 'The Slack workspace is switched off. Reactivate this target when it is back.'],
  channel_is_archived: [
    'channel-closed',
    'The channel is archived. Un-archive it in Slack, then reactivate this target.',
  ],
};

const refused: Record<string, [DeliveryCode, reason: string]> = {
  invalid_payload: ['message-refused', 'Slack could not read this message.'],
  no_text: ['message-empty', 'The message is empty, and Slack takes no empty messages.'],
  too_many_attachments: ['message-refused', 'The message has too many attachments for Slack.'],
  invalid_blocks: ['message-refused', 'Slack could not read this message.'],
};

/**
 * The meaning of an incoming webhook's response: determined by the body, or by the status if the body is unknown
 * (docs.slack.dev).
 */
export const classify = (answer: HttpAnswer, now: Date): Outcome => {
  if (answer.status >= 200 && answer.status < 300) return { kind: 'ok' };
  const body = answer.body.trim();
  const words = providerWords(answer);
  const gone = Object.hasOwn(closed, body) && closed[body];
  if (gone) return { kind: 'fail_target', code: gone[0], reason: gone[1], providerWords: words };
  const bad = Object.hasOwn(refused, body) && refused[body];
  if (bad) return { kind: 'fail_message', code: bad[0], reason: bad[1], providerWords: words };
  const busy = busyOutcome(answer, 'Slack', now);
  if (busy) return busy;
  switch (answer.status) {
    case 400:
    case 413:
      return {
        kind: 'fail_message',
        code: 'message-refused',
        reason: 'Slack rejected this message.',
        providerWords: words,
      };
    default:
      return {
        kind: 'fail_target',
        code: 'connection-revoked',
        reason: `Slack rejects messages to this channel. ${RECONNECT}`,
        providerWords: words,
      };
  }
};
