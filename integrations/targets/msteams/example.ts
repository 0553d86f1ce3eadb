import { json, type KindExample, type Row } from '../../../test/targets/kind-example.ts';

const WORKFLOW = '0123456789abcdef0123456789abcdef';
export const teamsUrl = `https://default0a1b2c.4d.environment.api.powerplatform.com:443/powerautomate/automations/direct/workflows/${WORKFLOW}/triggers/manual/paths/invoke?api-version=1&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=TheSignatureIsTheCredential-0123456789abcde`;
export const oldTeamsUrl = `https://prod-21.westeurope.logic.azure.com:443/workflows/${WORKFLOW}/triggers/manual/paths/invoke?api-version=2016-06-01&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=TheOldSignature-0123456789abcdefghijklmnopqr`;

const flow = (status: number, code: string) => json(status, { error: { code, message: 'as the service says it' } });

export const example: KindExample = {
  secrets: { url: teamsUrl },
  told: ['TheSignatureIsTheCredential-0123456789abcde', teamsUrl],
  form: {
    act: 'msteams/workflow',
    input: { channel: 'Releases' },
    options: ({ url }) => ({ url }),
    secrets: ({ url }) => ({ 'sig of the Teams URL': new URL(url).searchParams.get('sig') ?? '' }),
  },
  hardLimit: [20_000, (body) => Buffer.byteLength(body)],
  answers: [
    ['queued', { status: 202 }, 'ok'],
    ['accepted', { status: 200 }, 'ok'],
    ...['WorkflowTriggerIsNotEnabled', 'TriggerInputSchemaMismatch', 'MissingApiVersionParameter'].map(
      (code): Row => [code, flow(400, code), 'fail_target'],
    ),
    ['two authorizations', flow(400, 'DirectApiRequestHasMoreThanOneAuthorization'), 'fail_config'],
    ['sig missing', flow(401, 'DirectApiAuthorizationRequired'), 'fail_target'],
    ['sig wrong', flow(401, 'AuthorizationFailed'), 'fail_target'],
    ['an empty 401', { status: 401 }, 'fail_target'],
    ['tenant policy', flow(403, 'Forbidden'), 'fail_target'],
    ['workflow gone', flow(404, 'WorkflowNotFound'), 'fail_target'],
    ['an empty 404', { status: 404 }, 'fail_target'],
    ['too large', flow(413, 'RequestEntityTooLarge'), 'fail_message'],
    [
      'throttled with a wait',
      { ...flow(429, 'WorkflowTriggerThrottled'), headers: { 'retry-after': '7' } },
      'retry',
      7,
    ],
    ['throttled without a wait', flow(429, 'WorkflowTriggerThrottled'), 'retry', 60],
    ['server fault', flow(500, 'InternalServerError'), 'retry'],
    ['unavailable', { status: 503, headers: { 'retry-after': '120' } }, 'retry', 120],
    ['another bad request', flow(400, 'InvalidRequestContent'), 'fail_message'],
  ],
  refusals: {
    WorkflowTriggerIsNotEnabled: 'fail_target',
    TriggerInputSchemaMismatch: 'fail_target',
    MissingApiVersionParameter: 'fail_target',
    DirectApiRequestHasMoreThanOneAuthorization: 'fail_config',
    InvalidRequestContent: 'fail_message',
    DirectApiAuthorizationRequired: 'fail_target',
    AuthorizationFailed: 'fail_target',
    Forbidden: 'fail_target',
    WorkflowNotFound: 'fail_target',
    RequestEntityTooLarge: 'fail_message',
    InternalServerError: 'retry',
  },
};
