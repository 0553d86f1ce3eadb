import { execFile } from 'node:child_process';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { sampleCalls } from '#contract/sample-calls';
import { buildCommand } from '../../cli/build.ts';
import { rendered } from '../../cli/src/rendered.ts';
import { knownSample } from '../../cli/src/samples.ts';
import { readyMadeFor } from '../../lambdas/templates/ready-made/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { world } from './support.ts';

const run = promisify(execFile);

/** A project with a config file and a template, without a network. */
const project = async (document: unknown, template = '{{order.number}} of {{customer.name}}\n') => {
  const cwd = temporaryFolder();
  await writeFile(path.join(cwd, 'tellhook.json'), JSON.stringify(document));
  await writeFile(path.join(cwd, 'orders.tellhook'), template);
  await writeFile(path.join(cwd, 'call.json'), '{"order":{"number":7},"customer":{"name":"Ada"}}');
  return world({}, { cwd, env: {} });
};

const withTests = (...tests: unknown[]) => ({
  tellhook: 1,
  webhooks: { Orders: { template: { file: 'orders.tellhook' }, tests } },
});

describe('test', () => {
  it('passes if every message is as expected, without key and network', async () => {
    const { run, seen } = await project(
      withTests(
        { call: 'call.json', expect: { equals: '7 of Ada' } },
        { sample: 'order', name: 'the sample', expect: { contains: ['1042', 'Acme'], lacks: ['undefined'] } },
      ),
    );
    expect(await run('test')).toBe(0);
    expect(seen.out).toBe('ok   Orders: call.json\nok   Orders: the sample\n2 of 2 passed\n');
  });

  it('fails with the differences, and prints them as JSON for programs', async () => {
    const document = withTests({ call: 'call.json', expect: { equals: '8', contains: ['Bob'], lacks: ['Ada'] } });
    const shown = await project(document);
    expect(await shown.run('test')).toBe(1);
    for (const words of ['is not "8"', 'does not contain "Bob"', 'contains "Ada"', '| 7 of Ada', '0 of 1 passed'])
      expect(shown.seen.out).toContain(words);
    const json = await project(document);
    expect(await json.run('test', '--json')).toBe(1);
    expect(JSON.parse(json.seen.out)).toMatchObject([{ webhook: 'Orders', passed: false, message: '7 of Ada' }]);
  });

  it('fails with the place of a template’s error', async () => {
    const { run, seen } = await project(withTests({ call: 'call.json', expect: { contains: ['7'] } }), 'a\n{{#each}}');
    expect(await run('test')).toBe(1);
    expect(seen.out).toMatch(/ {7}2:\d+ [A-Z]\d+ /);
  });

  it.each([
    [{ tellhook: 2, webhooks: {} }, 'tellhook: '],
    [
      { tellhook: 1, webhooks: { A: { tests: [{ expect: {} }] } } },
      'webhooks.A.tests.0: needs either `call` or `sample`',
    ],
    [{ tellhook: 1, webhooks: { A: { tmplate: '' } } }, 'tmplate'],
    [withTests(), 'has no tests'],
    [withTests({ call: 'gone.json', expect: {} }), 'There is no file gone.json.'],
  ])('says where a document is wrong: %j', async (document, words) => {
    const { run, seen } = await project(document);
    expect(await run('test')).toBe(1);
    expect(seen.err).toContain(words);
  });
});

describe('render', () => {
  it.each(sampleCalls.map(({ id }) => [id] as const))('prints %s like a webhook without a template', (id) => {
    const sample = knownSample(id);
    const facts = {
      body: sample.body ?? '',
      headers: sample.headers,
      contentType: sample.content_type,
      method: 'POST',
    };
    const { message, error } = rendered(sample, readyMadeFor(facts)?.template, 'Webhook');
    expect(error).toBeUndefined();
    if (readyMadeFor(facts)) expect(message).toBe(rendered(sample, undefined, 'Webhook').message);
    else expect(rendered(sample, undefined, 'Webhook').message).not.toBe('');
  });

  it('shows the place of an error, and exits with 1', async () => {
    const { run, seen } = await project(withTests(), '{{a');
    expect(await run('render', 'orders.tellhook', '--sample', 'order')).toBe(1);
    expect(seen.err).toMatch(/^orders\.tellhook:1:\d+ [A-Z]\d+ /);
  });
});

describe('the package', () => {
  it('is small, loads little at its start, and runs', async () => {
    const outdir = path.join(temporaryFolder(), 'dist');
    const file = await buildCommand(outdir);
    const files = await readdir(outdir, { recursive: true, withFileTypes: true });
    const sizes = await Promise.all(
      files
        .filter((each) => each.isFile())
        .map(async (each) => (await stat(path.join(each.parentPath, each.name))).size),
    );
    // It contains the messages of all services.
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_400_000);
    const entry = await readFile(file, 'utf8');
    expect(entry.length).toBeLessThan(2_000);
    expect(entry, 'imports nothing before it knows what is asked').not.toMatch(/^import[^(]/m);
    const { stdout } = await run(file, ['--version']);
    expect(stdout).toMatch(/^tellhook \d+\.\d+\.\d+\n$/);
    expect((await run(file, ['render', '--sample', 'order'])).stdout).toContain('1042');
  });
});
