/** Invented bodies of realistic shape and size. Their fields are from the documentation of the services. */

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

export const githubPush = {
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
};
