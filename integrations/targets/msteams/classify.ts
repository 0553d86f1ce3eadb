import type { DeliveryCode } from '#contract/codes';
import type { HttpAnswer } from '../../../lambdas/platform/outbound/outbound.ts';
import type { Outcome } from '../../../lambdas/platform/outbound/outcome.ts';
import { busyOutcome, failed, messageFaults } from '../../../lambdas/targets/provider-answer.ts';

/** Wait after a throttled request without `Retry-After`. */
const THROTTLE_SECONDS = 60;

const NEW_URL = 'Add the workflow in Teams again, then enter its new URL in this target.';

/** Error codes in the workflow service's body `{"error":{"code":…}}`, with the owner's next step. */
const closed: [said: string, code: DeliveryCode, reason: string][] = [
  [
    'WorkflowTriggerIsNotEnabled',
    'workflow-off',
    'The workflow in Teams is turned off or was deleted. Turn it on, then reactivate this target. If it was deleted, add it again and enter its new URL in this target.',
  ],
  [
    'TriggerInputSchemaMismatch',
    'workflow-schema-mismatch',
    'The workflow in Teams expects a different message format. Remove the schema from its trigger, then reactivate this target.',
  ],
  ['MissingApiVersionParameter', 'workflow-url-wrong', `The URL is incomplete. ${NEW_URL}`],
  [
    'DirectApiAuthorizationRequired',
    'workflow-access-denied',
    'The workflow does not accept messages from Tellhook. Set its trigger to “Anyone”, copy the whole URL and enter it in this target.',
  ],
  ['AuthorizationFailed', 'workflow-url-wrong', `Teams rejected the signature in the URL. ${NEW_URL}`],
  ['WorkflowNotFound', 'workflow-url-wrong', `The workflow no longer exists. ${NEW_URL}`],
];

/**
 * Converts a workflow trigger's response to an outcome. 202 only means that the flow was queued; failures inside it are
 * never reported. The code is matched first, then the status, because the same code appears under several statuses.
 */
export const classify = (answer: HttpAnswer, now: Date): Outcome => {
  if (answer.status === 200 || answer.status === 202)
    return { kind: 'ok', note: 'Accepted by Teams', noteCode: 'accepted-unconfirmed' };
  const busy = busyOutcome(answer, 'Teams', now, THROTTLE_SECONDS);
  if (busy) return busy;
  if (answer.body.includes('DirectApiRequestHasMoreThanOneAuthorization'))
    return failed(answer, 'fail_config', 'credentials-refused', 'Teams rejected this service’s sign-in.');
  const known = closed.find(([said]) => answer.body.includes(said));
  if (known) return failed(answer, 'fail_target', known[1], known[2]);
  switch (answer.status) {
    case 413:
      return failed(answer, 'fail_message', 'message-too-long', messageFaults.tooLong('Teams'));
    case 401:
      return failed(answer, 'fail_target', 'workflow-url-wrong', `Teams rejected the signature in the URL. ${NEW_URL}`);
    case 403:
      return failed(
        answer,
        'fail_target',
        'workflow-access-denied',
        'Your organisation’s rules block Tellhook. Ask its administrator to allow Tellhook, then reactivate this target.',
      );
    case 404:
    case 410:
      return failed(answer, 'fail_target', 'workflow-url-wrong', `The workflow no longer exists. ${NEW_URL}`);
    case 400:
      return failed(answer, 'fail_message', 'message-refused', messageFaults.refused('Teams'));
    default:
      return failed(
        answer,
        'fail_target',
        'workflow-url-wrong',
        `Teams returned an unexpected status (${answer.status}). ${NEW_URL}`,
      );
  }
};
