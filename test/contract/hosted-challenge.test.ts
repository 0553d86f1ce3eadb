import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, expect, it, vi } from 'vitest';
import { settablePlans } from '../../lambdas/model/plans.ts';
import { generousThrottles } from '../accounts/rig.ts';
import { send } from '../support/http-event.ts';
import { captureLog } from '../support/log.ts';
import { tableStandIn } from '../support/tables.ts';

captureLog();
mockClient(SecretsManagerClient).on(GetSecretValueCommand).resolves({ SecretString: 'a secret of the tests' });

const stand = tableStandIn();
afterAll(() => vi.unstubAllEnvs());

it('a deployment that uses a hosted challenge service issues no challenges itself', async () => {
  const environment = {
    AWS_REGION: 'eu-central-1',
    OUTBOUND_HOST_MAP: '{}',
    MAX_TRIALS: '5000',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL_DYNAMODB: stand.endpoint,
    TABLE_NAME: stand.table.name,
    APP_URL: 'https://app.example.com',
    PLANS: JSON.stringify(settablePlans),
    THROTTLES: JSON.stringify(generousThrottles),
    CHALLENGE: JSON.stringify({ provider: 'turnstile', siteKey: 'site-key' }),
    MAIL: JSON.stringify({ from: 'a@example.com', operator: 'b@example.com', configurationSet: 'mail' }),
    SIGNING_SECRET_ARN: 'signing',
    CHALLENGE_SECRET_ARN: 'challenge',
    EDGE_SECRET_ARN: 'edge',
    PROVIDERS_SECRET_ARN: 'providers',
    PROVIDER_LINKS: '{}',
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const { handler } = await import('../../lambdas/functions/accounts.ts');
  const headers = { 'tellhook-edge-key': 'a secret of the tests' };
  const { status, body } = await send(handler, {
    method: 'GET',
    path: '/challenge',
    query: { action: 'REGISTER' },
    headers,
  });
  expect([status, body.type]).toEqual([404, 'urn:tellhook:error:not-found']);
});
