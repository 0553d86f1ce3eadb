/** Invented bodies of realistic shape and size; the fields are from the senders' documentation. */

const hex = (length: number, seed: number) =>
  Array.from({ length }, (_, at) => ((seed * 31 + at * 7) % 16).toString(16)).join('');

const API = 'https://api.example.test/repos/acme/web';
const URLS =
  'forks keys collaborators teams hooks issue_events events assignees branches tags blobs git_tags git_refs trees statuses languages stargazers contributors subscribers subscription commits git_commits comments issue_comment contents compare merges archive downloads issues pulls milestones notifications labels releases deployments'.split(
    ' ',
  );
const USER_URLS =
  'followers following gists starred subscriptions organizations repos events received_events avatar html'.split(' ');

const user = (login: string, id: number) => ({
  login,
  id,
  node_id: `MDQ6VXNlcj${id}`,
  ...Object.fromEntries(USER_URLS.map((name) => [`${name}_url`, `https://api.example.test/users/${login}/${name}`])),
  type: 'User',
  site_admin: false,
});
const repository = {
  id: 186853002,
  name: 'web',
  full_name: 'acme/web',
  private: false,
  owner: user('acme', 1),
  html_url: 'https://example.test/acme/web',
  description: 'The shop',
  ...Object.fromEntries(URLS.map((name) => [`${name}_url`, `${API}/${name}{/sha}`])),
  created_at: '2024-05-15T15:20:18Z',
  stargazers_count: 42,
  language: 'TypeScript',
  open_issues_count: 2,
  default_branch: 'main',
};
const sender = user('octo', 2);
const commit = (n: number) => ({
  id: hex(40, n),
  tree_id: hex(40, n + 9),
  message: `fix(cart): rounding of line ${n}\n\nSee #${100 + n}.`,
  timestamp: '2026-09-12T07:16:00+01:00',
  url: `${API}/commit/${hex(40, n)}`,
  author: { name: 'Octo', email: 'octo@example.test', username: 'octo' },
  committer: { name: 'Octo', email: 'octo@example.test', username: 'octo' },
  added: [`src/cart/line-${n}.ts`],
  removed: [],
  modified: [`src/cart/total-${n}.ts`, `test/cart/total-${n}.test.ts`],
});

const issue = {
  number: 7,
  title: 'Wrong total in the cart',
  user: user('mona', 3),
  labels: [{ name: 'bug', color: 'ff0000', default: true }],
  state: 'open',
  html_url: 'https://example.test/acme/web/issues/7',
  created_at: '2026-09-12T08:00:00Z',
  body: 'The total is rounded twice. '.repeat(12),
};
const branch = (ref: string) => ({ label: `acme:${ref}`, ref, sha: hex(40, 4), user: sender, repo: repository });
const pullRequest = {
  ...issue,
  number: 8,
  title: 'Round the total once',
  html_url: 'https://example.test/acme/web/pull/8',
  head: branch('round-once'),
  base: branch('main'),
  merged: false,
  additions: 12,
  deletions: 3,
  changed_files: 2,
};

export const github = {
  push: {
    ref: 'refs/heads/main',
    before: hex(40, 1),
    after: hex(40, 2),
    repository,
    pusher: { name: 'octo', email: 'octo@example.test' },
    sender,
    created: false,
    deleted: false,
    forced: false,
    compare: 'https://example.test/acme/web/compare/a...b',
    commits: [1, 2, 3].map(commit),
    head_commit: commit(3),
  },
  issue: { action: 'opened', issue, repository, sender },
  pullRequest: { action: 'opened', number: 8, pull_request: pullRequest, repository, sender },
  release: {
    action: 'published',
    release: {
      tag_name: 'v1.2.0',
      name: '1.2.0',
      html_url: 'https://example.test/r/1',
      author: sender,
      body: 'Fixes.',
    },
    repository,
    sender,
  },
  workflowRun: {
    action: 'completed',
    workflow_run: {
      name: 'test',
      head_branch: 'main',
      conclusion: 'failure',
      run_number: 51,
      html_url: 'https://example.test/runs/51',
      actor: sender,
      repository,
      head_repository: repository,
      created_at: '2026-09-12T08:00:00Z',
      updated_at: '2026-09-12T08:04:10Z',
    },
    repository,
    sender,
  },
  star: { action: 'created', starred_at: '2026-09-12T08:00:00Z', repository, sender },
};

const stripeEvent = (type: string, object: object) => ({
  id: 'evt_1',
  object: 'event',
  api_version: '2026-10-28',
  created: 1789200000,
  data: { object },
  livemode: false,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: 'k' },
  type,
});
const address = { city: 'Berlin', country: 'DE', line1: 'Street 1', line2: null, postal_code: '10115', state: null };
export const stripe = {
  charge: stripeEvent('charge.succeeded', {
    id: 'ch_1',
    object: 'charge',
    amount: 2599,
    currency: 'eur',
    customer: 'cus_1',
    description: 'Order 17',
    billing_details: { address, email: 'buyer@example.test', name: 'A Buyer', phone: null },
    outcome: { network_status: 'approved_by_network', risk_level: 'normal', seller_message: 'Payment complete.' },
    payment_method_details: { card: { brand: 'visa', country: 'DE', exp_month: 4, exp_year: 2029, last4: '4242' } },
    receipt_url: 'https://pay.example.test/r/1',
    metadata: { order: '17', shop: 'web' },
    status: 'succeeded',
  }),
  invoice: stripeEvent('invoice.payment_failed', {
    id: 'in_1',
    object: 'invoice',
    number: 'A-0017',
    total: 4900,
    currency: 'usd',
    customer_email: 'buyer@example.test',
    hosted_invoice_url: 'https://invoice.example.test/1',
    attempt_count: 2,
    customer_address: address,
    lines: { object: 'list', data: [1, 2].map((n) => ({ id: `il_${n}`, amount: 2450, description: `Line ${n}` })) },
  }),
};

const alert = (n: number) => ({
  status: 'firing',
  labels: { alertname: 'HighMemory', instance: `node-${n}:9100`, job: 'node', severity: 'warning', team: 'platform' },
  annotations: { summary: `Memory of node-${n} is above 90 %`, runbook_url: 'https://example.test/runbook' },
  startsAt: '2026-09-12T08:00:00Z',
  endsAt: '0001-01-01T00:00:00Z',
  generatorURL: 'https://grafana.example.test/alerting/1/view',
  fingerprint: hex(16, n),
  values: { A: 91.5 + n, B: 1 },
  valueString: `[ var='A' labels={instance=node-${n}:9100} value=91.5 ]`,
});
export const grafana = {
  receiver: 'hook',
  status: 'firing',
  orgId: 1,
  alerts: [1, 2].map(alert),
  groupLabels: { alertname: 'HighMemory' },
  commonLabels: { alertname: 'HighMemory', team: 'platform' },
  commonAnnotations: {},
  externalURL: 'https://grafana.example.test/',
  version: '1',
  groupKey: '{}:{alertname="HighMemory"}',
  truncatedAlerts: 0,
  title: '[FIRING:2] HighMemory (platform)',
  state: 'alerting',
  message: '**Firing** HighMemory',
};

/** About one kilobyte with three items, and about 200 KB with 238. */
const item = (n: number, padding: number) => ({
  name: `item ${n}`,
  ms: n * 17,
  ok: n % 3 > 0,
  note: 'x'.repeat(padding),
});
export const small = { repo: 'acme/web', user: { login: 'octo' }, items: [1, 2, 3].map((n) => item(n, 220)) };
export const large = {
  repo: 'acme/web',
  user: { login: 'octo' },
  items: Array.from({ length: 238 }, (_, n) => item(n, 790)),
};
