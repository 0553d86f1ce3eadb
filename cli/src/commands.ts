import type { Command, Option } from './command.ts';

const json: Option = { about: 'Print JSON, for programs' };
const allowOutside: Option = { about: 'Read files outside the folder of the document, too' };
const webhook = '<webhook>';

/** Every command of `tellhook`, in the order of the help. */
export const commands: readonly Command[] = [
  {
    name: 'login',
    about: 'Keep an API key on this machine',
    takes: [],
    options: {
      url: { about: 'Where the application lives', value: 'url' },
      stdin: { about: 'Read the key from standard input' },
      paste: { about: 'Paste a key of your settings instead of typing a code there' },
      'no-browser': { about: 'Do not open the page' },
    },
    examples: [
      ['tellhook login --url https://app.example.com', 'shows a code, which you type in the browser'],
      ['tellhook login --paste', 'opens your settings; paste the key that you make there'],
      ['pass tellhook | tellhook login --stdin', 'takes the key from a password manager'],
    ],
    load: async () => (await import('./commands/login.ts')).login,
  },
  {
    name: 'logout',
    about: 'Forget the API key of this machine',
    takes: [],
    options: {},
    examples: [['tellhook logout', 'the key goes on working elsewhere until you revoke it']],
    load: async () => (await import('./commands/login.ts')).logout,
  },
  {
    name: 'whoami',
    about: 'Show what the API key in use may, and at which webhooks',
    takes: [],
    options: { json },
    examples: [['tellhook whoami', 'its name, scopes, webhooks and end']],
    load: async () => (await import('./commands/whoami.ts')).whoami,
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
    about: 'Send the calls of a webhook on to a server of this machine',
    takes: [webhook],
    options: {
      to: { about: 'Where to: a port, host:port or http address', value: 'address', short: 't' },
      since: { about: 'Begin with the calls of the last 30m, 2h, 3d, or of a time', value: 'time' },
      filter: { about: 'Only calls with this field in their JSON body, or method=…', value: 'field=value', many: true },
      record: { about: 'Write each call into a file of this folder, for render and test', value: 'folder' },
      'allow-host': { about: 'Send to this host, which is not this machine', value: 'host' },
      json,
    },
    examples: [
      ['tellhook listen deploys --to 3000', 'new calls, to http://localhost:3000/'],
      ['tellhook listen deploys --to localhost:3000/hooks --since 2h', 'those of the last two hours before'],
      ['tellhook listen deploys --to 3000 --filter action=closed', 'only those with this field'],
      ['tellhook listen deploys --record samples', 'keeps calls as files and sends them nowhere'],
    ],
    load: async () => (await import('./commands/listen.ts')).listen,
  },
  {
    name: 'tail',
    about: 'Print the calls of a webhook as they come',
    takes: [webhook],
    options: {
      since: { about: 'Begin with the calls of the last 30m, 2h, 3d, or of a time', value: 'time' },
      json,
    },
    examples: [
      ['tellhook tail deploys', 'one line for each call'],
      ['tellhook tail deploys --since 1d --json | jq .raw_body', 'bodies, one a line'],
    ],
    load: async () => (await import('./commands/tail.ts')).tail,
  },
  {
    name: 'calls',
    about: 'List the latest calls of a webhook',
    takes: [webhook],
    options: {
      limit: { about: 'How many, 1 to 50; 20 if left out', value: 'number', short: 'n' },
      status: { about: 'Only attention, waiting or arrived; or success, partial, error', value: 'status' },
      text: { about: 'Only those with this text in body, headers or query', value: 'text' },
      json,
    },
    examples: [['tellhook calls deploys --status attention', 'what did not arrive']],
    load: async () => (await import('./commands/calls.ts')).calls,
  },
  {
    name: 'show',
    about: 'Show a call: its body, and what became of each message',
    takes: ['<call>'],
    options: { save: { about: 'Write the call into this file, for render and test', value: 'file' }, json },
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
      sample: { about: 'What a known sender would send, for instance github-push', value: 'name' },
      body: { about: 'A JSON document, @file, or - for standard input', value: 'json' },
      json,
    },
    examples: [
      ['tellhook send deploys --sample github-push', 'a push of GitHub'],
      ['tellhook send deploys --body @failed.json', 'a body of your own'],
    ],
    load: async () => (await import('./commands/send.ts')).send,
  },
  {
    name: 'replay',
    about: 'Send the messages of a call again',
    takes: ['<call>'],
    options: { target: { about: 'Only to the target with this name or id', value: 'target', many: true }, json },
    examples: [['tellhook replay 0mgz3k1q40a1b2c3d4e5f6g7h8i9 --target "Ops chat"', 'to one target']],
    load: async () => (await import('./commands/send.ts')).replay,
  },
  {
    name: 'render',
    about: 'Render the message of a call on this machine',
    takes: ['[template]'],
    options: {
      call: { about: 'A file that show or listen wrote, or any JSON document; - for standard input', value: 'file' },
      sample: { about: 'What a known sender would send', value: 'name' },
      json,
    },
    examples: [
      ['tellhook render deploys.tellhook --call samples/push.json', 'with a template'],
      ['tellhook render --sample github-push', 'as a webhook without a template tells it'],
    ],
    load: async () => (await import('./commands/render.ts')).renderFile,
  },
  {
    name: 'test',
    about: 'Check the messages that templates make, offline',
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
    about: 'Write webhooks and targets down as a document, without secrets',
    takes: [],
    options: { yaml: { about: 'As YAML' } },
    examples: [
      ['tellhook export > tellhook.json', 'what there is now, to be edited'],
      ['tellhook export --yaml > tellhook.yaml', 'the same as YAML'],
    ],
    load: async () => (await import('./commands/config.ts')).exportDocument,
  },
  {
    name: 'plan',
    about: 'Show what it takes to make the account as a document says',
    takes: ['[file]'],
    options: {
      prune: { about: 'Webhooks that the document does not name are deleted' },
      'allow-outside': allowOutside,
      json,
    },
    examples: [
      ['tellhook plan', 'tellhook.json, or tellhook.yaml, in this folder; ends with 1 when something differs'],
      ['tellhook plan ci/tellhook.json --json', 'for a comment on a pull request'],
    ],
    load: async () => (await import('./commands/config.ts')).plan,
  },
  {
    name: 'apply',
    about: 'Make the account as a document says',
    takes: ['[file]'],
    options: {
      plan: { about: 'Only this plan, as tellhook plan named it', value: 'plan' },
      yes: { about: 'Whatever the plan is', short: 'y' },
      prune: { about: 'Delete webhooks that the document does not name' },
      'allow-outside': allowOutside,
    },
    examples: [
      ['tellhook apply --plan 5f2b9c01d4e3a687', 'what was looked at, and nothing else'],
      ['tellhook apply --yes', 'in a pipeline'],
    ],
    load: async () => (await import('./commands/config.ts')).apply,
  },
  {
    name: 'open',
    about: 'Open the application in the browser',
    takes: ['[webhook]'],
    options: {},
    examples: [['tellhook open deploys', 'the page of a webhook']],
    load: async () => (await import('./commands/open.ts')).open,
  },
  {
    name: 'mcp',
    about: 'Serve your webhooks to an assistant (Model Context Protocol)',
    takes: [],
    options: { write: { about: 'Also tools that save templates, send test calls and send messages again' } },
    examples: [
      ['tellhook mcp', 'the command that the settings of an assistant name; it only reads'],
      ['tellhook mcp --write', 'the same for one that may change things'],
      ['npx @modelcontextprotocol/inspector tellhook mcp', 'the tools to be tried by hand'],
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
