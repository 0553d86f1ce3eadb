import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { toModel } from '#contract/names';
import { readDocument } from '../../cli/src/document.ts';
import { makePlan } from '../../cli/src/plan.ts';
import { documentOf, linesOf, shellWord } from '../../frontend/src/features/webhooks/in-code.ts';
import { WebhookPage } from '../../frontend/src/features/webhooks/webhook-page.tsx';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { accountPerTest, wireTarget, wireWebhook } from './support/account.ts';
import { json } from './support/api.ts';
import { renderPage } from './support/render.tsx';

const api = accountPerTest();

const verification = {
  mode: 'enforce',
  sender: 'hmac',
  allow_ips: ['192.0.2.0/24'],
  own: { header: 'X-Signed', hash: 'sha1', time_header: 'X-Time', tolerance_seconds: 60 },
  secrets: [{ id: 's1', hint: '…9f2a', created_at: '2026-11-01T00:00:00.000Z' }],
};

describe('a webhook’s config file', () => {
  it.each([
    ['plain', {}, { mode: 'off', sender: null, allow_ips: [], secrets: [] }],
    [
      'with all settings',
      {
        use_template: true,
        template: 'Hi {{name}}\n',
        format: 'rich',
        time_zone: 'Europe/Berlin',
        retention_days: 7,
        routing: [
          {
            target_id: 1,
            when: { match: 'all', conditions: [{ field: 'severity', op: 'is', value: 'critical' }] },
            template: 'Short',
            quiet: null,
            otherwise: false,
          },
        ],
        intake: { duplicates: 'drop', duplicate_window_minutes: 5, answer_handshakes: true, verify_token: 'a-token' },
      },
      verification,
    ],
  ])('is valid for the command line, and changes nothing: %s', async (_, more, calling) => {
    const webhook = wireWebhook(5, 'Deploys', { target_ids: [1], ...more });
    const targets = [wireTarget(1, 'Ops'), wireTarget(2, 'Other')];
    const model = <Value,>(value: unknown) => toModel(value) as Value;
    const text = documentOf(model(webhook), model(targets), model(calling));
    expect(text).not.toContain('a-token');
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, 'tellhook.json'), text);
    const document = await readDocument('tellhook.json', folder);
    const state = { webhooks: [webhook], targets, setups: new Map(), verifications: new Map([[5, calling]]) };
    const env = { WEBHOOK_SECRET: 'a-long-secret-9f2a' };
    const plan = await makePlan(document, state as never, {
      folder,
      outside: false,
      env,
      prune: false,
      bound: false,
      findSecret: async () => verification.secrets[0]?.id,
    });
    expect([plan.changes, plan.problems]).toEqual([[], []]);
  });

  it('is shown with shell commands that work for any webhook name', () => {
    for (const name of ['deploys', 'Ops chat', "it's; rm -rf /", '--help', '$(id)'])
      expect(execFileSync('bash', ['-c', `printf %s ${shellWord(name)}`]).toString()).toBe(name);
    expect(linesOf('Ops chat', 'https://in.example.com/a').listen).toBe(
      "tellhook listen 'Ops chat' --to 3000 --since 1h",
    );
  });
});

it('a webhook’s page shows its config file when the user opens it', async () => {
  api.routes['GET /webhook/5'] = () => json(wireWebhook(5, 'Deploys', { target_ids: [1] }));
  api.routes['GET /targets'] = () => json([wireTarget(1, 'Ops')]);
  api.routes['GET /webhook/5/verification'] = () => json(verification);
  await renderPage(<WebhookPage id={5} invocations={() => null} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Settings' }));
  const [summary] = await screen.findAllByText('Use in code');
  expect(screen.queryByText(/^curl /)).toBeNull();
  const details = summary?.closest('details') as HTMLDetailsElement;
  details.open = true;
  fireEvent(details, new Event('toggle'));
  expect(await within(details).findByText(/^tellhook listen Deploys --to 3000/)).toBeTruthy();
  expect(within(details).getByText(/^curl http/)).toBeTruthy();
  expect(within(details).getByText(/"sender": "hmac"/)).toBeTruthy();
});
