import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { guides } from '../../frontend/src/features/verification/guides.ts';
import { RefusedDialog } from '../../frontend/src/features/verification/refused-dialog.tsx';
import {
  changeOf,
  choiceOf,
  endsSecrets,
  newSecret,
  problemOf,
  replaces,
} from '../../frontend/src/features/verification/rules.ts';
import { SenderBox } from '../../frontend/src/features/verification/sender-box.tsx';
import { VerificationDialog } from '../../frontend/src/features/verification/verification-dialog.tsx';
import { queryClient } from '../../frontend/src/lib/services.ts';
import { unverifiedWord, unverifiedWords } from '../../frontend/src/lib/unverified.ts';
import { unverifiedReasons } from '../../lambdas/contract/unverified.ts';
import { accountPerTest } from './support/account.ts';
import { json, problem } from './support/api.ts';
import { renderPage } from './support/render.tsx';
import { button } from './support/screen.ts';

const api = accountPerTest();
const at = '2026-11-20T08:00:00.000Z';
const wire = (over: object = {}) => ({ mode: 'off', sender: null, allow_ips: [], secrets: [], ...over });
const answer = (over: object) => {
  api.routes['GET /webhook/5/verification'] = () => json(wire(over));
};
const nothing = () => undefined;
const known = (over: object = {}) => ({ mode: 'off' as const, sender: null, allowIps: [], secrets: [], ...over });
const secret = (id: string, expiresAt?: string) => ({
  id,
  hint: `…${id}`,
  createdAt: at,
  ...(expiresAt && { expiresAt }),
});

describe('the choice of verification settings', () => {
  it('begins with labelling and the recognised sender', () => {
    expect(choiceOf(known(), 'github')).toMatchObject({ mode: 'report', sender: 'github', secret: '' });
    expect(choiceOf(known({ mode: 'enforce', sender: 'stripe' }), 'github')).toMatchObject({
      mode: 'enforce',
      sender: 'stripe',
    });
  });

  it('retires the old secrets after the chosen hours, or immediately for another sender', () => {
    const before = known({ mode: 'enforce', sender: 'github', secrets: [secret('old'), secret('going', at)] });
    const choice = { ...choiceOf(before), secret: ' new ', keepHours: 72 };
    expect(replaces(choice, before)).toBe(true);
    expect(changeOf(choice, before)).toMatchObject({
      add_secret: 'new',
      retire_secret_ids: ['old'],
      retire_after_hours: 72,
    });
    expect([endsSecrets(choice, before), endsSecrets({ ...choice, sender: 'stripe' }, before)]).toEqual([false, true]);
    expect(changeOf({ ...choice, sender: 'stripe' }, before)).toMatchObject({ retire_secret_ids: [] });
    expect(changeOf({ ...choice, secret: '' }, before)).toMatchObject({ retire_secret_ids: [] });
  });

  it('sends only values that differ from a custom sender’s defaults, and IP addresses line by line', () => {
    const choice = {
      ...choiceOf(known()),
      sender: 'hmac' as const,
      own: { header: 'X-Sig', prefix: '' },
      addresses: '192.0.2.0/24\n 198.51.100.7,',
    };
    expect(changeOf(choice, known())).toMatchObject({
      own: { header: 'X-Sig' },
      allow_ips: ['192.0.2.0/24', '198.51.100.7'],
    });
    expect(changeOf(choice, known()).own).not.toHaveProperty('prefix');
    expect(changeOf({ ...choice, sender: 'github' }, known())).not.toHaveProperty('own');
  });

  it('says what is missing', () => {
    const nobody = choiceOf(known());
    expect(problemOf(nobody, known(), undefined)).toContain('Choose a service');
    expect(problemOf({ ...nobody, addresses: '192.0.2.1' }, known(), undefined)).toBeUndefined();
    const github = { ...nobody, sender: 'github' as const, mode: 'enforce' as const };
    expect(problemOf(github, known(), 'chosen')).toBe('Paste a secret first.');
    expect(problemOf({ ...github, mode: 'report' }, known(), 'chosen')).toBeUndefined();
    expect(problemOf(github, known(), 'brought')).toBeUndefined();
    const made = { ...github, secret: newSecret() };
    expect(problemOf(made, known(), 'chosen', true)).toContain('Save with “Accept and label”');
    expect(problemOf({ ...made, mode: 'report' }, known(), 'chosen', true)).toBeUndefined();
    expect(problemOf(made, known(), 'chosen')).toBeUndefined();
    expect(newSecret()).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('the age limit for a custom sender’s calls', () => {
  const signed = { ...choiceOf({ mode: 'off', sender: null, allowIps: [], secrets: [] }, 'hmac'), secret: 'a secret' };
  const none: Parameters<typeof problemOf>[1] = { mode: 'off', sender: null, allowIps: [], secrets: [] };
  const withAge = (toleranceSeconds: number | undefined) => ({
    ...signed,
    own: { timeHeader: 'X-Time', toleranceSeconds },
  });

  it.each([0, 60, 3600])('can be %i seconds', (seconds) => {
    expect(problemOf(withAge(seconds), none, 'chosen')).toBeUndefined();
    expect(changeOf(withAge(seconds), none).own).toEqual({ time_header: 'X-Time', tolerance_seconds: seconds });
  });

  it('has its default if it is empty', () => {
    expect(problemOf(withAge(undefined), none, 'chosen')).toBeUndefined();
    expect(changeOf(withAge(undefined), none).own).toEqual({ time_header: 'X-Time' });
  });

  it.each([-1, 3601, 0.5, Number.NaN])('cannot be %d seconds while it applies', (seconds) => {
    expect(problemOf(withAge(seconds), none, 'chosen')).toBe('Enter a whole number from 0 to 3600.');
    expect(problemOf({ ...withAge(seconds), sender: 'github' }, none, 'chosen')).toBeUndefined();
  });
});

describe('the text for an unverified call', () => {
  it.each(unverifiedReasons)('gives the reason and the fix: %s', (reason) => {
    expect(unverifiedWords[reason].why).toMatch(/\.$/);
    expect(unverifiedWords[reason].repair).toMatch(/\.$/);
  });

  it('exists for an unknown reason too', () =>
    expect(unverifiedWord('something-newer').why).toBe('The call is not verified.'));
});

describe('a webhook’s Verification line', () => {
  it.each([
    [{}, 'Verification: Any serviceAnyone can call'],
    [{ sender: 'github' }, 'Verification: GitHubAnyone can call'],
    [{ mode: 'report', sender: 'github', secrets: [secret('a')] }, 'Verification: GitHubUnverified calls are labelled'],
    [
      { mode: 'enforce', sender: 'telegram', secrets: [secret('a')] },
      'Verification: TelegramUnverified calls are rejected',
    ],
    [
      { mode: 'enforce', sender: 'asana', allow_ips: ['192.0.2.1'] },
      'Verification: AsanaUnverified calls are rejected · 1 allowed IP · Add its secret',
    ],
    [
      { mode: 'enforce', allow_ips: ['192.0.2.1', '192.0.2.2'] },
      'Verification: Any serviceUnverified calls are rejected · 2 allowed IPs',
    ],
  ])('shows the verification settings: %o', async (over, words) => {
    answer(over);
    api.routes['GET /webhook/5/rejections'] = () => json([]);
    await renderPage(<SenderBox webhookId={5} />);
    await waitFor(() => expect(screen.getByRole('link').textContent).toBe(words));
  });

  it('names the latest services in one order, whichever called last', async () => {
    answer({});
    const rows = ['GitHub', 'Alertmanager', 'GitHub'].map((sender) => ({ message: { sender } }));
    queryClient.setQueryData(['invocations', 5, 1], { rows });
    await renderPage(<SenderBox webhookId={5} />);
    await screen.findByText('Alertmanager and GitHub');
  });

  it('requests rejected calls only if calls are rejected', async () => {
    answer({ mode: 'report', sender: 'github', secrets: [secret('a')] });
    await renderPage(<SenderBox webhookId={5} />);
    await screen.findByText(/are labelled/);
    expect(api.calls.some(({ path }) => path.endsWith('/rejections'))).toBe(false);
  });

  it('says so when it cannot be loaded', async () => {
    api.routes['GET /webhook/5/verification'] = () => problem(403, 'Not today');
    await renderPage(<SenderBox webhookId={5} />);
    await screen.findByText('Not loaded');
  });
});

describe('the Verification dialog', () => {
  const open = async (over: object, callerName?: string) => {
    answer(over);
    await renderPage(<VerificationDialog webhookId={5} callerName={callerName} onClose={nothing} />);
    return screen.findByLabelText<HTMLSelectElement>('Service');
  };

  it('tests the secret on stored calls, and explains failures in words', async () => {
    api.routes['POST /webhook/5/verification/check'] = () =>
      json({
        checked: 40,
        passed: 37,
        results: [
          ...Array.from({ length: 3 }, (_, n) => ({
            invocation_id: `call-${n}`,
            outcome: 'unverified',
            reason: 'too-old',
          })),
        ],
        hint: 'The secret matches without the prefix whsec_. Remove the prefix.',
      });
    const field = await open({}, 'GitHub');
    expect(field.value).toBe('github');
    fireEvent.change(screen.getByLabelText('Secret (same value in the service)'), { target: { value: 'a secret' } });
    fireEvent.click(button('Check the last 20 calls'));
    await screen.findByText('37 of the last 40 calls pass; 3 do not:');
    expect(screen.getAllByText('Its signature is too old.')).toHaveLength(3);
    expect(screen.getByText('The secret matches without the prefix whsec_. Remove the prefix.')).toBeTruthy();
    expect(api.calls.at(-1)?.body).toEqual({ sender: 'github', secret: 'a secret', last: 20 });
  });

  it('shows the server’s error, and keeps the input', async () => {
    api.routes['PUT /webhook/5/verification'] = () => problem(400, 'You can have up to 3 secrets. Remove one first.');
    await open({}, 'Stripe');
    const typed = screen.getByLabelText<HTMLInputElement>('Paste the Signing secret');
    fireEvent.change(typed, { target: { value: 'whsec_x' } });
    fireEvent.click(button('Save'));
    await screen.findByText('You can have up to 3 secrets. Remove one first.');
    expect(typed.value).toBe('whsec_x');
  });

  it('says that stored calls cannot be checked if the sender’s secret is masked', async () => {
    await open({ mode: 'report', sender: 'gitlab', secrets: [secret('a')] });
    expect(screen.getByText(/its secret header is masked before storage/)).toBeTruthy();
  });

  it('ends a secret immediately, and leaves the rest unchanged', async () => {
    api.routes['PUT /webhook/5/verification'] = () =>
      json(wire({ mode: 'enforce', sender: 'github', secrets: [secret('b')] }));
    await open({ mode: 'enforce', sender: 'github', secrets: [secret('a'), secret('b')] });
    fireEvent.click(button('Remove the secret …a now'));
    await waitFor(() =>
      expect(api.calls.at(-1)?.body).toMatchObject({
        mode: 'enforce',
        sender: 'github',
        retire_secret_ids: ['a'],
        retire_after_hours: 0,
      }),
    );
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove the secret …a now' })).toBeNull());
  });
});

describe('the Rejected calls dialog', () => {
  const refusal = (over: object = {}) => ({
    ...{ id: 'call-1', at, reason: 'too-old', detail: 'It was signed 400 seconds before it came; 300 are allowed.' },
    ...{ ip: '203.0.113.7', method: 'POST', query: '', content_type: 'application/json', size: 3, body: '{"n":1}' },
    ...{ complete: true, more: 0, ...over },
  });

  it('shows each rejection’s reason and fix, and calls that cannot be delivered', async () => {
    api.routes['GET /webhook/5/rejections'] = () =>
      json([refusal(), refusal({ id: 'call-2', complete: false, more: 994, size: 20_000 })]);
    await renderPage(<RefusedDialog webhookId={5} onClose={nothing} />);
    const [first, second] = (await screen.findAllByRole('listitem')) as [HTMLElement, HTMLElement];
    expect(within(first).getByText('Its signature is too old.')).toBeTruthy();
    expect(within(first).getByText(/signed 400 seconds before/)).toBeTruthy();
    expect(within(first).getByRole('button', { name: /^Accept and deliver/ })).toBeTruthy();
    expect(within(second).queryByRole('button', { name: /^Accept and deliver/ })).toBeNull();
    expect(second.textContent).toContain('994 calls before it were also rejected, but not stored.');
    expect(second.textContent).toContain('can’t be delivered');
  });

  it('says if there are none, and if they cannot be loaded', async () => {
    api.routes['GET /webhook/5/rejections'] = () => problem(403, 'Not today');
    await renderPage(<RefusedDialog webhookId={5} onClose={nothing} />);
    await screen.findByText('The rejected calls could not be loaded.');
    api.routes['GET /webhook/5/rejections'] = () => json([]);
    fireEvent.click(button('Try again'));
    await screen.findByText('No calls were rejected in the last 7 days.');
  });
});

it('every sender has three setup steps', () => {
  for (const { where, called, check, note } of Object.values(guides)) {
    for (const sentence of [where, check, note]) if (sentence !== undefined) expect(sentence).toMatch(/[.]$/);
    expect(called).not.toBe('');
  }
});
