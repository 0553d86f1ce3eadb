import { type FakeAnswer, rejections, textAnswer } from '../../../../lib/local/fakes/fake.ts';

/** The plain text responses of an incoming webhook other than `ok` (docs.slack.dev, "sending messages"). */
const refusals = {
  invalid_payload: 400,
  no_text: 400,
  too_many_attachments: 400,
  invalid_blocks: 400,
  user_not_found: 400,
  channel_not_found: 404,
  action_prohibited: 403,
  posting_to_general_channel_denied: 403,
  invalid_token: 403,
  no_service: 404,
  no_service_id: 404,
  no_active_hooks: 404,
  no_team: 404,
  team_disabled: 404,
  channel_is_archived: 410,
  rollup_error: 500,
};

export const refusal = (code: keyof typeof refusals): FakeAnswer => textAnswer(refusals[code], code);

export const rejected = rejections(refusals, refusal, (status, code) => `${status} ${code}`);

export const tooMany = (seconds: number): FakeAnswer =>
  textAnswer(429, 'rate_limited', { 'retry-after': String(Math.max(1, Math.ceil(seconds))) });

/**
 * Returns the response that the last segment of a webhook's path selects, if any: a code of the table, or one of these
 * names.
 */
export const magicAnswer = (lastSegment: string): FakeAnswer | undefined => {
  switch (lastSegment) {
    case 'archived':
      return refusal('channel_is_archived');
    case 'ratelimited':
      return tooMany(5);
    case '500':
      return refusal('rollup_error');
    default:
      return rejected.answer(lastSegment);
  }
};
