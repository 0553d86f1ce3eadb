import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { WEBHOOK_DEFAULTS } from '#contract/webhook-defaults';
import { queryClient, session, toasts } from '../../../frontend/src/lib/services.ts';
import { fakeFetch, json, overviewOf, problem, type SentCall } from './api.ts';
import { tokenUntil } from './token.ts';

export const NEVER = '0001-01-01T00:00:00Z';
const CREATED = '2026-10-10T10:00:00.000Z';

export const wireTarget = (id: number, name: string, more: object = {}) => ({
  id,
  name,
  status: 'active',
  options: {},
  created_at: CREATED,
  updated_at: '2026-10-11T10:00:00.000Z',
  target_type: 'mock',
  number_of_dispatches: 3,
  last_dispatch_at: NEVER,
  associated_webhooks: [],
  ...more,
});

/** A webhook with one target, as the API sends it. */
export const wireWebhook = (id: number, name: string, more: object = {}) => ({
  id,
  name,
  route: `route-${id}`,
  ...WEBHOOK_DEFAULTS,
  created_at: CREATED,
  target_ids: [1],
  amount_invocations: 12,
  last_invocation: NEVER,
  invocations_this_cycle: 5,
  max_invocations_per_cycle: 25,
  amount_errors: 2,
  errors_last_days: 8,
  open_errors: 8,
  limit_hit: false,
  status: 'enabled',
  ...more,
});

const limits = {
  invocations_left: 12,
  invocation_limit_hit: false,
  webhook_limit_hit: false,
  target_limit_hit: false,
  stored_bytes: 1_310_720,
  storage_limit_hit: false,
  max_stored_bytes: 26_214_400,
  max_invocations_per_day: 25,
  max_webhooks: 1,
  max_targets: 5,
  webhooks: 1,
  targets: 2,
};

/** The account response: its profile and limits. */
export const wireAccount = (profile: object = {}, more: object = {}) => ({
  profile: {
    email: 'ada@example.org',
    email_verified: true,
    review_since: NEVER,
    status: 'free',
    'premium-until': NEVER,
    payment_failed: false,
    billing_portal: false,
    benefits_until: NEVER,
    notices: true,
    notice_email: 'always',
    notice_target_ids: [],
    notice_muted_events: [],
    hold_order: 'newest-day-first',
    ...profile,
  },
  limits: { ...limits, ...more },
});

const plan = {
  price_cents: 0,
  max_webhooks: 1,
  max_targets: 5,
  max_invocations_per_day: 25,
  max_stored_bytes: 26_214_400,
  retention_days: 7,
};
export const wirePlans = [
  { ...plan, name: 'free', available: true },
  {
    ...plan,
    name: 'premium',
    price_cents: 299,
    max_webhooks: 25,
    max_targets: null,
    max_invocations_per_day: 1500,
    max_stored_bytes: 2_147_483_648,
    retention_days: 90,
    available: true,
  },
];

const kind = {
  description: '',
  enabled: true,
  setup: 'none',
  guided: false,
  fields: [],
  movable: false,
  settings: { link: false, silent_below: false },
  icon: { paths: ['M0 0'], colour: '#000000' },
};
/** A target kind as the API sends it. */
export const wireKind = (slug: string, name: string, more: object = {}) => ({ ...kind, slug, name, ...more });

const wireKinds = [
  wireKind('mock', 'Mock'),
  wireKind('slack', 'Slack', { setup: 'redirect' }),
  wireKind('msteams', 'Microsoft Teams', {
    setup: 'form',
    guided: true,
    fields: [
      {
        name: 'url',
        label: 'Webhook URL',
        type: 'url',
        pattern: 'https://[a-z.]+/workflows',
        message: 'The URL is not a valid Azure Webhook URL',
      },
    ],
  }),
];

type Routes = Record<string, (call: SentCall) => Response | Promise<Response>>;

/** A signed-in browser and an API with one webhook and two targets. A test replaces the responses that it needs. */
export function account() {
  /** The ids of targets for which messages can be waiting. */
  const failing: number[] = [];
  const routes: Routes = {
    'GET /config.json': () =>
      json({
        apiUrl: 'http://localhost/api',
        invokeUrl: 'https://in.example',
        version: '1',
        aboutUrl: 'https://about.example/',
        challenge: { provider: 'pow' },
      }),
    'GET /targets': () => json([wireTarget(1, 'Ops'), wireTarget(2, 'Phone', { status: 'pending' })]),
    'GET /targets/list': () => json(wireKinds),
    'GET /webhooks': () => json([wireWebhook(5, 'Deploys')]),
    'GET /webhook/5': () => json(wireWebhook(5, 'Deploys')),
    'GET /user/7': () => json(wireAccount()),
    'GET /plans': () => json(wirePlans),
    'GET /overview': (call) =>
      overviewOf(
        failing,
        routes['GET /user/7']?.(call),
        routes['GET /webhooks']?.(call),
        routes['GET /targets']?.(call),
      ),
  };
  const { fetch, calls } = fakeFetch(({ path, method, ...rest }) => {
    const [address = ''] = path.split('?');
    const answer = routes[`${method} ${address}`];
    return answer ? answer({ path, method, ...rest }) : problem(404, `no ${method} ${address}`);
  });
  vi.stubGlobal('fetch', fetch);
  session.signIn(7, tokenUntil(Date.now() + 3_600_000));
  return { routes, failing, calls, sent: (method: string) => calls.filter((call) => call.method === method) };
}

/** Deletes all state that a test has left in the page. */
export function forgetAccount(): void {
  queryClient.clear();
  toasts.clear();
  session.signOut();
  vi.unstubAllGlobals();
}

/**
 * Sets up a signed-in browser for each test of a file, and cleans up after it.
 * @returns the current test's account
 */
export function accountPerTest(): ReturnType<typeof account> {
  const current = {} as ReturnType<typeof account>;
  beforeEach(() => void Object.assign(current, account()));
  afterEach(() => {
    cleanup();
    forgetAccount();
  });
  return current;
}

/** The texts of all toasts, one line each. */
export const toastLines = (): string[] =>
  toasts.list().map(({ summary, detail }) => (detail === '' ? summary : `${summary} / ${detail}`));
