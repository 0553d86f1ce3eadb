import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { plans } from '../../lambdas/plans/plans.ts';
import { nextSteps } from '../../lib/build/next-steps.ts';
import { allStages } from '../../lib/local/settings.ts';
import { deployedStages, loadSettings as load } from '../../lib/settings.ts';

const loadSettings = (stage: string, options: { overridesPath?: string } = {}) =>
  load(stage, { ...options, stages: allStages() });

const folder = mkdtempSync(path.join(tmpdir(), 'tellhook-settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

const overrides = (content: unknown): { overridesPath: string } => {
  const overridesPath = path.join(folder, 'stage.json');
  writeFileSync(overridesPath, typeof content === 'string' ? content : JSON.stringify(content));
  return { overridesPath };
};

describe('the settings of a stage', () => {
  it.each(Object.keys(allStages()))('%s are complete and valid as they stand', (stage) =>
    expect(loadSettings(stage).stage).toBe(stage),
  );

  it('name the ports of the local machine', () =>
    expect(allStages({ port: 4000, invokePort: 4001 }).local).toMatchObject({
      appUrl: 'http://localhost:4000',
      invokeUrl: 'http://localhost:4001',
      providerLinks: { telegramLink: 'http://localhost:4000/__fakes/telegram' },
    }));

  it('hold no credential outside the local machine', () => {
    for (const stage of Object.keys(deployedStages)) expect(load(stage)).not.toHaveProperty('providerCredentials');
  });

  it('are refused for a stage that nobody described, with the stages that exist', () =>
    expect(() => load('local')).toThrow('there are dev, prod'));
});

describe('a file of overrides', () => {
  it('changes what it names and nothing beside it', () => {
    const settings = loadSettings('local', overrides({ plans: { free: { maxInvocationsPerDay: 100_000 } } }));
    expect(settings.plans).toEqual({ ...plans, free: { ...plans.free, maxInvocationsPerDay: 100_000 } });
    expect({ ...settings, plans }).toEqual(loadSettings('local'));
  });

  it('replaces lists whole', () => {
    const retry = { delaysSeconds: [1], thenEverySeconds: null };
    expect(loadSettings('local', overrides({ plans: { premium: { retry } } })).plans.premium.retry).toEqual({
      delaysSeconds: [1],
      thenEverySeconds: null,
      parkedAfterDays: 30,
    });
  });

  it.each([
    ['a name that is no setting', { plans: { free: { maxWebhook: 3 } } }, /maxWebhook/],
    ['a number out of range', { plans: { free: { maxWebhooks: 0 } } }, /plans\.free\.maxWebhooks/],
    ['an address with a path', { appUrl: 'https://tellhook.example/app' }, /appUrl/],
    ['a number of days that CloudWatch does not offer', { logRetentionDays: 31 }, /logRetentionDays/],
    ['one host for app and webhooks', { invokeUrl: 'http://localhost:3000' }, /different hosts/],
  ])('is refused for %s, by name', (_, content, message) =>
    expect(() => loadSettings('local', overrides(content))).toThrow(message),
  );

  it('is refused when it is not JSON, with its name', () =>
    expect(() => loadSettings('local', overrides('{'))).toThrow(/STAGE_SETTINGS: cannot read .*stage\.json/));

  it('cannot bring credentials or plain http into a deployed stage', () => {
    expect(() => loadSettings('prod', overrides({ providerCredentials: {} }))).toThrow(/Secrets Manager/);
    expect(() => loadSettings('prod', overrides({ invokeUrl: 'http://in.tellhook.example' }))).toThrow(/https/);
    expect(() => loadSettings('prod', overrides({ outboundHostMap: {} }))).toThrow(/local stage/);
  });
});

describe('what is left to do after a deployment', () => {
  it('is printed with the values that it gave', () => {
    const settings = loadSettings('prod', overrides({ firewall: { requestsPerFiveMinutes: 2000 } }));
    const text = nextSteps(settings, {
      'tellhook-prod-data': { ProvidersSecretArn: 'arn:providers' },
      'tellhook-prod-delivery': { InvokeHostAlias: 'd-1.execute-api.example' },
      'tellhook-prod-web': { AppAlias: 'd1.cloudfront.example' },
      'tellhook-prod-operations': { DashboardUrl: 'https://console.example/dashboard' },
      'tellhook-prod-firewall': { WebAclArn: 'arn:acl' },
    });
    for (const value of ['arn:providers', 'arn:acl', 'https://console.example/dashboard', settings.mail.operator])
      expect(text).toContain(value);
    expect(text).toContain('tellhook.example → d1.cloudfront.example, in.tellhook.example → d-1.execute-api.example');
    expect(
      nextSteps({ ...settings, webAclArn: 'arn:acl' }, { 'tellhook-prod-firewall': { WebAclArn: 'arn:acl' } }),
    ).not.toContain('Firewall');
  });
});
