import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { settablePlans } from '../../lambdas/model/plans.ts';
import { placeholdersIn } from '../../lib/deploy/placeholders.ts';
import { allStages } from '../../lib/local/settings.ts';
import { deployedStages, loadSettings as load } from '../../lib/settings.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const loadSettings = (stage: string, options: { overridesPath?: string } = {}) =>
  load(stage, { ...options, stages: allStages() });

const folder = temporaryFolder();

const own = {
  appUrl: 'https://app.example.com',
  invokeUrl: 'https://in.example.com',
  certificates: {
    app: 'arn:aws:acm:us-east-1:222222222222:certificate/1',
    invoke: 'arn:aws:acm:eu-central-1:222222222222:certificate/2',
  },
  mail: { from: 'hello@mail.example.com', operator: 'you@example.com' },
};

const overrides = (content: unknown): { overridesPath: string } => {
  const overridesPath = path.join(folder, 'stage.json');
  writeFileSync(overridesPath, typeof content === 'string' ? content : JSON.stringify(content));
  return { overridesPath };
};

describe('the settings of a stage', () => {
  it.each(Object.keys(allStages()))('%s are complete and valid', (stage) =>
    expect(loadSettings(stage).stage).toBe(stage),
  );

  it('contain the local ports', () =>
    expect(allStages({ port: 4000, invokePort: 4001 }).local).toMatchObject({
      appUrl: 'http://localhost:4000',
      invokeUrl: 'http://localhost:4001',
      providerLinks: { telegramLink: 'http://localhost:4000/__fakes/telegram' },
    }));

  it('contain no credential except for the local run', () => {
    for (const stage of Object.keys(deployedStages)) expect(load(stage)).not.toHaveProperty('providerCredentials');
  });

  it('are rejected for an unknown stage, with a list of existing stages', () =>
    expect(() => load('local')).toThrow('there are dev, prod'));
});

describe('a file of overrides', () => {
  it('changes only the settings that it names', () => {
    const settings = loadSettings('local', overrides({ plans: { free: { maxInvocationsPerDay: 100_000 } } }));
    expect(settings.plans).toEqual({
      ...settablePlans,
      free: { ...settablePlans.free, maxInvocationsPerDay: 100_000 },
    });
    expect({ ...settings, plans: settablePlans }).toEqual(loadSettings('local'));
  });

  it('replaces lists whole', () => {
    const retry = { delaysSeconds: [1], thenEverySeconds: null };
    expect(loadSettings('local', overrides({ plans: { premium: { retry } } })).plans.premium.retry).toEqual({
      delaysSeconds: [1],
      thenEverySeconds: null,
      givenUpAfterDays: 30,
    });
  });

  it.each([
    ['a name that is no setting', { plans: { free: { maxWebhook: 3 } } }, /maxWebhook/],
    ['a number out of range', { plans: { free: { maxWebhooks: 0 } } }, /plans\.free\.maxWebhooks/],
    ['an address with a path', { appUrl: 'https://tellhook.example/app' }, /appUrl/],
    ['one name of two', { appUrl: null }, /set together/],
    ['a number of days that CloudWatch does not offer', { logRetentionDays: 31 }, /logRetentionDays/],
    ['one host for app and webhooks', { invokeUrl: 'http://localhost:3000' }, /different hosts/],
  ])('is rejected for %s, by name', (_, content, message) =>
    expect(() => loadSettings('local', overrides(content))).toThrow(message),
  );

  it.each([
    [
      'the certificate of the app',
      { certificates: { ...own.certificates, app: 'arn:aws:acm:eu-central-1:222222222222:certificate/1' } },
      /us-east-1[\s\S]*certificates\.app/,
    ],
    ['the certificate of the invoke host', { region: 'eu-west-1' }, /stage's region[\s\S]*certificates\.invoke/],
    ['what is no certificate', { certificates: { app: 'arn:aws:iam::222222222222:role/x' } }, /ARN of a certificate/],
    [
      'the certificate of an invoke host behind CloudFront',
      { invokeDistribution: {} },
      /with invokeDistribution, in us-east-1[\s\S]*certificates\.invoke/,
    ],
    [
      'a limit for the invoke host with nothing that could keep it',
      { firewall: { requestsPerFiveMinutes: 2000, callsPerMinute: 6000 } },
      /needs invokeDistribution/,
    ],
    [
      'more dispatchers than the account can bear',
      { concurrencyQuota: 400 },
      /half of concurrencyQuota[\s\S]*maxDispatchers/,
    ],
    [
      'a reserve that a small account cannot keep',
      { concurrencyQuota: 399, maxDispatchers: 4, reservedForInvoke: 10 },
      /at least 400[\s\S]*reservedForInvoke/,
    ],
    [
      'a reserve that leaves the others too little',
      { reservedForInvoke: 251 },
      /quarter of concurrencyQuota[\s\S]*reservedForInvoke/,
    ],
  ])('is rejected for %s if AWS would reject its region or number later', (_, content, message) =>
    expect(() => load('prod', overrides({ ...own, ...content }))).toThrow(message),
  );

  it('removes a setting with null', () => {
    expect(load('prod', overrides({ canaryMinutes: null }))).not.toHaveProperty('canaryMinutes');
    expect(() => load('prod', overrides({ region: null }))).toThrow(/region/);
  });

  it('is rejected by name if it is not JSON', () =>
    expect(() => loadSettings('local', overrides('{'))).toThrow(/STAGE_SETTINGS: cannot read .*stage\.json/));

  it('cannot put credentials or plain HTTP into a deployed stage', () => {
    expect(() => loadSettings('prod', overrides({ providerCredentials: {} }))).toThrow(/Secrets Manager/);
    expect(() => loadSettings('prod', overrides({ ...own, invokeUrl: 'http://in.example.com' }))).toThrow(/https/);
    expect(() => loadSettings('prod', overrides({ outboundHostMap: { 'a.example': 'http://b.example' } }))).toThrow(
      /outboundHostMap/,
    );
  });
});

describe('a deployment', () => {
  it('accepts settings without any example host, address or certificate', () =>
    expect(placeholdersIn(load('prod', overrides(own)))).toEqual([]));

  it('is rejected with a sentence for each remaining example', () => {
    expect(placeholdersIn(load('prod')).map((reason) => reason.split(' ')[0])).toEqual(['mail.operator']);
    const reasons = placeholdersIn(
      load('prod', overrides({ ...own, mail: { ...own.mail, from: 'hello@tellhook.example' } })),
    );
    expect(reasons).toEqual([
      expect.stringMatching(/^mail\.from is still the example hello@tellhook\.example\. Enter your own value /),
    ]);
  });

  it.each([
    ['local', /^The stage local runs on this machine .*\n$/],
    ['dev', /^mail\.operator is still the example .*\n$/],
    ['production', /^Unknown stage "production": there are dev, prod\n$/],
  ])('of %s unchanged stops before any build or AWS request', (STAGE, message) => {
    const deploy = path.resolve(import.meta.dirname, '../../bin/deploy.ts');
    // Without a PATH, no command could be started.
    const { status, stderr } = spawnSync(process.execPath, [deploy], { env: { STAGE }, encoding: 'utf8' });
    expect(stderr).toMatch(message);
    expect(status).toBe(1);
  });
});

describe('the app', () => {
  it('rejects examples before any build, regardless of how the CDK was started', () => {
    const app = path.resolve(import.meta.dirname, '../../bin/tellhook.ts');
    const env = { STAGE: 'prod', CDK_OUTDIR: temporaryFolder() };
    const { status, stderr } = spawnSync(process.execPath, [app], { env, encoding: 'utf8' });
    expect(stderr).toMatch(
      /^mail\.operator is still the example .*\nTo look at the templates with them: npm run synth\n$/,
    );
    expect(status).toBe(1);
  });
});
