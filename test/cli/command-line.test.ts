import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { commands } from '../../cli/src/commands.ts';
import { knownSample } from '../../cli/src/samples.ts';
import { pipeline, walk, walkDocument } from '../../frontend/src/features/docs/samples/command-line.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { aCall, aKey, aWebhook, KEY, refusal, URL_OF_APP, world } from './support.ts';

describe('help', () => {
  it("lists every command, and shows each one's options and examples that name them", async () => {
    const all = world({});
    expect(await all.run('--help')).toBe(0);
    for (const { name, about, options, examples } of commands) {
      expect(all.seen.out).toContain(about);
      const one = world({});
      expect(await one.run(name, '--help')).toBe(0);
      expect(examples.length).toBeGreaterThan(0);
      for (const [line] of examples) {
        expect(one.seen.out).toContain(line);
        const [, used = ''] = new RegExp(`tellhook ${name}([^|>]*)`).exec(line) ?? [];
        expect(used, line).not.toBe(undefined);
        for (const [, option = ''] of used.matchAll(/ --([a-z-]+)/g))
          expect(Object.keys(options), line).toContain(option);
      }
    }
  });

  it.each([
    [['lisen'], 'There is no command lisen. Did you mean listen?'],
    [['help', 'lisen'], 'There is no command lisen. Did you mean listen?'],
    [['listen'], 'Missing <webhook>'],
    [['listen', 'a', 'b'], 'Too many arguments: b'],
    [['listen', 'a', '--nope'], "Unknown option '--nope'"],
    [['calls', 'a', '--limit', '0'], '--limit must be a whole number from 1 to 50'],
    [
      ['calls', 'a', '--status', 'good'],
      '--status must be one of attention, waiting, arrived, pending, held, success, partial, error',
    ],
    [['listen', 'a', '--since', 'soon'], 'soon is not a time'],
    [['send', 'a'], 'Pass either --sample or --body'],
    [['send', 'a', '--sample', 'nobody'], 'There is no sample nobody. Choose one of: order'],
    [['listen', 'a', '--to', '3000', '--filter', 'x'], 'x is not a filter'],
  ])('a wrong command line %j ends with 2, and says what is wrong and where to read on', async (args, words) => {
    const { run, seen } = world({});
    expect(await run(...args)).toBe(2);
    expect(seen.err).toContain(words);
    expect(seen.err).toMatch(/See: tellhook .*--help/);
    expect(seen.out).toBe('');
  });

  it.each([['plan'], ['apply', '--yes'], ['test']])(
    '%s without a document says how to begin with one',
    async (...args) => {
      const { run, seen } = world({}, { cwd: temporaryFolder() });
      expect(await run(...args)).toBe(1);
      expect(seen.err).toBe(
        'tellhook: There is no file tellhook.json.\nTo start from the current account: tellhook export > tellhook.json\n',
      );
    },
  );

  it('is the same in front of a command and behind it', async () => {
    const [before, behind] = [world({}), world({})];
    expect([await before.run('help', 'listen'), await behind.run('listen', '-h')]).toEqual([0, 0]);
    expect(before.seen.out).toBe(behind.seen.out);
  });

  it('completes commands and options in bash', async () => {
    const { run, seen } = world({});
    await run('completion', 'bash');
    const complete = (...words: string[]) =>
      execFileSync('bash', [
        '-c',
        `${seen.out}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _tellhook; echo "\${COMPREPLY[@]}"`,
      ])
        .toString()
        .trim();
    expect(complete('tellhook', 'li')).toBe('listen');
    expect(complete('tellhook', 'listen', '--re')).toBe('--record');
    for (const shell of ['zsh', 'fish']) {
      const other = world({});
      expect(await other.run('completion', shell)).toBe(0);
      for (const { name } of commands) expect(other.seen.out).toContain(name);
    }
    expect(await world({}).run('completion', 'csh')).toBe(2);
  });
});

describe("the documentation's example", () => {
  it.each([
    ['in the product', `${pipeline}\n${walk}`],
    ['in the README', readFileSync(new URL('../../cli/README.md', import.meta.url), 'utf8')],
  ])('names commands and options that there are: %s', async (_, text) => {
    const lines = [...text.matchAll(/(?:^\$|run:) tellhook (.+)$/gm)].map(([, line = '']) => line);
    expect(lines.length).toBeGreaterThan(5);
    for (const line of lines) {
      const [words = ''] = line.split(/ [|<>] /);
      const { run, seen } = world({});
      expect(await run(...words.split(' '), '--help'), `${line}: ${seen.err}`).toBe(0);
    }
  });

  it('passes in a pipeline', async () => {
    const cwd = temporaryFolder();
    await writeFile(path.join(cwd, 'tellhook.json'), walkDocument);
    await writeFile(path.join(cwd, 'deploys.tellhook'), '{{pusher.name}} pushed to {{repository.full_name}}\n');
    await mkdir(path.join(cwd, 'samples'));
    const call = knownSample('github-push');
    await writeFile(path.join(cwd, 'samples/push.json'), JSON.stringify(call));
    const tested = world({}, { cwd, env: {} });
    expect(await tested.run('test'), tested.seen.out).toBe(0);
    expect(tested.seen.out).toBe('ok   Deploys: samples/push.json\n1 of 1 passed\n');
  });
});

describe('the key', () => {
  const listWebhooks = () => [aWebhook(11, 'Deploys')];

  it('is requested, tested, and stored readable only by its owner', async () => {
    const home = temporaryFolder();
    const env = { XDG_CONFIG_HOME: home };
    const first = world({ listWebhooks }, { env, interactive: true });
    expect(await first.run('login', '--paste', '--url', URL_OF_APP)).toBe(0);
    expect(first.seen.pages).toEqual([`${URL_OF_APP}/user/settings#keys`]);
    const file = path.join(home, 'tellhook', 'config.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ url: URL_OF_APP, key: KEY });
    expect(first.seen.out + first.seen.err).not.toContain(KEY);

    let sent: string | null = null;
    const later = world(
      {
        listWebhooks: ({ headers }) => {
          sent = headers.get('authorization');
          return listWebhooks();
        },
      },
      { env },
    );
    expect(await later.run('webhooks')).toBe(0);
    expect(sent).toBe(`Bearer ${KEY}`);
    expect(later.seen.out).toMatch(/11\s+enabled\s+3\s+Deploys/);
    expect(await later.run('logout')).toBe(0);
    await expect(stat(file)).rejects.toThrow();
    expect(await later.run('webhooks')).toBe(1);
    expect(later.seen.err).toContain('Run: tellhook login');
  });

  it('is not stored if the server rejects it', async () => {
    const env = { XDG_CONFIG_HOME: temporaryFolder() };
    const refused = world({ listWebhooks: () => refusal(401, 'unauthenticated', 'token invalid or expired') }, { env });
    expect(await refused.run('login', '--url', URL_OF_APP, '--stdin')).toBe(1);
    expect(refused.seen.err).toContain('Create a key in Settings');
    expect(await world({}, { env }).run('webhooks')).toBe(1);
  });

  it('is never sent unencrypted, or to another server', async () => {
    const env = { XDG_CONFIG_HOME: temporaryFolder() };
    expect(await world({}, { env }).run('login', '--url', 'http://app.example.com', '--stdin')).toBe(1);
    await world({ listWebhooks }, { env }).run('login', '--url', URL_OF_APP, '--stdin');
    const elsewhere = world({}, { env: { ...env, TELLHOOK_URL: 'https://evil.example.com' } });
    expect(await elsewhere.run('webhooks')).toBe(1);
    expect(elsewhere.seen.err).toContain('the saved key is for https://app.example.com');
  });
});

describe('signing in by a code', () => {
  const started = { code: 'BCDF-GHJK', secret: 'told-to-the-program', expires_in_seconds: 600, interval_seconds: 3 };
  const created = { ...aKey, key: KEY };
  type Taken = { state: 'waiting' | 'refused' } | { state: 'ready'; key: typeof created };

  /** A user at a terminal, and the server's responses about the code, in order. */
  const terminal = async (answers: (Taken | Response)[], more: object = {}) => {
    const env = { XDG_CONFIG_HOME: temporaryFolder() };
    const asked: unknown[] = [];
    let time = Date.parse('2026-03-01T12:00:00.000Z');
    const api = {
      startKeyRequest: ({ body, headers }: { body: unknown; headers: Headers }) => {
        asked.push(body, headers.get('authorization'));
        return started;
      },
      takeKey: ({ body }: { body: unknown }) => {
        asked.push(body);
        return answers.shift() ?? { state: 'waiting' as const };
      },
      listWebhooks: () => [aWebhook(11, 'Deploys')],
      ...more,
    };
    const io = {
      env,
      interactive: true,
      now: () => new Date(time),
      sleep: async (milliseconds: number) => {
        time += milliseconds;
      },
    };
    const shown = world(api as never, io);
    const code = await shown.run('login', '--url', URL_OF_APP);
    return { code, asked, ...shown.seen, file: path.join(env.XDG_CONFIG_HOME, 'tellhook', 'config.json') };
  };

  it('shows the code and the page, waits, and stores the key', async () => {
    const { code, asked, err, out, pages, file } = await terminal([
      { state: 'waiting' },
      refusal(503, 'unavailable', 'Try again.'),
      { state: 'ready', key: created },
    ]);
    expect(code).toBe(0);
    expect(err).toBe(
      `Your code: BCDF-GHJK\nEnter it in the browser, at ${URL_OF_APP}/user/cli. It is valid for 10 minutes.\n`,
    );
    expect(pages).toEqual([`${URL_OF_APP}/user/cli`]);
    expect(asked.slice(0, 3)).toEqual([
      { name: 'tellhook on laptop' },
      null,
      { code: 'BCDF-GHJK', secret: 'told-to-the-program' },
    ]);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ url: URL_OF_APP, key: KEY });
    for (const secret of [KEY, 'told-to-the-program']) expect(err + out).not.toContain(secret);
  });

  it.each([
    ['refuses', [{ state: 'refused' as const }], 'You rejected the request in the browser.'],
    ['is late', [refusal(404, 'not-found', 'Code not found')], 'The code is no longer valid.'],
    ['does nothing', [], 'The code expired before anyone entered it.'],
  ])('ends with 1, and keeps nothing, when the person %s', async (_, answers, words) => {
    const { code, err, file } = await terminal([...answers]);
    expect([code, err]).toEqual([1, expect.stringContaining(words)]);
    await expect(stat(file)).rejects.toThrow();
  });

  it('asks for a key if the application does not support codes', async () => {
    const old = { startKeyRequest: () => refusal(404, 'not-found', 'Path not found') };
    const { code, pages } = await terminal([], old);
    expect([code, pages]).toEqual([0, [`${URL_OF_APP}/user/settings#keys`]]);
  });
});

describe('a result', () => {
  it('is JSON for programs, and harmless in a terminal', async () => {
    const nasty = 'before\u001b]0;owned\u0007\u001b[2Jafter';
    const api = {
      listWebhooks: () => [aWebhook(11, nasty)],
      getInvocation: () => aCall(1, { raw_body: nasty }),
      listDispatches: () => [],
    };
    const shown = world(api);
    await shown.run('webhooks');
    await shown.run('show', aCall(1).id);
    for (const control of ['\u001b', '\u0007']) expect(shown.seen.out).not.toContain(control);
    expect(shown.seen.out).toContain('before]0;owned[2Jafter');
    const json = world(api);
    await json.run('webhooks', '--json');
    expect(JSON.parse(json.seen.out)[0].name).toBe(nasty);
  });

  it('is a saved sample if the call has expired', async () => {
    const gone = () => refusal(404, 'not-found', 'Invocation not found');
    const { id, invoked_at, method, content_type, size, query, raw_headers, raw_body, raw_body_encoding } = aCall(1);
    const sample = { id, invoked_at, method, content_type, size, query, raw_headers, raw_body, raw_body_encoding };
    const kept = { ...sample, name: 'Odd', kept_at: invoked_at };
    const cwd = temporaryFolder();
    const { run } = world({ getInvocation: gone, getSample: () => kept }, { cwd });
    expect(await run('show', id, '--save', 'odd.json')).toBe(0);
    expect(JSON.parse(await readFile(path.join(cwd, 'odd.json'), 'utf8'))).toMatchObject({ method, body: raw_body });
    const never = world({ getInvocation: gone, getSample: () => refusal(404, 'not-found', 'Sample not found') });
    expect(await never.run('show', id, '--save', 'odd.json')).toBe(1);
    expect(never.seen.err).toContain('Invocation not found');
  });

  it('is rejected with the server’s words and the next step', async () => {
    const why = refusal(403, 'key-scope-missing', 'This request needs an API key with the scope `send`.');
    const { run, seen } = world({ listWebhooks: () => [aWebhook(11, 'Deploys')], testWebhook: () => why });
    expect(await run('send', 'deploys', '--sample', 'order')).toBe(1);
    expect(seen.err).toBe(
      'tellhook: This request needs an API key with the scope `send`.\nCreate a key with that scope in Settings, then run: tellhook login\n',
    );
  });

  it('lists the existing names for an unknown one, and asks for an id if two are the same', async () => {
    const api = { listWebhooks: () => [aWebhook(11, 'Deploys'), aWebhook(12, 'deploys'), aWebhook(13, 'Shop')] };
    const unknown = world(api);
    expect(await unknown.run('calls', 'nothing')).toBe(1);
    expect(unknown.seen.err).toContain('Choose one of: Deploys, deploys, Shop');
    const twice = world(api);
    expect(await twice.run('calls', 'Deploys')).toBe(1);
    expect(twice.seen.err).toContain('Choose one by its ID: 11, 12');
  });

  it('is resent to the named targets', async () => {
    let asked: unknown;
    const target = { id: 21, name: 'Ops chat' } as never;
    const { run, seen } = world({
      listTargets: () => [target],
      replayInvocation: ({ body }) => {
        asked = body;
        return { queued: 1 };
      },
    });
    expect(await run('replay', aCall(1).id, '--target', 'ops chat')).toBe(0);
    expect(asked).toEqual({ target_ids: [21] });
    expect(seen.out).toContain('1 message is being resent');
  });
});

describe('a key restricted to webhooks', () => {
  const bound = {
    getKey: () => ({ ...aKey, name: 'CI', webhook_ids: [11], expires_at: '2026-06-01T00:00:00.000Z' }),
    listWebhooks: () => [aWebhook(11, 'Deploys')],
  };
  const note =
    'The key “CI” works only for one webhook. For others, create a key in Settings, then run: tellhook login\n';

  it('explains why a webhook or a call is not found', async () => {
    const named = world(bound);
    expect(await named.run('calls', 'Shop')).toBe(1);
    expect(named.seen.err).toBe(`tellhook: There is no webhook Shop.\n${note}`);
    const missing = () => refusal(404, 'not-found', 'Invocation not found');
    const call = world({ ...bound, replayInvocation: missing });
    expect(await call.run('replay', aCall(1).id)).toBe(1);
    expect(call.seen.err).toBe(`tellhook: Invocation not found\n${note}`);
    const free = world({ replayInvocation: missing });
    await free.run('replay', aCall(1).id);
    expect(free.seen.err).toBe('tellhook: Invocation not found\n');
  });

  it('works with an application too old to support it', async () => {
    const old = world({ ...bound, getKey: () => refusal(404, 'not-found', 'Path not found') });
    expect(await old.run('calls', 'Shop')).toBe(1);
    expect(old.seen.err).toContain('Choose one of: Deploys');
  });
});

it('a send-only key names a webhook by its id', async () => {
  const { run, seen } = world({
    listWebhooks: () => refusal(403, 'key-scope-missing', 'This request needs an API key with the scope `read`'),
    testWebhook: ({ params }) => ({ id: aCall(Number(params.id)).id, outcome: 'accepted' }),
  });
  expect(await run('send', '11', '--sample', 'order')).toBe(0);
  expect(seen.out).toContain(`Accepted as ${aCall(11).id}`);
  expect(await run('send', 'deploys', '--sample', 'order')).toBe(1);
});

it('acknowledge tells the first person, and everyone else who was first', async () => {
  const first = world({ acknowledgeInvocation: ({ params }) => void expect(params.id).toBe(aCall(1).id) });
  expect(await first.run('acknowledge', aCall(1).id)).toBe(0);
  expect(first.seen.out).toBe('Acknowledged. No further targets get this call.\n');
  const words = 'This call was already acknowledged by Ops at 2026-02-01T11:00:00.000Z.';
  const late = world({ acknowledgeInvocation: () => refusal(409, 'acknowledged-already', words) });
  expect(await late.run('acknowledge', aCall(1).id)).toBe(1);
  expect(late.seen.err).toContain(words);
});

it('matters lists those of a webhook with its latest call, or says why there are none', async () => {
  const matter = {
    ...{ title: 'CPU high\u001b[2J on web-3', state: 'open' as const, severity: 'critical' as const, count: 7 },
    ...{ opened_at: '2026-02-01T11:00:00.000Z', latest_at: '2026-02-01T11:30:00.000Z' },
    ...{ invocation_id: aCall(3).id, target_ids: [21], acknowledged_by: 'Ops' },
  };
  const { run, seen } = world({ listWebhooks: () => [aWebhook(11, 'Deploys')], listMatters: () => [matter] });
  expect(await run('matters', 'Deploys')).toBe(0);
  expect(seen.out).toMatch(
    new RegExp(`^open +critical +2026-02-01 11:00:00 +7 +${matter.invocation_id} +Ops +CPU high\\[2J on web-3$`, 'm'),
  );
  const { count: _count, ...alone } = matter;
  const asked: unknown[] = [];
  const waiting = world({
    listWebhooks: () => [aWebhook(11, 'Deploys')],
    listMatters: ({ query }) => {
      asked.push(query);
      return [alone];
    },
  });
  expect(await waiting.run('matters', 'Deploys', '--ack', 'open')).toBe(0);
  expect(asked).toEqual([{ ack: 'open' }]);
  expect(waiting.seen.out).toMatch(/11:00:00 +- /);
  expect(await waiting.run('matters', 'Deploys', '--ack', 'none')).toBe(2);
  const none = world({ listWebhooks: () => [aWebhook(11, 'Deploys')], listMatters: () => [] });
  expect(await none.run('matters', 'Deploys')).toBe(0);
  expect(none.seen.out).toContain('They are listed if its follow or acknowledge setting is on.');
});

describe('the audit log', () => {
  const change = (id: string) => ({
    id,
    at: '2026-03-01T11:00:00.000Z',
    action: 'updateWebhook',
    what: 'Webhook changed',
    object: 'webhook' as const,
    object_id: '11',
    object_name: '=HYPERLINK("x")',
    by: 'key' as const,
    key_id: aKey.id,
    key_name: 'CI (…K3fQ)',
    ip: '203.0.113.5',
    fields: ['name', 'intake.answer'],
  });
  const pages = [change('b'.repeat(25)), change('a'.repeat(25))];
  const api = {
    listChanges: ({ query }: { query: { cursor?: string | undefined } }) =>
      query.cursor ? { changes: pages.slice(1) } : { changes: pages.slice(0, 1), next: 'b'.repeat(25) },
  };

  it('is printed with when, where, who and what, from all pages', async () => {
    const { run, seen } = world(api);
    expect(await run('audit')).toBe(0);
    expect(seen.out.trim().split('\n')).toHaveLength(3);
    expect(seen.out).toMatch(/203\.0\.113\.5 +API key CI \(…K3fQ\) +Webhook changed · .* · name, intake\.answer/);
  });

  it('is a CSV file whose names are never formulas', async () => {
    const { run, seen } = world(api);
    expect(await run('audit', '--csv')).toBe(0);
    const [head, row] = seen.out.split('\r\n');
    expect(head).toBe(
      '\u{feff}at,what,action,object,object_id,object_name,by,key_id,key_name,member_email,detail,ip,fields',
    );
    expect(row).toContain(`"'=HYPERLINK(""x"")",key,`);
    expect(row).toMatch(/203\.0\.113\.5,name intake\.answer$/);
  });

  it('is JSON as the API has it', async () => {
    const { run, seen } = world(api);
    await run('audit', '--json');
    expect(JSON.parse(seen.out)).toEqual(pages);
  });
});
