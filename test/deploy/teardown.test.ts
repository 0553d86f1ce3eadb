import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { demanded, teardownSteps } from '../../lib/deploy/teardown.ts';
import { loadSettings } from '../../lib/settings.ts';
import { recordedAws, stack } from './recorded-aws.ts';

const listed = (...resources: [string, string][]) => ({
  StackResourceSummaries: resources.map(([ResourceType, PhysicalResourceId]) => ({ ResourceType, PhysicalResourceId })),
});
const stage = (name: string) => ({
  'cloudformation describe-stacks': 'ValidationError',
  [`cloudformation describe-stacks tellhook-${name}-data`]: stack('CREATE_COMPLETE'),
  [`cloudformation describe-stacks tellhook-${name}-web`]: stack('CREATE_COMPLETE'),
  [`cloudformation list-stack-resources tellhook-${name}-data`]: listed(
    ['AWS::KMS::Key', 'key-id'],
    ['AWS::DynamoDB::GlobalTable', 'the-table'],
    ['AWS::SecretsManager::Secret', 'arn:secret'],
  ),
  [`cloudformation list-stack-resources tellhook-${name}-web`]: listed(
    ['AWS::S3::Bucket', 'the-site'],
    ['AWS::Logs::LogGroup', '/tellhook/api'],
    ['AWS::Lambda::Function', 'api'],
  ),
});
const steps = async (name: string, withData: boolean) =>
  (await teardownSteps(recordedAws(stage(name)).ask, loadSettings(name), withData)).map(({ command }) =>
    command.join(' '),
  );

describe('tearing down a stage', () => {
  it('keeps what the stage promises to retain', async () =>
    expect(await steps('prod', false)).toEqual([
      'aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name tellhook-prod-data --region eu-central-1',
      'npx cdk destroy --all --force',
    ]));

  it('removes retained resources after the stacks, and the key last', async () =>
    expect(
      (await steps('prod', true)).slice(2).map((command) => command.replace(' --region eu-central-1', '')),
    ).toEqual([
      'aws dynamodb update-table --table-name the-table --no-deletion-protection-enabled',
      'aws dynamodb delete-table --table-name the-table',
      'aws secretsmanager delete-secret --secret-id arn:secret',
      'aws s3 rb --force s3://the-site',
      'aws logs delete-log-group --log-group-name /tellhook/api',
      'aws kms schedule-key-deletion --key-id key-id --pending-window-in-days 30',
    ]));

  it('removes only the bucket if nothing is retained', async () =>
    expect(await steps('dev', true)).toEqual([
      'npx cdk destroy --all --force',
      'aws s3 rb --force s3://the-site --region eu-central-1',
    ]));

  it('asks for the stage’s name, and for a second confirmation if data is lost', () =>
    expect([demanded('prod', false), demanded('prod', true)]).toEqual(['prod', 'prod and its data']));

  it('removes nothing if AWS cannot be reached', () => {
    const teardown = path.resolve(import.meta.dirname, '../../bin/teardown.ts');
    // Without a PATH, the AWS CLI is not found.
    const { status, stderr } = spawnSync(process.execPath, [teardown], { env: { STAGE: 'prod' }, encoding: 'utf8' });
    expect(stderr).toBe('the command `aws` is not installed\n');
    expect(status).toBe(1);
  });
});
