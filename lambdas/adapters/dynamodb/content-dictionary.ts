import { REPOSITORY, USER } from './repeated-names.ts';

/**
 * Dictionaries of common webhook text, for compressing stored calls. They contain header names behind a gateway, JSON
 * fields of common services, and the beginnings of their values. A push as GitHub documents it shrinks from 7.6 to 0.6
 * KB.
 *
 * Stored calls cannot be read without the dictionary that packed them, so a dictionary never changes. A better one is
 * added under its own first byte in `content-chunks.ts`.
 */

/** Writes `names` as members of a JSON object. Each `*` in a value is replaced with the member's name. */
const members = (names: string, value: string, suffix = ''): string =>
  names
    .split(' ')
    .map((name) => `"${name}${suffix}":${value.replace('*', name)}`)
    .join(',');

const REPOSITORY_URLS =
  'forks keys collaborators teams hooks issue_events events assignees branches tags blobs git_tags git_refs trees statuses languages stargazers contributors subscribers subscription commits git_commits comments issue_comment contents compare merges archive downloads issues pulls milestones notifications labels releases deployments';
const ACCOUNT_URLS =
  'avatar followers following gists starred subscriptions organizations repos events received_events';

/** The dictionary of calls stored until November 2026. Samples among them are kept without end. */
export const FIRST_DICTIONARY = Buffer.from(
  [
    members('livemode paid captured refunded active trial', 'false'),
    members('currency customer invoice amount amount_due amount_paid subtotal total quantity price product', '"usd"'),
    '"object":"event","api_version":"pending_webhooks":1,"request":{"id":null,"idempotency_key":null},"data":{"object":{',
    members('alertname instance job severity namespace summary description runbook_url generatorURL', '"critical"'),
    '"status":"firing","status":"resolved","labels":{"annotations":{"startsAt":"endsAt":"0001-01-01T00:00:00Z","alerts":[{',
    '"groupLabels":{"commonLabels":{"commonAnnotations":{"externalURL":"fingerprint":"receiver":"version":"4","groupKey":"',
    '"object_kind":"event_name":"project":{"project_id":"path_with_namespace":"web_url":"object_attributes":{"pipeline":{',
    '"first_name":"last_name":"username":"phone":"address":{"city":"country":"postal_code":"line_items":[{"metadata":{},',
    members(REPOSITORY_URLS, '"https://api.github.com/repos/*{/sha}"', '_url'),
    members(ACCOUNT_URLS, '"https://api.github.com/users/*{/repo}"', '_url'),
    '"gravatar_id":"","node_id":"avatar_url":"https://avatars.githubusercontent.com/u/?v=4","site_admin":false},',
    '"number":"title":"body":null,"state":"open","draft":false,"merged":false,"locked":false,"milestone":null,"assignees":[],',
    '"private":false,"fork":false,"license":null,"topics":[],"visibility":"public","default_branch":"main","homepage":null,',
    members('size stargazers_count watchers_count forks_count open_issues_count comments additions deletions', '0'),
    members('has_issues has_projects has_downloads has_wiki has_pages archived disabled', 'true'),
    '"created_at":"2026-01-01T00:00:00Z","updated_at":"2026-01-01T00:00:00Z","pushed_at":"closed_at":null,"timestamp":"',
    '"organization":{"installation":{"workflow_run":{"conclusion":"success","pull_request":{"issue":{"release":{"comment":{',
    '"owner":{"login":"type":"Organization","sender":{"login":"type":"User","repository":{"id":"name":"full_name":"',
    '"html_url":"https://github.com/"ref":"refs/heads/main","before":"0000000000000000000000000000000000000000","after":"',
    '"created":false,"deleted":false,"forced":false,"base_ref":null,"compare":"head_commit":{"pusher":{"commits":[{"id":"',
    '"tree_id":"distinct":true,"message":"author":{"name":"email":"username":"committer":{"added":[],"removed":[],"modified":["',
    '"action":"opened","type":"event":"id":"url":"https://www.text":"name":"description":"value":true,false,null,',
    '"x-github-delivery":"x-github-event":"push","x-github-hook-id":"x-github-hook-installation-target-id":"',
    '"x-github-hook-installation-target-type":"repository","x-hub-signature":"sha1=x-hub-signature-256":"sha256=',
    '"x-gitlab-event":"stripe-signature":"t=,v1=webhook-id":"webhook-timestamp":"webhook-signature":"v1,',
    '{"accept":"*/*","accept-encoding":"gzip, deflate, br","connection":"keep-alive","user-agent":"Mozilla/5.0 GitHub-Hookshot/',
    '"content-type":"application/x-www-form-urlencoded","content-type":"application/json; charset=utf-8","content-length":"',
    '"host":"x-amzn-trace-id":"Root=1-","x-forwarded-for":"x-forwarded-port":"443","x-forwarded-proto":"https"}{"',
  ].join(''),
);

/** Writes members such as `"name_url":"base/name"`. For `name=path`, the URL ends with that path. */
const links = (base: string, names: string): string =>
  names
    .split(' ')
    .map((each) => {
      const [name, path = `/${name}`] = each.split('=');
      return `"${name}_url":"${base}${path}"`;
    })
    .join(',');

/**
 * The links have GitHub's order, so several of them form one match. They are documented at docs.github.com/en/webhooks.
 */
const REPOSITORY_LINKS = [
  'forks keys=/keys{/key_id} collaborators=/collaborators{/collaborator} teams hooks issue_events=/issues/events{/number}',
  'events assignees=/assignees{/user} branches=/branches{/branch} tags blobs=/git/blobs{/sha} git_tags=/git/tags{/sha}',
  'git_refs=/git/refs{/sha} trees=/git/trees{/sha} statuses=/statuses/{sha} languages stargazers contributors subscribers',
  'subscription commits=/commits{/sha} git_commits=/git/commits{/sha} comments=/comments{/number}',
  'issue_comment=/issues/comments{/number} contents=/contents/{+path} compare=/compare/{base}...{head} merges',
  'archive=/{archive_format}{/ref} downloads issues=/issues{/number} pulls=/pulls{/number} milestones=/milestones{/number}',
  'notifications=/notifications{?since,all,participating} labels=/labels{/name} releases=/releases{/id} deployments',
].join(' ');
const USER_LINKS =
  'followers following=/following{/other_user} gists=/gists{/gist_id} starred=/starred{/owner}{/repo} subscriptions organizations=/orgs repos events=/events{/privacy} received_events';

/**
 * Numbers and hashes are omitted, because they differ in each call. A match ends before them, and the next one begins
 * after them.
 */
const GITHUB_USER = [
  '"login":"","id":1,"node_id":"U_kgDO","node_id":"MDQ6VXNlcj","avatar_url":"https://avatars.githubusercontent.com/u/?v=4","gravatar_id":"",',
  `"url":"https://api.github.com/users/${USER}","html_url":"https://github.com/${USER}",`,
  links(`https://api.github.com/users/${USER}`, USER_LINKS),
  ',"type":"User","site_admin":false}',
].join('');
const GITHUB_REPOSITORY = [
  '"repository":{"id":1,"node_id":"R_kgDO","node_id":"MDEwOlJlcG9zaXRvcnk","name":"","full_name":"","private":true,"private":false,',
  `"owner":{"name":"","email":"@users.noreply.github.com",${GITHUB_USER},`,
  `"html_url":"https://github.com/${REPOSITORY}","description":null,"fork":false,"url":"https://github.com/${REPOSITORY}",`,
  links(`https://api.github.com/repos/${REPOSITORY}`, REPOSITORY_LINKS),
  `,"created_at":1,"updated_at":"2026-01-01T00:00:00Z","pushed_at":1,"git_url":"git://github.com/${REPOSITORY}.git",`,
  `"ssh_url":"git@github.com:${REPOSITORY}.git","clone_url":"https://github.com/${REPOSITORY}.git",`,
  `"svn_url":"https://github.com/${REPOSITORY}","homepage":null,`,
  '"size":0,"stargazers_count":0,"watchers_count":0,"language":null,"has_issues":true,"has_projects":true,',
  '"has_downloads":true,"has_wiki":true,"has_pages":false,"has_discussions":false,"forks_count":0,"mirror_url":null,',
  '"archived":false,"disabled":false,"open_issues_count":0,"license":null,"allow_forking":true,"is_template":false,',
  '"web_commit_signoff_required":false,"topics":[],"visibility":"public","forks":0,"open_issues":0,"watchers":0,',
  '"default_branch":"main","stargazers":0,"master_branch":"main","organization":"","custom_properties":{}},',
].join('');
const GITHUB_PUSH = [
  '{"ref":"refs/heads/main","ref":"refs/heads/master","before":"0000000000000000000000000000000000000000","after":"",',
  GITHUB_REPOSITORY,
  '"pusher":{"name":"","email":"@users.noreply.github.com"},"organization":{"login":"","id":1,"node_id":"O_kgDO",',
  `"url":"https://api.github.com/orgs/${USER}","repos_url":"https://api.github.com/orgs/${USER}/repos",`,
  links(
    `https://api.github.com/orgs/${USER}`,
    'events hooks issues members=/members{/member} public_members=/public_members{/member}',
  ),
  ',"avatar_url":"https://avatars.githubusercontent.com/u/?v=4","description":null},"type":"Organization"',
  '"sender":{"login":"type":"Bot","installation":{"id":1,"node_id":"MDIzOkludGVncmF0aW9uSW5zdGFsbGF0aW9u"},',
  '"created":false,"deleted":false,"forced":false,"base_ref":null,',
  `"compare":"https://github.com/${REPOSITORY}/compare/...",`,
  '"commits":[{"id":"","tree_id":"","distinct":true,"message":"","timestamp":"2026-01-01T00:00:00+01:00Z",',
  `"url":"https://github.com/${REPOSITORY}/commit/","author":{"name":"","email":"","username":"${USER}"},`,
  '"committer":{"name":"GitHub","email":"noreply@github.com","username":"web-flow"},',
  '"added":[],"removed":[],"modified":["README.md"]}],"head_commit":null,',
].join('');
const GITHUB_HEADERS = [
  '{"accept":"*/*","content-length":"7","content-type":"application/json","host":"","user-agent":"GitHub-Hookshot/",',
  '"x-amzn-trace-id":"Root=1-6","x-forwarded-for":"140.82.115.","x-forwarded-port":"443","x-forwarded-proto":"https",',
  '"x-github-delivery":"-11e","x-github-event":"push","x-github-hook-id":"","x-github-hook-installation-target-id":"",',
  '"x-github-hook-installation-target-type":"repository","x-hub-signature":"sha1=","x-hub-signature-256":"sha256="}',
].join('');

/** The current dictionary. Rare texts come first, because references to its end cost the fewest bits. */
export const CONTENT_DICTIONARY = Buffer.from(
  [
    members('livemode paid captured refunded active trial', 'false'),
    members('currency customer invoice amount amount_due amount_paid subtotal total quantity price product', '"usd"'),
    '"object":"event","api_version":"pending_webhooks":1,"request":{"id":null,"idempotency_key":null},"data":{"object":{',
    members('alertname instance job severity namespace summary description runbook_url generatorURL', '"critical"'),
    '"status":"firing","status":"resolved","labels":{"annotations":{"startsAt":"endsAt":"0001-01-01T00:00:00Z","alerts":[{',
    '"groupLabels":{"commonLabels":{"commonAnnotations":{"externalURL":"fingerprint":"receiver":"version":"4","groupKey":"',
    '"object_kind":"event_name":"project":{"project_id":"path_with_namespace":"web_url":"object_attributes":{"pipeline":{',
    '"first_name":"last_name":"username":"phone":"address":{"city":"country":"postal_code":"line_items":[{"metadata":{},',
    '"action":"opened","type":"event":"id":"url":"https://www.text":"name":"description":"value":true,false,null,',
    '"number":"title":"body":null,"state":"open","draft":false,"merged":false,"locked":false,"milestone":null,"assignees":[],',
    '"workflow_run":{"conclusion":"success","pull_request":{"issue":{"release":{"comment":{"labels":[',
    '"x-gitlab-event":"stripe-signature":"t=,v1=webhook-id":"webhook-timestamp":"webhook-signature":"v1,',
    '{"accept":"*/*","accept-encoding":"gzip, deflate, br","connection":"keep-alive","user-agent":"Mozilla/5.0 ',
    '"content-type":"application/x-www-form-urlencoded","content-type":"application/json; charset=utf-8',
    GITHUB_PUSH,
    GITHUB_HEADERS,
    '{"ref":"refs/heads/',
  ].join(''),
);
