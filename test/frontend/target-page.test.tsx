import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { shownOptions } from '../../frontend/src/features/targets/options.ts';
import { TargetPage } from '../../frontend/src/features/targets/target-page.tsx';
import { NewWebhookPage } from '../../frontend/src/features/webhooks/new-webhook-page.tsx';
import { readChosenTarget } from '../../frontend/src/features/webhooks/search.ts';
import { queryClient, session, toasts } from '../../frontend/src/lib/services.ts';
import { fakeFetch, json, problem } from './support/api.ts';
import { renderPage } from './support/render.tsx';
import { tokenUntil } from './support/token.ts';

const labels = (options: Record<string, unknown>) => shownOptions(options).map(({ label }) => label);

describe('the options of a target', () => {
  it('are named as a person would, and ids are left out', () => {
    expect(
      labels({ channel: '#ops', channel_id: 'C1', team: 'Acme', configuration_url: 'https://chat.example/c' }),
    ).toEqual(['Channel', 'Workspace', 'Configuration']);
    expect(labels({ chatId: '-100', chatType: 'group', chatTitle: 'Ops' })).toEqual(['Kind of chat', 'Chat']);
    expect(labels({ signing_secret: 'whsec_***', previousSecretHint: 'x' })).toEqual([
      'Signing secret',
      'Previous secret hint',
    ]);
  });

  it('are named like the field of the form that they come from', () => {
    expect(shownOptions({ url: 'x' }, [{ name: 'url', label: 'Webhook URL' }])).toMatchObject([
      { label: 'Webhook URL', type: 'text' },
    ]);
  });

  it('become links only where a browser may go', () => {
    const types = (url: string) => shownOptions({ configuration_url: url }).map(({ type }) => type);
    expect(types('https://chat.example/c')).toEqual(['link']);
    expect(types('javascript:alert(1)')).toEqual(['text']);
    expect(shownOptions({ url: 'https://chat.example/***' })).toMatchObject([{ type: 'text' }]);
  });

  it('tell dates as dates, and nothing that is empty', () => {
    expect(shownOptions({ lastInboundAt: '2026-11-20T08:00:00.000Z', team: '', headers: {} })).toEqual([
      {
        name: 'lastInboundAt',
        label: 'Last message from there',
        type: 'date',
        value: '2026-11-20T08:00:00.000Z',
      },
    ]);
  });

  it('show the connected number once there is no code any more', () => {
    expect(labels({ number: '+43 *** 12' })).toEqual(['Number']);
    expect(labels({ number: '+43 1 234', ActivationKey: 'K7QW2MZP' })).toEqual([]);
  });
});

describe('the page of a target that no webhook uses', () => {
  let full: boolean;

  beforeEach(() => {
    full = false;
    const target = {
      id: 9,
      name: 'Ops',
      status: 'active',
      options: { channel: '#ops', configuration_url: 'https://chat.example/configure' },
      created_at: '2026-11-20T08:00:00.000Z',
      updated_at: '2026-11-20T08:00:00.000Z',
      target_type: 'chat',
      number_of_dispatches: 0,
      last_dispatch_at: '0001-01-01T00:00:00Z',
      associated_webhooks: [],
    };
    const limits = () => ({
      invocations_left: 25,
      invocation_limit_hit: false,
      webhook_limit_hit: full,
      target_limit_hit: false,
      max_invocations_per_day: 25,
      max_webhooks: 1,
      max_targets: 5,
      webhooks: full ? 1 : 0,
      targets: 1,
    });
    const { fetch } = fakeFetch(({ path }) => {
      if (path === '/targets/9') return json(target);
      if (path === '/targets') return json([target, { ...target, id: 10, name: 'Phone', status: 'pending' }]);
      if (path === '/targets/list') return json([]);
      if (path === '/user/7')
        return json({
          profile: { email: 'ada@example.org', status: 'free', 'premium-until': '0001-01-01T00:00:00Z' },
          limits: limits(),
        });
      return problem(404, `no ${path}`);
    });
    vi.stubGlobal('fetch', fetch);
    session.signIn(7, tokenUntil(Date.now() + 3_600_000));
  });
  afterEach(() => {
    cleanup();
    queryClient.clear();
    toasts.clear();
    session.signOut();
    vi.unstubAllGlobals();
  });

  const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

  it('leads to a new webhook, and links the configuration', async () => {
    await renderPage(<TargetPage id={9} setup={undefined} />);
    await screen.findByText('No webhook uses this target yet.');
    expect(hrefOf('Create Webhook')).toBe('/webhooks/new?target=9');
    expect(screen.getByText('Configuration')).toBeTruthy();
    expect(hrefOf('https://chat.example/configure')).toBe('https://chat.example/configure');
  });

  it('is chosen already in the webhook that it leads to; one that is not active is not', async () => {
    await renderPage(<NewWebhookPage {...readChosenTarget({ target: '9' })} />);
    expect((await screen.findByLabelText<HTMLInputElement>('Ops')).checked).toBe(true);
    expect(screen.getByText('1 of 10')).toBeTruthy();
    cleanup();
    await renderPage(<NewWebhookPage {...readChosenTarget({ target: '10' })} />);
    expect((await screen.findByLabelText<HTMLInputElement>('Phone')).checked).toBe(false);
    expect(screen.getByText('0 of 10')).toBeTruthy();
    for (const target of ['-1', 'x', '', undefined]) expect(readChosenTarget({ target })).toEqual({});
  });

  it('leads to the webhooks there are when no more can be created', async () => {
    full = true;
    await renderPage(<TargetPage id={9} setup={undefined} />);
    await waitFor(() => expect(hrefOf('Choose it in a webhook')).toBe('/webhooks'));
  });
});
