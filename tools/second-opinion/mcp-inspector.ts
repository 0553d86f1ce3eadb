import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buildCommand } from '../../cli/build.ts';
import { readingTools } from '../../cli/src/reading-tools.ts';
import { writingTools } from '../../cli/src/writing-tools.ts';
import type { Tell } from './opinion.ts';
import { cacheDir, run, tailOf } from './run.ts';

const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0';
const CALL = '0'.repeat(28);
const NEVER = '0001-01-01T00:00:00Z';

const KEY = 'GET /api/key';

/** Simulated API responses, sufficient for every tool to return a result. */
const answers: Record<string, unknown> = {
  [KEY]: { name: 'Inspector', hint: '…0000', scopes: ['read', 'write', 'send'], expires_at: NEVER },
  'GET /api/webhooks': [{ id: 11, name: 'Deploys', status: 'enabled', target_ids: [21], template: '' }],
  'GET /api/targets': [{ id: 21, name: 'Ops chat', target_type: 'mock', status: 'active' }],
  'GET /api/webhook/11/invocations/search': { invocations: [], searched: 0 },
  [`GET /api/invocation/${CALL}`]: {
    id: CALL,
    method: 'POST',
    raw_body: '{}',
    raw_body_encoding: 'utf8',
    raw_headers: '',
  },
  [`GET /api/invocation/${CALL}/dispatches`]: [
    {
      target: { name: 'Ops chat' },
      status: 'success',
      attempts: [],
      rendered_message: 'Hello',
      next_attempt_at: NEVER,
    },
  ],
  'PUT /api/webhook/11': {},
  'POST /api/webhook/11/test': { id: CALL, outcome: 'accepted' },
  [`POST /api/invocation/${CALL}/replay`]: { queued: 1 },
  'GET /docs/search.json': [
    { href: '/docs', page: 'Overview', title: 'Overview', keywords: '', text: 'Calls and messages.' },
  ],
};

/** The arguments of each tool. */
const given: Record<string, string[]> = {
  list_webhooks: [],
  get_webhook: ['webhook=Deploys'],
  find_calls: ['webhook=Deploys'],
  get_call: [`call=${CALL}`],
  explain_delivery: [`call=${CALL}`],
  render_template: ['template=Hello', `call=${CALL}`],
  search_docs: ['query=calls'],
  save_template: ['webhook=Deploys', 'template=Hello'],
  send_test: ['webhook=Deploys', 'sample=order'],
  replay: [`call=${CALL}`],
};

/** The official inspector lists and calls each tool of the packaged `tellhook mcp --write`. */
export const mcpInspector = async (tell: Tell): Promise<void> => {
  const of = INSPECTOR.slice(INSPECTOR.lastIndexOf('/') + 1);
  const folder = path.join(cacheDir, 'mcp');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n');
  const installed = await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', INSPECTOR], {
    cwd: folder,
  });
  if (installed.code !== 0)
    return tell({ of, about: 'mcp', verdict: 'missing', detail: `not installed: ${tailOf(installed.output)}` });
  const command = await buildCommand(path.join(folder, 'dist'));
  const api = createServer((request, response) => {
    const [place = ''] = (request.url ?? '').split('?');
    const answer = answers[`${request.method} ${place}`];
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}));
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  const { port } = api.address() as AddressInfo;
  const env = { TELLHOOK_URL: `http://127.0.0.1:${port}`, TELLHOOK_API_KEY: 'thk_nobody' };
  const ask = (...parameters: string[]) => {
    const inspector = path.join(folder, 'node_modules/.bin/mcp-inspector');
    const settings = Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
    const started = ['--cli', ...settings, process.execPath, command, 'mcp', '--write'];
    return run(inspector, [...started, ...parameters], { env, timeoutMs: 60_000 });
  };
  try {
    const names = [...readingTools, ...writingTools].map(({ name }) => name);
    const { stdout, output } = await ask('--method', 'tools/list');
    const missing = names.filter((name) => !stdout.includes(`"${name}"`));
    tell({
      of,
      about: 'tools/list',
      verdict: missing.length > 0 ? 'FAILED' : 'agrees',
      detail: missing.length > 0 ? tailOf(output) : `${names.length} tools`,
    });
    for (const name of names) {
      const parameters = (given[name] ?? []).flatMap((each) => ['--tool-arg', each]);
      const called = await ask('--method', 'tools/call', '--tool-name', name, ...parameters);
      const agrees =
        called.code === 0 && called.stdout.includes('result') && !called.stdout.includes('"isError": true');
      tell({
        of,
        about: `tools/call ${name}`,
        verdict: agrees ? 'agrees' : 'FAILED',
        detail: agrees ? 'a result' : tailOf(called.output),
      });
    }
    answers[KEY] = { ...(answers[KEY] as object), scopes: ['read'] };
    const reading = await ask('--method', 'tools/list');
    const found = names.filter((name) => reading.stdout.includes(`"${name}"`));
    const filtered = found.join() === readingTools.map(({ name }) => name).join();
    tell({
      of,
      about: 'tools/list of a key that reads',
      verdict: filtered ? 'agrees' : 'FAILED',
      detail: filtered ? `${found.length} tools` : tailOf(reading.output),
    });
  } finally {
    api.close();
  }
};
