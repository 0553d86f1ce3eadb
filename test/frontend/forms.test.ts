import { describe, expect, it } from 'vitest';
import { emailProblem } from '#contract/email-address';
import { resetProblems, signUpBlockedBy } from '../../frontend/src/features/accounts/rules.ts';
import { activationOf, fieldProblem, missingForTarget, readSetup } from '../../frontend/src/features/targets/rules.ts';
import {
  canToggle,
  isCountAtMost,
  missingForWebhook,
  problemOfChange,
} from '../../frontend/src/features/webhooks/rules.ts';
import { safeRedirect } from '../../frontend/src/lib/safe-redirect.ts';
import { newWebhook, type TargetKind } from '../../frontend/src/lib/wire.ts';

describe('the Sign Up button', () => {
  const ready = { password: 'a', confirmation: 'a', challenge: 'token', submitting: false };

  it('is enabled if the passwords match and the challenge is solved', () =>
    expect(signUpBlockedBy(ready)).toBeUndefined());
  it('is disabled while the passwords differ', () =>
    expect(signUpBlockedBy({ ...ready, confirmation: 'b' })).toBe('mismatch'));
  it('is disabled without a challenge token', () =>
    expect(signUpBlockedBy({ ...ready, challenge: undefined })).toBe('challenge'));
  it('is disabled during submission', () => expect(signUpBlockedBy({ ...ready, submitting: true })).toBe('submitting'));
});

describe('a new password', () => {
  it('needs two matching fields and a token', () => {
    expect(resetProblems({ token: '', password: 'a', confirmation: 'b' }).messages).toEqual([
      'Passwords do not match.',
      'Token cannot be empty.',
    ]);
    expect(resetProblems({ token: 't', password: 'a', confirmation: 'a' })).toEqual({ messages: [], code: undefined });
  });
});

describe('an email field', () => {
  it.each(['ada@example.org', 'a+b@c.d.example'])('accepts %s', (value) => expect(emailProblem(value)).toBeUndefined());
  it.each(['', 'ada@', 'ada@host', '@example.org', 'a b@example.org'])('rejects %j', (value) =>
    expect(emailProblem(value)).toBe('Enter an email address'),
  );
});

describe('the Create Webhook button', () => {
  it('is disabled without active targets, without a name, and without a selected target', () => {
    expect(missingForWebhook({ ...newWebhook, name: 'Deploys', targetIds: [1] }, 0)).toBe('You have no active targets');
    expect(missingForWebhook({ ...newWebhook, name: '  ', targetIds: [1] }, 1)).toBe('Enter a name');
    expect(missingForWebhook({ ...newWebhook, name: 'Deploys', targetIds: [] }, 1)).toBe('Choose at least one target');
    expect(missingForWebhook({ ...newWebhook, name: 'Deploys', targetIds: [1] }, 1)).toBeUndefined();
  });
});

describe('saving a webhook', () => {
  it('needs at least one target', () =>
    expect(problemOfChange({ ...newWebhook, name: 'x', targetIds: [] })).toBe(
      'At least one target needs to be selected',
    ));

  it('accepts a whole number of retention days, or none', () => {
    const kept = (retentionDays: number | null) =>
      problemOfChange({ ...newWebhook, name: 'x', targetIds: [1], retentionDays });
    for (const days of [null, 1, 365]) expect(kept(days)).toBeUndefined();
    for (const days of [0, 366, 1.5]) expect(kept(days)).toBe('Enter a whole number of days from 1 to 365');
  });
});

describe('the choice of a webhook’s targets', () => {
  const ten = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

  it('is limited to ten', () => {
    expect(isCountAtMost(9)).toBe(false);
    expect(isCountAtMost(10)).toBe(true);
    expect(canToggle({ id: 11, status: 'active' }, ten)).toBe(false);
    expect(canToggle({ id: 10, status: 'active' }, ten)).toBe(true);
  });

  it('offers active targets, and can still remove an inactive one', () => {
    expect(canToggle({ id: 1, status: 'pending' }, [])).toBe(false);
    expect(canToggle({ id: 1, status: 'disabled' }, [1])).toBe(true);
  });
});

const kind = (slug: string, setup: TargetKind['setup']): TargetKind => ({
  slug,
  setup,
  guided: false,
  name: slug,
  description: '',
  enabled: true,
  reason: undefined,
  fields: [],
  movable: false,
  settings: { link: false, silentBelow: false },
  icon: { paths: [], colour: '#000' },
});

describe('creating a target', () => {
  const words = { nameFirst: 'name first', chooseKind: 'choose' };

  it('needs a name, then a type', () => {
    expect(missingForTarget(' ', kind('mock', 'none'), words)).toBe('name first');
    expect(missingForTarget('x', undefined, words)).toBe('choose');
    expect(missingForTarget('x', kind('mock', 'none'), words)).toBeUndefined();
  });

  it('validates a field by its type’s pattern, with its type’s message', () => {
    const field = {
      name: 'url',
      label: 'Webhook URL',
      type: 'url' as const,
      placeholder: undefined,
      hint: undefined,
      pattern: 'https://a|https://b',
      message: 'The URL is not a valid Azure Webhook URL',
    };
    expect(fieldProblem(field, ' https://a ')).toBeUndefined();
    expect(fieldProblem(field, 'https://ab')?.message).toBe('The URL is not a valid Azure Webhook URL');
    expect(fieldProblem(field, '')?.message).toBe('Webhook URL is required');
    expect(fieldProblem({ ...field, optional: true }, '')).toBeUndefined();
  });

  it('redirects the browser only to web addresses', () => {
    expect(safeRedirect('https://slack.com/oauth')).toBe('https://slack.com/oauth');
    expect(safeRedirect('javascript:alert(1)')).toBeUndefined();
    expect(safeRedirect(undefined)).toBeUndefined();
  });

  it('reads the activation code from the options, regardless of their other content', () => {
    expect(
      activationOf({ ActivationKey: 'K', ActivationUrl: 'https://t.me/bot?start=K', bot_name: 'bot', chatId: 4 }),
    ).toMatchObject({ key: 'K', url: 'https://t.me/bot?start=K', bot: 'bot' });
    expect(activationOf({ url: 'x' })).toBeUndefined();
    expect(readSetup({ setup: 'connected' })).toEqual({ setup: 'connected' });
    expect(readSetup({ setup: '<b>' })).toEqual({});
  });
});
