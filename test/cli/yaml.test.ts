import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildCommand } from '../../cli/build.ts';
import { readDocument } from '../../cli/src/document.ts';
import { linesOf, parseDocumentText, toYaml } from '../../cli/src/document-text.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { aWebhook, world } from './support.ts';

const folder = async (files: Record<string, string>) => {
  const cwd = temporaryFolder();
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(cwd, name), text);
  return cwd;
};

const text = `# What we tell, and whom.
tellhook: 1
targets:
  Ops chat: { type: telegram }
webhooks:
  Deploys:
    targets: [Ops chat]
    template: !file deploys.tellhook
    verification: { mode: enforce, sender: github, secret: "\${GITHUB_SECRET}" }
    tests:
      - { sample: github-push, expect: { contains: [mona], parts: 1 } }
  Orders:
    targets: [Ops chat]
    template: |-
      Order {{order.number}}
      by {{customer.name}}
    retention_days: null
    intake: { duplicates: off }
`;

describe('a document as YAML', () => {
  it('is the same as one as JSON, with comments, long texts and a tag for files', async () => {
    const cwd = await folder({ 'tellhook.yaml': text });
    const read = await readDocument('tellhook.yaml', cwd);
    expect(read).toEqual({
      tellhook: 1,
      targets: { 'Ops chat': { type: 'telegram' } },
      webhooks: {
        Deploys: {
          targets: ['Ops chat'],
          template: { file: 'deploys.tellhook' },
          verification: { mode: 'enforce', sender: 'github', secret: '$'.concat('{GITHUB_SECRET}') },
          tests: [{ sample: 'github-push', expect: { contains: ['mona'], parts: 1 } }],
        },
        Orders: {
          targets: ['Ops chat'],
          template: 'Order {{order.number}}\nby {{customer.name}}',
          retention_days: null,
          intake: { duplicates: 'off' },
        },
      },
    });
    const json = await folder({ 'tellhook.json': JSON.stringify(read) });
    expect(await readDocument('tellhook.json', json)).toEqual(read);
  });

  it('is found in the folder, and has to be named if there are two', async () => {
    const one = await folder({ 'tellhook.yml': text, 'deploys.tellhook': '{{pusher.name}}' });
    const found = world({}, { cwd: one, env: {} });
    expect(await found.run('test'), found.seen.err).toBe(0);
    expect(found.seen.out).toContain('1 of 1 passed');
    const two = world({}, { cwd: await folder({ 'tellhook.yml': text, 'tellhook.json': '{}' }), env: {} });
    expect(await two.run('test')).toBe(1);
    expect(two.seen.err).toBe('tellhook: There are tellhook.json and tellhook.yml.\nPass one of them.\n');
  });

  it.each([
    ['a: [1', /^x\.yaml:1:\d+ is not valid YAML: /],
    ['a: 1\na: 2', /^x\.yaml:2:1 is not valid YAML: Map keys must be unique/],
    ['a: 1\nb: !secret 2', /^x\.yaml:2:4 is not valid YAML: Unresolved tag: !secret/],
    ['a: !!js/function "x"', /^x\.yaml:1:4 is not valid YAML: Unresolved tag/],
    ['a: 1\n---\nb: 1', /is not valid YAML/],
    ['a: *nothing', /is not valid YAML: Unresolved alias/],
    ['? [1, 2]\n: 3', /is not valid YAML/],
    [
      `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c,*c]`,
      /is not valid YAML: Excessive alias count/,
    ],
  ])('is rejected with its place: %j', async (wrong, words) => {
    await expect(parseDocumentText(wrong, 'x.yaml')).rejects.toThrow(words);
  });

  it('reports an invalid field with its line, in YAML and in JSON', async () => {
    const yaml = text.replace('sample: github-push', 'sampel: github-push').replace('mode: enforce', 'mode: strict');
    const json = '{\n  "tellhook": 1,\n  "webhooks": {\n    "A": {\n      "tmplate": ""\n    }\n  }\n}';
    const cwd = await folder({ 'tellhook.yaml': yaml, 'wrong.json': json });
    const wrong = world({}, { cwd, env: {} });
    expect(await wrong.run('test', 'tellhook.yaml')).toBe(1);
    expect(wrong.seen.err).toContain('tellhook.yaml:9 webhooks.Deploys.verification.mode: ');
    expect(wrong.seen.err).toContain('tellhook.yaml:11 webhooks.Deploys.tests.0: ');
    await wrong.run('test', 'wrong.json');
    expect(wrong.seen.err).toContain('wrong.json:4 webhooks.A: ');
  });

  it('cannot name properties that every object has', async () => {
    const wrong = 'tellhook: 1\nwebhooks:\n  __proto__: { enabled: false }\n  A: { constructor: 1 }';
    const value = (await parseDocumentText(wrong, 'x.yaml')) as { webhooks: object };
    expect(Object.getPrototypeOf(value.webhooks)).toBe(Object.prototype);
    expect(({} as { enabled?: boolean }).enabled).toBeUndefined();
  });

  it('reads its own output, and knows the line of everything in it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 3 }), async (value) => {
        const written = await toYaml({ value });
        expect(JSON.stringify(await parseDocumentText(written, 'x.yml'))).toBe(JSON.stringify({ value }));
        expect((await linesOf(written))(['value'])).toBeGreaterThan(0);
      }),
      { numRuns: 200 },
    );
  });

  it('is what export --yaml writes', async () => {
    const api = {
      listWebhooks: () => [{ ...aWebhook(11, 'Deploys'), target_ids: [] }],
      listTargets: () => [],
      listTargetKinds: () => [],
      getVerification: () => ({ mode: 'off' as const, sender: null, allow_ips: [], secrets: [] }),
    };
    const [yaml, json] = [world(api), world(api)];
    await yaml.run('export', '--yaml');
    await json.run('export');
    expect(await parseDocumentText(yaml.seen.out, 'x.yaml')).toEqual(JSON.parse(json.seen.out));
  });
});

describe("the number of a message's parts", () => {
  const documentOf = (expect: object, webhook: object, targets: object = { Chat: { type: 'telegram' } }) =>
    JSON.stringify({
      tellhook: 1,
      targets,
      webhooks: { Long: { template: '{{text}}', ...webhook, tests: [{ call: 'call.json', expect }] } },
    });
  const tested = async (document: string, length = 5000) => {
    const call = JSON.stringify({ text: 'word '.repeat(length / 5) });
    const { run, seen } = world({}, { cwd: await folder({ 'tellhook.json': document, 'call.json': call }), env: {} });
    return { code: await run('test'), out: seen.out };
  };

  it('is that of the target with the lowest limit', async () => {
    const chat = { targets: ['Chat'] };
    expect((await tested(documentOf({ parts: 2 }, chat))).code).toBe(0);
    expect((await tested(documentOf({ parts: 1 }, chat), 4000)).code).toBe(0);
    expect((await tested(documentOf({ parts: 1 }, chat))).out).toContain('sent in 2 parts, not in 1');
    const both = { Chat: { type: 'telegram' }, Wall: { type: 'discord' } };
    expect((await tested(documentOf({ parts: 3 }, { targets: ['Chat', 'Wall'] }, both))).code).toBe(0);
    expect((await tested(documentOf({ parts: 1 }, { ...chat, split_message: false }))).code).toBe(0);
    expect((await tested(documentOf({ parts: 1 }, { targets: ['Post'] }, { Post: { type: 'mock' } }))).code).toBe(0);
  });

  it('are not guessed where the document does not say enough', async () => {
    const why = 'can’t be counted in parts, because the file does not give the types of all its targets';
    expect((await tested(documentOf({ parts: 1 }, {}))).out).toContain(why);
    expect((await tested(documentOf({ parts: 1 }, { targets: ['Other'] }))).out).toContain(why);
    const rich = { targets: ['Chat'], format: 'rich' };
    expect((await tested(documentOf({ parts: 1 }, rich))).out).toContain('is rich');
  });
});

it('the command loads its YAML parser only for YAML documents', async () => {
  const cwd = await folder({ 'tellhook.yaml': text, 'deploys.tellhook': '{{pusher.name}}' });
  await writeFile(path.join(cwd, 'plain.json'), JSON.stringify(await readDocument('tellhook.yaml', cwd)));
  const dist = path.join(cwd, 'dist');
  const command = await buildCommand(dist);
  const parts = (await readdir(path.join(dist, 'parts'))).filter((part) => part !== 'messages');
  const isParser = async (part: string) =>
    (await readFile(path.join(dist, 'parts', part), 'utf8')).includes('YAMLParseError');
  const holding = [];
  for (const part of parts) if (await isParser(part)) holding.push(part);
  expect(holding).toHaveLength(1);
  const run = promisify(execFile);
  for (const file of ['plain.json', 'tellhook.yaml'])
    expect((await run(command, ['test', file], { cwd })).stdout).toContain('1 of 1 passed');
  await writeFile(path.join(dist, 'parts', holding[0] as string), 'throw new Error("it was read");');
  expect((await run(command, ['test', 'plain.json'], { cwd })).stdout).toContain('1 of 1 passed');
  await expect(run(command, ['test', 'tellhook.yaml'], { cwd })).rejects.toThrow('it was read');
});
