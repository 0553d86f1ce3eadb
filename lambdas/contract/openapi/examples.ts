import type { Messages, RequestInput, Response } from '../messages.ts';
import { NEVER } from '../never.ts';
import type { RouteName } from '../routes.ts';
import { WEBHOOK_DEFAULTS } from '../webhook-defaults.ts';

type Having<Part extends 'request' | 'response'> = {
  [Name in RouteName]: Part extends keyof Messages[Name] ? Name : never;
}[RouteName];

const at = '2026-03-01T12:00:00.000Z';
const targetId = 3_801_155_604_873_216;
const webhookId = 2_914_607_551_233_027;
const userId = 4_117_930_260_118_529;
const memberId = 3_802_611_940_087_412;
const route = 'q3Jt0cW5xkzVb7Yy1m2nPaLd';
const invocationId = '0mm8f3k1c00rz0s3pyw3n5h2k9ab';
const token = 'eyJhbGciOiJFZERTQSIsInR5cCI6ImF0K2p3dCJ9.eyJzdWIiOiI0MTE3OTMwMjYwMTE4NTI5In0.c2lnbmF0dXJl';
const challenge = 'eyJhbGdvcml0aG0iOiJTSEEtMjU2In0=';
const template = '{{repository.full_name}}: {{pusher.name}} pushed';

const replayFilter = { from: at, to: '2026-03-02T12:00:00.000Z', status: 'error' } as const;

const webhookFields = { ...WEBHOOK_DEFAULTS, name: 'Deploys', use_template: true, template, target_ids: [targetId] };

const routingRule: NonNullable<RequestInput<'previewRouting'>['routing']>[number] = {
  target_id: targetId,
  when: { match: 'all', conditions: [{ field: 'severity', op: 'one_of', value: ['critical'] }] },
};

const webhook: Response<'getWebhook'> = {
  id: webhookId,
  route,
  ...webhookFields,
  created_at: at,
  amount_invocations: 120,
  last_invocation: at,
  invocations_this_cycle: 7,
  max_invocations_per_cycle: 25,
  amount_errors: 2,
  errors_last_days: 0,
  open_errors: 0,
  limit_hit: false,
  status: 'enabled',
};

const account: Response<'getUser'> = {
  profile: {
    email: 'ada@example.com',
    email_verified: true,
    review_since: NEVER,
    status: 'free',
    'premium-until': NEVER,
    payment_failed: false,
    billing_portal: false,
    benefits_until: NEVER,
    joined_workspace: false,
    notices: true,
    notice_email: 'always',
    notice_target_ids: [],
    notice_muted_events: [],
    hold_order: 'newest-day-first',
  },
  limits: {
    invocations_left: 18,
    invocation_limit_hit: false,
    webhook_limit_hit: true,
    target_limit_hit: false,
    stored_bytes: 1_310_720,
    storage_limit_hit: false,
    max_stored_bytes: 26_214_400,
    max_invocations_per_day: 25,
    max_webhooks: 1,
    max_targets: 5,
    webhooks: 1,
    targets: 1,
  },
};

const target: Response<'getTarget'> = {
  id: targetId,
  name: 'Team chat',
  status: 'active',
  options: { chat: 'Team' },
  created_at: at,
  updated_at: at,
  target_type: 'telegram',
  number_of_dispatches: 120,
  last_dispatch_at: at,
  associated_webhooks: [{ id: webhookId, name: 'Deploys', enabled: true }],
};

const invocation: Response<'getInvocation'> = {
  id: invocationId,
  invoked_at: at,
  ip: '203.0.113.5',
  method: 'POST',
  query: '',
  content_type: 'application/json',
  raw_headers: '{"content-type":"application/json","x-github-event":"push"}',
  raw_body: '{"repository":{"full_name":"octo/hello"},"pusher":{"name":"mona"}}',
  raw_body_encoding: 'utf8',
  raw_body_truncated: false,
  size: 66,
  status: 'success',
  num_dispatches: 1,
  dispatches: [{ target_id: targetId, status: 'success' }],
  message: { title: 'octo/hello: mona pushed', sender: 'GitHub', event: 'push' },
  delivered_after_ms: 240,
};

const keptSample: Response<'keepSample'> = {
  id: invocationId,
  name: 'Push to main',
  kept_at: at,
  invoked_at: at,
  method: 'POST',
  content_type: 'application/json',
  size: 66,
};

const apiKey: Response<'listKeys'>['keys'][number] = {
  id: '1f0e3dad99908345f743',
  name: 'Laptop',
  hint: '…K3fQ',
  scopes: ['read', 'send'],
  created_at: at,
  last_used_at: NEVER,
  expires_at: at,
};

const invitation: Response<'inviteMember'> = {
  id: '2c26b46b68ffc68ff99b',
  email: 'grace@example.com',
  role: 'editor',
  expires_at: at,
};

const passkey: Response<'addPasskey'> = {
  id: '5d41402abc4b2a76b971',
  name: 'Laptop',
  created_at: at,
  last_used_at: NEVER,
};
const credential = { id: 'Y3JlZGVudGlhbA', rawId: 'Y3JlZGVudGlhbA', type: 'public-key' } as const;
const clientDataJSON = 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0';
const passkeyChallenge = { challenge: 'b25lIGNoYWxsZW5nZSwgdmFsaWQgb25jZQ', timeout: 300_000 };

const workspace: Response<'joinWorkspace'> = { id: userId, email: 'ada@example.com', role: 'editor', available: true };

const signedIn = { access_token: token, user_id: userId };

/** An example request body for each route that takes one. */
export const requestExamples: { [Name in Having<'request'>]: RequestInput<Name> } & Partial<
  Record<RouteName, unknown>
> = {
  createWebhook: { webhook: webhookFields, targets: [{ id: targetId }] },
  updateWebhook: { ...webhookFields, enabled: false },
  cloneWebhook: { name: 'Deploys of the other project' },
  rotateWebhook: { old_valid_hours: 24 },
  createTarget: { name: 'Team chat', type: 'telegram', enabled: true, options: {} },
  updateTarget: { enabled: false },
  renderTemplate: { body: invocation.raw_body, template, content_type: 'application/json' },
  startTrial: { challenge },
  register: { email: 'ada@example.com', password: 'plum-carousel-77', challenge },
  login: { email: 'ada@example.com', password: 'plum-carousel-77' },
  updateUser: { current_password: 'plum-carousel-77', password: 'violet.Tramway.9' },
  setNotices: { email: false, target_ids: [targetId], muted_events: ['storage'] },
  setHoldOrder: { order: 'arrival' },
  createKey: { name: 'Laptop', scopes: ['read', 'send'], expires_in_days: 90 },
  startKeyRequest: { name: 'tellhook on laptop' },
  takeKey: { code: 'BCDF-GHJK', secret: 'dG9sZCB0byB0aGUgcHJvZ3JhbQ' },
  answerKeyRequest: { key: { name: 'Laptop', scopes: ['read', 'send'], expires_in_days: 90 } },
  answerReview: { keep: true },
  loginWithOidc: { code: 'c3BsZW5kaWQ', state: 'YWYwaWZqc2xka2o', iss: 'https://login.example.com' },
  startPasskey: { current_password: 'plum-carousel-77' },
  addPasskey: {
    name: 'Laptop',
    credential: { ...credential, response: { clientDataJSON, attestationObject: 'o2NmbXRkbm9uZQ' } },
  },
  renamePasskey: { name: 'Old laptop' },
  removePasskey: { current_password: 'plum-carousel-77' },
  setSecondFactor: { on: true, current_password: 'plum-carousel-77' },
  loginWithPasskey: {
    credential: {
      ...credential,
      response: {
        clientDataJSON,
        authenticatorData: 'YXV0aGVudGljYXRvcg',
        signature: 'c2lnbmF0dXJl',
        userHandle: 'NDEx',
      },
    },
  },
  inviteMember: { email: 'grace@example.com', role: 'editor' },
  changeMember: { role: 'viewer' },
  readInvitation: { token: `${userId}-dG9rZW4gb2YgdGhlIG1haWw` },
  joinWorkspace: { token: `${userId}-dG9rZW4gb2YgdGhlIG1haWw` },
  setVerification: { mode: 'report', sender: 'github', add_secret: 'copied from GitHub' },
  checkVerification: { sender: 'github', secret: 'copied from GitHub', last: 20 },
  previewRouting: { routing: [routingRule], last: 50 },
  testWebhook: { sample: 'github-push' },
  keepSample: { invocation_id: invocationId, name: 'Push to main' },
  renameSample: { name: 'Push by a new person' },
  replayInvocation: { target_ids: [targetId] },
  countReplay: replayFilter,
  startReplay: replayFilter,
  requestPasswordReset: { email: 'ada@example.com', challenge },
  resetPassword: { token: 'dG9rZW4gb2YgdGhlIG1haWw', newPassword: 'violet.Tramway.9' },
  refreshToken: { user_id: userId },
  sendContactMessage: {
    name: 'Ada',
    email: 'ada@example.com',
    message: 'Do you offer invoices for companies?',
    challenge,
  },
};

const verification: Response<'getVerification'> = {
  mode: 'report',
  sender: 'github',
  allow_ips: [],
  secrets: [{ id: 'c2VjcmV0', hint: '…Hub', created_at: at }],
};

const replay: Response<'getReplay'> = {
  id: 'Zt0cW5xkzVb7Yy1m2nPaLd',
  webhook_id: webhookId,
  ...replayFilter,
  state: 'running',
  matched: 12,
  queued: 0,
  created_at: at,
};

/** An example response for each route that returns one. */
export const responseExamples: { [Name in Having<'response'>]: Response<Name> } & Partial<Record<RouteName, unknown>> =
  {
    createWebhook: { webhook_id: webhookId, route },
    listWebhooks: [webhook],
    getWebhook: webhook,
    cloneWebhook: { webhook_id: webhookId, route },
    rotateWebhook: { route, old_routes: [{ route: 'hq5rZ9eC3Ws1Yb7Tn2KfLg8X', until: '2026-03-03T11:00:00.000Z' }] },
    listInvocations: [invocation],
    searchInvocations: {
      invocations: [
        { ...invocation, raw_headers: '', raw_body_truncated: true, excerpt: '…"pusher":{"name":"mona"}}' },
      ],
      at,
      searched: 1000,
      searched_until: at,
      next: invocationId,
    },
    tailInvocations: { invocations: [invocation], next: invocationId, more: false },
    getWebhookStats: {
      from: at,
      to: '2026-03-02T12:00:00.000Z',
      calls: 7,
      ...{ delivered: 5, partial: 0, failed: 1, waiting: 1, standing: { attention: 1, waiting: 1, arrived: 5 } },
      median_delivery_ms: 840,
      p95_delivery_ms: 2_100,
      targets: [{ target_id: targetId, median_delivery_ms: 840, p95_delivery_ms: 2_100 }],
      hours: Array.from({ length: 24 }, (_, hour) =>
        hour === 23
          ? { delivered: 5, partial: 0, failed: 1, waiting: 1, standing: { attention: 1, waiting: 1, arrived: 5 } }
          : { delivered: 0, partial: 0, failed: 0, waiting: 0, standing: { attention: 0, waiting: 0, arrived: 0 } },
      ),
      undelivered: [{ target_id: targetId, failed: 1, waiting: 12, retrying: 1, since: at }],
      complete: true,
    },
    getVerification: verification,
    setVerification: verification,
    previewRouting: {
      calls: [
        {
          invocation_id: invocationId,
          invoked_at: at,
          targets: [
            {
              target_id: targetId,
              outcome: 'skipped',
              by: 'severity is info',
              message: 'octo/hello: mona pushed',
              saved: 'sent',
            },
          ],
        },
      ],
      complete: true,
    },
    checkVerification: {
      checked: 2,
      passed: 1,
      results: [
        { invocation_id: invocationId, outcome: 'verified' },
        {
          invocation_id: invocationId,
          outcome: 'unverified',
          reason: 'wrong-signature',
          detail: 'The signature does not match. Check the secret and the URL, and that no proxy changed the body.',
        },
      ],
      hint: 'This call has a Stripe signature.',
    },
    listNotices: [
      {
        created_at: '2026-11-20T14:02:11.000Z',
        title: 'No calls to “Nightly backup” for 25 hours',
        link: 'https://app.example.com/webhooks/7314159265358979',
        pending: false,
        recipients: [{ target_id: targetId, status: 'success' }],
      },
    ],
    listMatters: [
      {
        title: 'CPU high on web-3',
        state: 'open',
        severity: 'warning',
        opened_at: at,
        latest_at: '2026-03-01T12:04:00.000Z',
        count: 7,
        invocation_id: invocationId,
        link: 'https://grafana.example.com/alerting/cpu',
        target_ids: [targetId],
      },
    ],
    listRejections: [
      {
        id: invocationId,
        at,
        reason: 'no-signature',
        detail: 'The header x-hub-signature-256 is missing.',
        ip: '203.0.113.7',
        method: 'POST',
        query: '',
        content_type: 'application/json',
        size: 16,
        body: '{"text":"hello"}',
        complete: true,
        more: 0,
      },
    ],
    acceptRejection: { id: invocationId },
    listSamples: [keptSample],
    keepSample: keptSample,
    getSample: {
      ...keptSample,
      query: '',
      raw_headers: invocation.raw_headers,
      raw_body: invocation.raw_body,
      raw_body_encoding: 'utf8',
    },
    testWebhook: { id: invocationId, outcome: 'accepted' },
    getInvocation: { ...invocation, older_id: '0mm8f3j0a00rz0s3pyw3n5h2k9ab' },
    listDispatches: [
      {
        id: `${invocationId}-11fhvnl6gsg`,
        dispatched_at: at,
        status: 'success',
        rendered_message: 'octo/hello: mona pushed',
        error_message: '',
        note: '',
        retry_count: 0,
        next_attempt_at: NEVER,
        attempts: [{ at, outcome: 'ok', detail: '', cause: 'call', duration_ms: 84 }],
        target: { id: targetId, name: 'Team chat', target_type: 'telegram', status: 'active' },
      },
    ],
    getAcknowledgement: { state: 'acknowledged', at, by: 'Team chat' },
    replayInvocation: { queued: 1 },
    countReplay: { messages: 12, left_today: 25 },
    startReplay: replay,
    getReplay: { ...replay, state: 'done', queued: 12 },
    listTargets: [target],
    createTarget: {
      ...target,
      status: 'pending',
      options: { ActivationKey: '8F3K-2M9Q' },
      number_of_dispatches: 0,
      last_dispatch_at: NEVER,
      associated_webhooks: [],
    },
    listTargetKinds: [
      {
        slug: 'telegram',
        name: 'Telegram',
        description: 'A chat with our bot, or a group that it is a member of.',
        enabled: true,
        setup: 'code',
        guided: true,
        fields: [],
        movable: true,
        settings: { link: true, silent_below: true },
        icon: { paths: ['M3 11 21 4l-4 16-5-5z'], colour: '#229ED9' },
      },
    ],
    getTarget: target,
    updateTarget: { ...target, status: 'disabled' },
    testTarget: { outcome: 'success', message: 'The test message was sent.' },
    renderTemplate: { rendered_message: 'octo/hello: mona pushed' },
    listPlans: [
      {
        name: 'free',
        max_webhooks: 1,
        max_targets: 5,
        max_invocations_per_day: 25,
        max_stored_bytes: 26_214_400,
        max_targets_per_webhook: 10,
        max_seats: 0,
        retention_days: 7,
        price_cents: 0,
        available: true,
      },
    ],
    createChallenge: {
      algorithm: 'SHA-256',
      challenge: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
      maxnumber: 50_000,
      salt: '0f1e2d3c4b5a69788796a5b4c3d2e1f0?action=REGISTER&expires=1772367600&',
      signature: '64ec88ca00b268e5ba1a35678a1b5316d212f4f366b2477232534a8aeca37f3c',
    },
    createKey: { ...apiKey, key: `thk_${'0'.repeat(37)}…K3fQ` },
    listKeys: { keys: [apiKey], max_keys: 2 },
    listChanges: {
      changes: [
        {
          id: '0mhs2k4r0f3a81kz04c7d9x2q',
          at,
          action: 'updateWebhook',
          what: 'Webhook changed',
          object: 'webhook',
          object_id: String(webhook.id),
          object_name: webhook.name,
          by: 'key',
          key_id: apiKey.id,
          key_name: `${apiKey.name} (${apiKey.hint})`,
          ip: '203.0.113.5',
          fields: ['name', 'intake.duplicates'],
        },
      ],
    },
    startKeyRequest: {
      code: 'BCDF-GHJK',
      secret: 'dG9sZCB0byB0aGUgcHJvZ3JhbQ',
      expires_in_seconds: 600,
      interval_seconds: 3,
    },
    takeKey: { state: 'waiting' },
    getKeyRequest: { name: 'tellhook on laptop', ip: '203.0.113.5', created_at: at, expires_at: at },
    getKey: apiKey,
    getTeam: {
      members: [{ id: memberId, email: 'alan@example.com', role: 'viewer', joined_at: at }],
      invitations: [invitation],
      max_seats: 5,
    },
    listPasskeys: { passkeys: [passkey], max_passkeys: 10, second_factor: true, recovery_codes_left: 9 },
    startPasskey: {
      options: {
        ...passkeyChallenge,
        rp: { id: 'app.tellhook.example', name: 'Tellhook' },
        user: { id: 'NDEx', name: 'ada@example.com', displayName: 'ada@example.com' },
        pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
        excludeCredentials: [],
        authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
        attestation: 'none',
      },
    },
    addPasskey: passkey,
    setSecondFactor: { recovery_codes: ['7QJ4-M0ZK-9XTC-2V8D'] },
    startPasskeyLogin: {
      options: { ...passkeyChallenge, rpId: 'app.tellhook.example', userVerification: 'required' },
    },
    loginWithPasskey: signedIn,
    startOidcLogin: { link: 'https://login.example.com/authorize?response_type=code&client_id=tellhook' },
    loginWithOidc: signedIn,
    inviteMember: invitation,
    resendInvitation: invitation,
    readInvitation: { owner: 'ada@example.com', email: 'ben@example.com', role: 'editor' },
    listWorkspaces: [workspace],
    joinWorkspace: workspace,
    getOpenApi: { openapi: '3.1.0' },
    startTrial: { ...signedIn, webhook_id: webhookId, route, ends_at: at },
    register: signedIn,
    login: signedIn,
    getUser: account,
    getOverview: { account, webhooks: [webhook], targets: [target], failing_targets: [] },
    updateUser: signedIn,
    refreshToken: { access_token: token },
    createSubscriptionLink: { link: 'https://checkout.stripe.com/c/pay/cs_live_a1B2c3' },
    openBillingPortal: { link: 'https://billing.stripe.com/p/session/live_a1B2c3' },
    resumeSubscription: {},
  };
