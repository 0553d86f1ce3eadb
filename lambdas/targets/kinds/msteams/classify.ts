import type { HttpAnswer } from '../../../outbound/outbound.ts';
import type { Outcome } from '../../../outbound/outcome.ts';
import { busyOutcome, providerWords } from '../../provider-answer.ts';

/** Without a `Retry-After`, Power Automate's throttle is worth a minute's patience. */
const THROTTLE_SECONDS = 60;

const NEW_URL = 'Add the workflow in Teams again, then give this target its new URL.';

/** Error codes of the workflow service in its body `{"error":{"code":…}}`, and what the owner does about each. */
const codes: { code: string; reason: string }[] = [
  {
    code: 'WorkflowTriggerIsNotEnabled',
    reason:
      'The workflow in Teams is switched off or deleted. Switch it on, then reactivate this target. If it is gone, add it again and give this target its new URL.',
  },
  {
    code: 'TriggerInputSchemaMismatch',
    reason:
      'The workflow in Teams expects another message format. Remove the schema from its trigger, then reactivate this target.',
  },
  { code: 'MissingApiVersionParameter', reason: `The URL is incomplete. ${NEW_URL}` },
  {
    code: 'DirectApiAuthorizationRequired',
    reason:
      'The workflow does not let this service in. Set its trigger to "Anyone" and copy the whole URL, then reactivate this target.',
  },
  { code: 'AuthorizationFailed', reason: `The signature in the URL is wrong. ${NEW_URL}` },
  { code: 'WorkflowNotFound', reason: `The workflow no longer exists. ${NEW_URL}` },
];

/**
 * What an answer of a workflow trigger means. 202 says only that the flow was queued; what fails inside the flow
 * never comes back. Match by code first, then by status, since the same code has been seen under several statuses.
 */
export const classify = (answer: HttpAnswer, now: Date): Outcome => {
  const words = providerWords(answer);
  if (answer.status === 200 || answer.status === 202) return { kind: 'ok', note: 'Accepted by Teams' };
  const busy = busyOutcome(answer, 'Teams', now, THROTTLE_SECONDS);
  if (busy) return busy;
  if (answer.body.includes('DirectApiRequestHasMoreThanOneAuthorization'))
    return { kind: 'fail_config', reason: 'Teams refused how this service signs in.', providerWords: words };
  const known = codes.find(({ code }) => answer.body.includes(code));
  if (known) return { kind: 'fail_target', reason: known.reason, providerWords: words };
  switch (answer.status) {
    case 413:
      return { kind: 'fail_message', reason: 'The message is too large for Teams.', providerWords: words };
    case 401:
      return {
        kind: 'fail_target',
        reason: `Teams did not accept the signature in the URL. ${NEW_URL}`,
        providerWords: words,
      };
    case 403:
      return {
        kind: 'fail_target',
        reason: "Your organisation's rules keep this service out. Ask its administrator, then reactivate this target.",
        providerWords: words,
      };
    case 404:
    case 410:
      return { kind: 'fail_target', reason: `The workflow no longer exists. ${NEW_URL}`, providerWords: words };
    case 400:
      return { kind: 'fail_message', reason: 'Teams refused this message.', providerWords: words };
    default:
      return {
        kind: 'fail_target',
        reason: `Teams answered ${answer.status}, which a workflow never does. ${NEW_URL}`,
        providerWords: words,
      };
  }
};
