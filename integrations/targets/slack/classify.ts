import type { DeliveryCode } from '#contract/codes';
import type { HttpAnswer } from '../../../lambdas/platform/outbound/outbound.ts';
import type { Outcome } from '../../../lambdas/platform/outbound/outcome.ts';
import { busyOutcome, failed, messageFaults } from '../../../lambdas/targets/provider-answer.ts';

const RECONNECT = 'Reconnect this target to a channel.';

/** The response once the app was removed. */
export const REVOKED = 'no_service';

/** Plain text responses that mean a permanent rejection, with the owner's next step. */
export const closed: Record<string, [DeliveryCode, reason: string]> = {
  user_not_found: ['connection-revoked', `The recipient no longer exists in Slack. ${RECONNECT}`],
  channel_not_found: ['connection-revoked', `The channel no longer exists in Slack. ${RECONNECT}`],
  action_prohibited: [
    'posting-restricted',
    'A workspace administrator blocks these messages. Ask them to allow Tellhook, then reactivate this target.',
  ],
  posting_to_general_channel_denied: [
    'posting-restricted',
    'Only some members can post in this channel. Ask a workspace administrator for permission, or connect another channel.',
  ],
  invalid_token: ['connection-revoked', `Slack revoked Tellhook’s access. ${RECONNECT}`],
  no_service: ['connection-revoked', `The Slack app was removed from the workspace. ${RECONNECT}`],
  no_service_id: ['connection-revoked', `Slack does not recognise Tellhook’s access. ${RECONNECT}`],
  no_active_hooks: ['connection-revoked', `Slack disabled Tellhook’s access. ${RECONNECT}`],
  no_team: ['connection-revoked', `The workspace no longer exists in Slack. ${RECONNECT}`],
  team_disabled: [
    'channel-closed',
    'The Slack workspace is disabled. When it is enabled again, reactivate this target.',
  ],
  channel_is_archived: [
    'channel-closed',
    'The channel is archived. Unarchive it in Slack, then reactivate this target.',
  ],
};

const refused: Record<string, [DeliveryCode, reason: string]> = {
  invalid_payload: ['message-refused', messageFaults.unreadable('Slack')],
  no_text: ['message-empty', messageFaults.empty('Slack')],
  too_many_attachments: ['message-refused', messageFaults.unreadable('Slack')],
  invalid_blocks: ['message-refused', messageFaults.unreadable('Slack')],
};

/**
 * Converts an incoming webhook's response to an outcome, by its body or, if the body is unknown, by its status
 * (docs.slack.dev).
 */
export const classify = (answer: HttpAnswer, now: Date): Outcome => {
  if (answer.status >= 200 && answer.status < 300) return { kind: 'ok' };
  const body = answer.body.trim();
  const gone = Object.hasOwn(closed, body) && closed[body];
  if (gone) return failed(answer, 'fail_target', ...gone);
  const bad = Object.hasOwn(refused, body) && refused[body];
  if (bad) return failed(answer, 'fail_message', ...bad);
  const busy = busyOutcome(answer, 'Slack', now);
  if (busy) return busy;
  switch (answer.status) {
    case 400:
    case 413:
      return failed(answer, 'fail_message', 'message-refused', messageFaults.refused('Slack'));
    default:
      return failed(
        answer,
        'fail_target',
        'connection-revoked',
        `Slack rejects messages to this channel. ${RECONNECT}`,
      );
  }
};
