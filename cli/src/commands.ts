import type { Command, Option } from './command.ts';

const json: Option = { about: 'Print JSON' };
const allowOutside: Option = { about: 'Also read files outside the config file’s folder' };
const webhook = '<webhook>';

/** All commands of `tellhook`, in the order of the help. */
export const commands: readonly Command[] = [
  {
    name: 'login',
    about: 'Save an API key on this machine',
    takes: [],
    options: {
      url: { about: 'Tellhook URL', value: 'url' },
      stdin: { about: 'Read the key from standard input' },
      paste: { about: 'Paste a key from Settings instead of entering a code' },
      'no-browser': { about: 'Don’t open the browser' },
    },
    examples: [
      ['tellhook login --url https://app.example.com', 'shows a code to enter in the browser'],
      ['tellhook login --paste', 'opens Settings, where you create a key to paste'],
      ['pass tellhook | tellhook login --stdin', 'reads the key from a password manager'],
    ],
    load: async () => (await import('./commands/login.ts')).login,
  },
  {
    name: 'logout',
    about: 'Remove the API key from this machine',
    takes: [],
    options: {},
    examples: [['tellhook logout', 'the key keeps working elsewhere until you revoke it']],
    load: async () => (await import('./commands/login.ts')).logout,
  },
  {
    name: 'webhooks',
    about: 'List your webhooks',
    takes: [],
    options: { json },
    examples: [['tellhook webhooks --json | jq -r ".[].name"', 'their names']],
    load: async () => (await import('./commands/webhooks.ts')).webhooks,
  },
  {
    name: 'listen',
    about: 'Print new calls of a webhook, and forward them to a local server',
    takes: [webhook],
    options: {
      to: { about: 'Destination: a port, host:port or http URL', value: 'address', short: 't' },
      since: { about: 'Start with calls since 30m, 2h, 3d or a time', value: 'time' },
      filter: { about: 'Only calls with this JSON field, or method=…', value: 'field=value', many: true },
      record: { about: 'Save each call to this folder, for render and test', value: 'folder' },
      'allow-host': { about: 'Allow forwarding to this remote host', value: 'host' },
      json,
    },
    examples: [
      ['tellhook listen deploys', 'one line per call'],
      ['tellhook listen deploys --since 1d --json | jq .raw_body', 'one body per line'],
      ['tellhook listen deploys --to 3000', 'new calls, to http://localhost:3000/'],
      ['tellhook listen deploys --to localhost:3000/hooks --since 2h', 'starts with calls from the last two hours'],
      ['tellhook listen deploys --to 3000 --filter action=closed', 'only calls with this field'],
      ['tellhook listen deploys --record samples', 'saves calls as files without forwarding'],
    ],
    load: async () => (await import('./commands/listen.ts')).listen,
  },
  {
    name: 'calls',
    about: 'List recent calls of a webhook',
    takes: [webhook],
    options: {
      limit: { about: 'Number of calls, 1 to 50 (default 20)', value: 'number', short: 'n' },
      status: { about: 'Only attention, waiting or arrived; or success, partial, error', value: 'status' },
      text: { about: 'Only calls with this text in headline, body, headers or query', value: 'text' },
      json,
    },
    examples: [['tellhook calls deploys --status attention', 'calls that need attention']],
    load: async () => (await import('./commands/calls.ts')).calls,
  },
  {
    name: 'matters',
    about: 'List a webhook’s matters',
    takes: [webhook],
    options: { ack: { about: 'open: only those that wait for an acknowledgement', value: 'open' }, json },
    examples: [
      ['tellhook matters alerts', 'open ones first'],
      ['tellhook matters alerts --ack open', 'those that no one acknowledged'],
    ],
    load: async () => (await import('./commands/webhooks.ts')).matters,
  },
  {
    name: 'show',
    about: 'Show a call with its body and dispatches',
    takes: ['<call>'],
    options: { save: { about: 'Save the call to this file, for render and test', value: 'file' }, json },
    examples: [
      ['tellhook show 0mgz3k1q40a1b2c3d4e5f6g7h8i9', 'body, messages, reasons'],
      ['tellhook show 0mgz3k1q40a1b2c3d4e5f6g7h8i9 --save samples/push.json', 'a sample for a test'],
    ],
    load: async () => (await import('./commands/calls.ts')).show,
  },
  {
    name: 'send',
    about: 'Send a test call to a webhook',
    takes: [webhook],
    options: {
      sample: { about: 'Sample of a known service, such as github-push', value: 'name' },
      body: { about: 'JSON, @file, or - for standard input', value: 'json' },
      json,
    },
    examples: [
      ['tellhook send deploys --sample github-push', 'a GitHub push'],
      ['tellhook send deploys --body @failed.json', 'a custom body'],
    ],
    load: async () => (await import('./commands/send.ts')).send,
  },
  {
    name: 'acknowledge',
    about: 'Acknowledge a call, which ends its escalation',
    takes: ['<call>'],
    options: {},
    examples: [['tellhook acknowledge 0mgz3k1q40a1b2c3d4e5f6g7h8i9', 'the call of a matter']],
    load: async () => (await import('./commands/send.ts')).acknowledge,
  },
  {
    name: 'replay',
    about: 'Resend a call’s messages',
    takes: ['<call>'],
    options: { target: { about: 'Only to the target with this name or ID', value: 'target', many: true }, json },
    examples: [['tellhook replay 0mgz3k1q40a1b2c3d4e5f6g7h8i9 --target "Ops chat"', 'to one target']],
    load: async () => (await import('./commands/send.ts')).replay,
  },
  {
    name: 'render',
    about: 'Render a message offline',
    takes: ['[template]'],
    options: {
      call: { about: 'File from show or listen, or any JSON; - for standard input', value: 'file' },
      sample: { about: 'Sample of a known service', value: 'name' },
      json,
    },
    examples: [
      ['tellhook render deploys.tellhook --call samples/push.json', 'with a template'],
      ['tellhook render --sample github-push', 'without a template'],
    ],
    load: async () => (await import('./commands/render.ts')).renderFile,
  },
  {
    name: 'test',
    about: 'Test templates offline',
    takes: ['[file]'],
    options: { 'allow-outside': allowOutside, json },
    examples: [
      ['tellhook test', 'the tests of tellhook.json, or tellhook.yaml, in this folder'],
      ['tellhook test ci/tellhook.json --json', 'for a report'],
    ],
    load: async () => (await import('./commands/test.ts')).test,
  },
  {
    name: 'export',
    about: 'Export webhooks and targets as a config file, without secrets',
    takes: [],
    options: { yaml: { about: 'As YAML' } },
    examples: [
      ['tellhook export > tellhook.json', 'the current account, ready to edit'],
      ['tellhook export --yaml > tellhook.yaml', 'the same as YAML'],
    ],
    load: async () => (await import('./commands/config.ts')).exportDocument,
  },
  {
    name: 'plan',
    about: 'Show the changes needed to match a config file',
    takes: ['[file]'],
    options: {
      prune: { about: 'Include deletion of webhooks that are not in the file' },
      'allow-outside': allowOutside,
      json,
    },
    examples: [
      ['tellhook plan', 'tellhook.json, or tellhook.yaml, in this folder; exits with 1 if there are changes'],
      ['tellhook plan ci/tellhook.json --json', 'for a comment on a pull request'],
    ],
    load: async () => (await import('./commands/config.ts')).plan,
  },
  {
    name: 'apply',
    about: 'Apply a config file to your account',
    takes: ['[file]'],
    options: {
      plan: { about: 'Apply only this plan, by its ID from tellhook plan', value: 'plan' },
      yes: { about: 'Apply without confirmation', short: 'y' },
      prune: { about: 'Delete webhooks that are not in the file' },
      skip: { about: 'Apply everything that has no problem' },
      'allow-outside': allowOutside,
    },
    examples: [
      ['tellhook apply --plan 5f2b9c01d4e3a687', 'applies only the reviewed plan'],
      ['tellhook apply --yes', 'in a pipeline'],
      ['tellhook apply --yes --skip', 'applies the rest while some targets need manual setup'],
    ],
    load: async () => (await import('./commands/config.ts')).apply,
  },
  {
    name: 'audit',
    about: 'List recent changes to your account, with time, origin and IP address',
    takes: [],
    options: { csv: { about: 'Print CSV' }, json },
    examples: [
      ['tellhook audit', 'the last 200 changes, newest first'],
      ['tellhook audit --csv > audit.csv', 'for a spreadsheet'],
    ],
    load: async () => (await import('./commands/audit.ts')).audit,
  },
  {
    name: 'mcp',
    about: 'Serve your webhooks to an assistant (Model Context Protocol)',
    takes: [],
    options: { write: { about: 'Add tools that save templates, send test calls and resend messages' } },
    examples: [
      ['tellhook mcp', 'read-only, for an assistant’s settings'],
      ['tellhook mcp --write', 'with tools that make changes'],
      ['npx @modelcontextprotocol/inspector tellhook mcp', 'to try the tools by hand'],
    ],
    load: async () => (await import('./commands/mcp.ts')).mcp,
  },
  {
    name: 'completion',
    about: 'Print the completion script of a shell',
    takes: ['<shell>'],
    options: {},
    examples: [
      ['source <(tellhook completion bash)', 'in ~/.bashrc'],
      ['tellhook completion zsh > ~/.zfunc/_tellhook', 'for zsh, where ~/.zfunc is in fpath'],
      ['tellhook completion fish > ~/.config/fish/completions/tellhook.fish', 'for fish'],
    ],
    load: async () => (await import('./commands/completion.ts')).completion(commands),
  },
];
