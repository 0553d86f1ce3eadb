import { readFileSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Response as Told } from '#contract/messages';
import { verificationChange, verificationCheck } from '#contract/verification';
import { webhookFields } from '#contract/webhook';
import { WEBHOOK_DEFAULTS } from '#contract/webhook-defaults';
import { webhookSettings } from '#contract/webhook-settings';
import { describeWebhook } from '../../cli/src/account-state.ts';
import { createSealer } from '../../lambdas/adapters/sealing.ts';
import { verificationBinding } from '../../lambdas/model/verification.ts';
import type { Webhook } from '../../lambdas/model/webhook.ts';
import { checkCalls } from '../../lambdas/verification/check-calls.ts';
import { getVerification, setVerification } from '../../lambdas/verification/set-verification.ts';
import { withoutAddress } from '../../lambdas/webhooks/read-webhooks.ts';
import { aWebhook as aStoredWebhook, movableClock } from '../support/in-memory.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { aKey, aWebhook, type FakeApi, refusal, URL_OF_APP, world } from './support.ts';

type Target = Told<'listTargets'>[number];

const aTarget = (id: number, name: string, type: string): Target => ({
  id,
  name,
  status: 'active',
  options: {},
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  target_type: type,
  number_of_dispatches: 0,
  last_dispatch_at: '0001-01-01T00:00:00Z',
  associated_webhooks: [],
});

/** Verification with the product's own verbs, on webhooks in memory. */
const verifications = () => {
  const stored = new Map<number, Webhook>();
  const sealer = createSealer('a sealing secret of these tests');
  const get = async (userId: number, id: number) => stored.get(id) ?? aStoredWebhook({ userId, id });
  const ports = {
    webhooks: {
      get,
      change: async (userId: number, id: number, change: (it: Webhook) => Webhook | Promise<Webhook>) => {
        const changed = await change(await get(userId, id));
        stored.set(id, changed);
        return changed;
      },
    },
    invocations: { list: async () => ({ items: [], cursor: undefined }), content: async () => undefined },
    readSealer: async () => sealer,
    clock: movableClock('2026-03-01T12:00:00.000Z'),
  } as unknown as Parameters<typeof checkCalls>[3];
  const api: FakeApi = {
    getVerification: ({ params }) => getVerification(1, Number(params.id), ports),
    setVerification: ({ params, body }) => setVerification(1, Number(params.id), verificationChange.parse(body), ports),
    checkVerification: ({ params, body }) => checkCalls(1, Number(params.id), verificationCheck.parse(body), ports),
  };
  /** The secrets of the only webhook that has some, oldest first, as text; false for a retired one. */
  const secrets = () =>
    [...stored.values()].flatMap(({ userId, id, verification }) => {
      const opened = verification?.sealed ? sealer.open(verification.sealed, verificationBinding(userId, id)) : {};
      return (verification?.secrets ?? []).map((note) => [opened[note.id], note.expiresAt === undefined]);
    });
  return { api, secrets };
};

/** An account behind a fake API, which stores changes as the product does. */
const account = () => {
  const state = {
    webhooks: [] as Told<'listWebhooks'>,
    targets: [aTarget(1, 'Ops chat', 'telegram')],
  };
  const { api: calling, secrets } = verifications();
  let id = 100;
  const kind = (slug: string, setup: string) => ({ slug, setup }) as Told<'listTargetKinds'>[number];
  const api: FakeApi = {
    listWebhooks: () => state.webhooks,
    listTargets: () => state.targets,
    listTargetKinds: () => [kind('telegram', 'code'), kind('mock', 'none'), kind('http', 'form')],
    createTarget: ({ body }) => {
      id += 1;
      const target = aTarget(id, body.name, body.type);
      state.targets.push(target);
      return target;
    },
    updateTarget: ({ params, body }) => {
      const target = state.targets.find((each) => each.id === Number(params.id));
      if (!target) return refusal(404, 'not-found', 'Target not found');
      if (body.enabled !== undefined) target.status = body.enabled ? 'active' : 'disabled';
      const { fallback_target_id: fallback, fallback_after_minutes: minutes = 10 } = body;
      if (fallback) Object.assign(target, { fallback_target_id: fallback, fallback_after_minutes: minutes });
      if (fallback === null) {
        delete target.fallback_target_id;
        delete target.fallback_after_minutes;
      }
      return target;
    },
    createWebhook: ({ body }) => {
      id += 1;
      state.webhooks.push({ ...aWebhook(id, ''), ...(webhookFields.parse(body.webhook) as object) });
      return { webhook_id: id, route: 'a-route' };
    },
    updateWebhook: ({ params, body }) => {
      state.webhooks = state.webhooks.map((each) =>
        each.id === Number(params.id) ? { ...each, ...(webhookFields.parse(body) as object) } : each,
      );
      return undefined;
    },
    ...calling,
    deleteWebhook: ({ params }) => {
      state.webhooks = state.webhooks.filter((each) => each.id !== Number(params.id));
      return undefined;
    },
  };
  return { state, api, secrets };
};

const project = async (document: unknown) => {
  const cwd = temporaryFolder();
  await writeFile(path.join(cwd, 'tellhook.json'), JSON.stringify(document));
  return cwd;
};

const run = async (api: FakeApi, document: unknown, args: string[], env: Record<string, string> = {}) => {
  const play = world(api, { cwd: await project(document) });
  Object.assign(play.io.env, env);
  const code = await play.run(...args);
  return { code, ...play.seen };
};

/** An environment variable in a config file. */
const variable = (name: string) => `\${${name}}`;

const deploys = {
  tellhook: 1,
  targets: { 'Ops chat': { type: 'telegram' }, Audit: { type: 'http', options: { url: variable('AUDIT_URL') } } },
  webhooks: {
    Deploys: { targets: ['Ops chat', 'Audit'], template: '{{name}}', tests: [{ sample: 'order', expect: {} }] },
  },
};
const env = { AUDIT_URL: 'https://audit.example.com' };

describe('plan and apply', () => {
  it('create missing objects, and find nothing to do afterwards', async () => {
    const { state, api } = account();
    const planned = await run(api, deploys, ['plan'], env);
    expect([planned.code, planned.err]).toEqual([1, '']);
    expect(planned.out).toContain(
      '+ create target Audit\n+ create webhook Deploys\n    targets: ["Audit","Ops chat"]\n',
    );
    expect(state.webhooks).toEqual([]);
    const [, hash = ''] = /Plan (\w+)/.exec(planned.out) ?? [];
    const applied = await run(api, deploys, ['apply', '--plan', hash], env);
    expect([applied.code, applied.out]).toEqual([0, 'created target Audit\ncreated webhook Deploys\n']);
    expect(state.webhooks).toMatchObject([
      { name: 'Deploys', use_template: true, template: '{{name}}', target_ids: [1, 101] },
    ]);
    expect(await run(api, deploys, ['plan'], env)).toMatchObject({ code: 0, out: 'Nothing to change.\n' });
  });

  it('set the fallbacks of targets, new ones included, and export them by name', async () => {
    const { state, api } = account();
    const fallback = { fallback_target: 'Audit', fallback_after_minutes: 5 };
    const document = { ...deploys, targets: { ...deploys.targets, 'Ops chat': { type: 'telegram', ...fallback } } };
    const planned = await run(api, document, ['plan'], env);
    expect(planned.out).toContain(
      '~ change target Ops chat\n    fallback_target: (nothing) → "Audit"\n    fallback_after_minutes: (nothing) → 5\n',
    );
    const applied = await run(api, document, ['apply', '--yes'], env);
    expect(applied.out).toContain('set the fallback of Ops chat\n');
    expect(state.targets[0]).toMatchObject({ fallback_target_id: 101, fallback_after_minutes: 5 });
    expect(await run(api, document, ['plan'], env)).toMatchObject({ code: 0, out: 'Nothing to change.\n' });
    const exported = JSON.parse((await run(api, {}, ['export'])).out);
    expect(exported.targets['Ops chat']).toEqual({ type: 'telegram', enabled: true, ...fallback });
    expect(exported.targets.Audit).toEqual({ type: 'http', enabled: true });
    const without = { tellhook: 1, targets: { 'Ops chat': { type: 'telegram', fallback_target: null } }, webhooks: {} };
    await run(api, without, ['apply', '--yes']);
    expect(state.targets[0]).not.toHaveProperty('fallback_target_id');
  });

  it('find fallbacks that do not exist, and leave unnamed ones as they are', async () => {
    const { state, api } = account();
    const targets = (fallback: object) => ({
      tellhook: 1,
      targets: { 'Ops chat': { type: 'telegram', ...fallback } },
      webhooks: {},
    });
    for (const [name, reason] of [
      ['Nowhere', 'does not exist'],
      ['Ops chat', 'is this target'],
    ]) {
      const planned = await run(api, targets({ fallback_target: name }), ['plan']);
      expect([planned.code, planned.err]).toEqual([1, expect.stringContaining(`names ${name}, which ${reason}`)]);
    }
    Object.assign(state.targets[0] as Target, { fallback_target_id: 7, fallback_after_minutes: 5 });
    expect((await run(api, targets({}), ['plan'])).code).toBe(0);
    expect((await run(api, targets({ fallback_after_minutes: 5 }), ['plan'])).code).toBe(0);
  });

  it('name the targets of escalation steps, and find those that do not exist', async () => {
    const { state, api } = account();
    const document = (...targets: string[]) => {
      const steps = [{ after_minutes: 10, targets }];
      return { tellhook: 1, webhooks: { Deploys: { targets: ['Ops chat'], acknowledge: { from: 'always', steps } } } };
    };
    state.targets.push(aTarget(7, 'Second', 'mock'));
    await run(api, document('Second'), ['apply', '--yes']);
    expect(state.webhooks).toMatchObject([
      { acknowledge: { from: 'always', steps: [{ after_minutes: 10, target_ids: [7] }] } },
    ]);
    const planned = await run(api, document('Second', 'Nowhere'), ['plan']);
    expect([planned.code, planned.err]).toEqual([
      1,
      expect.stringContaining('webhooks.Deploys.acknowledge.steps.0.targets: contains Nowhere, which does not exist'),
    ]);
  });

  it('change only fields in the document, and delete only on request', async () => {
    const { state, api } = account();
    state.webhooks.push({ ...aWebhook(11, 'Deploys'), target_ids: [1], split_message: false }, aWebhook(12, 'Old'));
    const document = { tellhook: 1, webhooks: { Deploys: { enabled: false } } };
    const planned = await run(api, document, ['plan', '--json']);
    expect(JSON.parse(planned.out).changes).toEqual([
      { action: 'change', what: 'webhook', name: 'Deploys', fields: [{ field: 'enabled', from: true, to: false }] },
    ]);
    await run(api, document, ['apply', '--yes']);
    expect(state.webhooks).toMatchObject([{ enabled: false, split_message: false, target_ids: [1] }, { name: 'Old' }]);
    expect((await run(api, document, ['apply', '--yes', '--prune'])).out).toBe('deleted webhook Old\n');
    expect(state.webhooks.map(({ name }) => name)).toEqual(['Deploys']);
  });

  it('reject a plan that has changed, and one that was never shown', async () => {
    const { state, api } = account();
    const { out } = await run(api, deploys, ['plan', '--json'], env);
    state.targets.push(aTarget(2, 'Another', 'mock'));
    const late = await run(api, deploys, ['apply', '--plan', JSON.parse(out).plan], env);
    expect(late.code).toBe(1);
    expect(late.err).toContain('the config file or the account has changed');
    expect((await run(api, deploys, ['apply'], env)).code).toBe(2);
    expect(state.webhooks).toEqual([]);
  });

  it('list the problems by their place, and then do nothing', async () => {
    const { state, api } = account();
    state.webhooks.push(aWebhook(11, 'Twice'), aWebhook(12, 'Twice'));
    const document = {
      tellhook: 1,
      targets: {
        Audit: { type: 'http', options: { url: variable('AUDIT_URL') } },
        Phone: { type: 'telegram' },
        'Ops chat': { type: 'http' },
        Odd: { type: 'pager' },
      },
      webhooks: { A: { targets: ['Nobody'] }, B: { enabled: true }, Twice: { enabled: false } },
    };
    for (const args of [['plan'], ['apply', '--yes']]) {
      const { code, err } = await run(api, document, args);
      expect(code).toBe(1);
      expect(
        err
          .replace(/^problem tellhook\.json:\d+ /gm, 'problem ')
          .trim()
          .split('\n'),
      ).toEqual([
        'problem targets.Audit.options: the environment variable AUDIT_URL is not set',
        'problem targets.Phone: this type needs manual setup; create the target with this name in Tellhook first',
        `    ${URL_OF_APP}/targets/new?name=Phone&type=telegram`,
        'problem targets.Ops chat.type: is telegram in the account, and a target’s type can’t change',
        `    ${URL_OF_APP}/targets/1`,
        'problem targets.Odd: pager is not a target type; choose one of: telegram, mock, http',
        'problem webhooks.A.targets: contains Nobody, which does not exist',
        `    ${URL_OF_APP}/targets/new`,
        'problem webhooks.B.targets: is missing; a webhook needs at least one target',
        'problem webhooks.Twice: 2 webhooks in the account have this name; rename all but one',
        `    ${URL_OF_APP}/webhooks/11`,
      ]);
    }
    expect(state.webhooks).toHaveLength(2);
  });

  it('put problems first, and do the rest where they are skipped', async () => {
    const { state, api } = account();
    const rule = { when: null, template: null, quiet: null, otherwise: false };
    const document = {
      tellhook: 1,
      targets: {
        Phone: { type: 'telegram' },
        Audit: { type: 'http', options: { url: variable('AUDIT_URL') } },
        Silent: { type: 'http', options: { url: variable('NOT_SET') } },
      },
      webhooks: {
        Deploys: { targets: ['Phone', 'Audit', 'Ops chat'], routing: { Phone: rule, 'Ops chat': rule } },
        Calls: { targets: ['Phone'] },
        Signed: { targets: ['Ops chat'], verification: { mode: 'enforce', sender: 'github' } },
      },
    };
    const play = world(api, { cwd: await project(document) });
    Object.assign(play.io.env, env);
    const told: string[] = [];
    play.io.out = (text) => told.push(text);
    play.io.err = (text) => told.push(text);
    expect(await play.run('plan')).toBe(1);
    const lines = told.join('').split('\n');
    const firstChange = lines.findIndex((line) => line.startsWith('+'));
    expect(lines.findLastIndex((line) => line.startsWith('problem'))).toBeLessThan(firstChange);
    expect(lines.filter((line) => line.startsWith('+'))).toEqual(['+ create target Audit', '+ create webhook Deploys']);
    expect(lines).toContain('    targets: ["Audit","Ops chat"]');
    expect(lines).toContain('    without: Phone');
    const [, hash = ''] = /apply --skip --plan (\w+)/.exec(told.join('')) ?? [];
    expect((await run(api, document, ['apply', '--plan', hash], env)).code).toBe(1);
    expect(state.webhooks).toEqual([]);

    const applied = await run(api, document, ['apply', '--skip', '--plan', hash], env);
    expect([applied.code, applied.out]).toEqual([1, 'created target Audit\ncreated webhook Deploys\n']);
    expect(applied.err).toContain('webhooks.Calls.targets: all have problems; fix those first');
    expect(state.webhooks).toMatchObject([{ name: 'Deploys', target_ids: [101, 1], routing: [{ target_id: 1 }] }]);
    const again = await run(api, document, ['plan', '--json'], env);
    expect(JSON.parse(again.out).changes).toEqual([]);
    expect(JSON.parse(again.out).problems[0]).toMatchObject({
      path: 'targets.Phone',
      link: `${URL_OF_APP}/targets/new?name=Phone&type=telegram`,
    });

    state.targets.push(aTarget(2, 'Phone', 'telegram'));
    await run(api, document, ['apply', '--yes', '--skip'], env);
    expect(state.webhooks).toMatchObject([{ target_ids: [2, 101, 1] }, { name: 'Calls', target_ids: [2] }]);
  });

  it('show no secret, neither in a plan nor in an export', async () => {
    const { api } = account();
    const document = {
      tellhook: 1,
      webhooks: {
        Meta: { targets: ['Ops chat'], intake: { answer_handshakes: true, verify_token: variable('TOKEN') } },
      },
    };
    const secret = { TOKEN: 'correct-horse' };
    const told = [
      await run(api, document, ['plan'], secret),
      await run(api, document, ['plan', '--json'], secret),
      await run(api, document, ['apply', '--yes'], secret),
      await run(api, document, ['export'], secret),
    ];
    expect(JSON.stringify(told)).not.toContain('correct-horse');
    expect(told[0]?.out).toContain('intake.verify_token: "(set)"');
    expect((await run(api, document, ['plan'], secret)).code).toBe(0);
  });

  it('report facts hidden from a read-only key, and give the same plan id as with write access', async () => {
    const { api } = account();
    const meta = (split_message: boolean) => ({
      tellhook: 1,
      webhooks: {
        Meta: {
          targets: ['Ops chat'],
          split_message,
          intake: { answer_handshakes: true, verify_token: variable('TOKEN') },
        },
      },
    });
    const secret = { TOKEN: 'correct-horse' };
    await run(api, meta(true), ['apply', '--yes'], secret);
    const reading: FakeApi = {
      ...api,
      listWebhooks: (call) => {
        const webhooks = api.listWebhooks?.(call) as Told<'listWebhooks'>;
        return webhooks.map((webhook) => withoutAddress(webhook));
      },
    };
    const same = await run(reading, meta(true), ['plan'], secret);
    expect([same.code, same.out]).toEqual([0, 'Nothing to change.\n']);
    expect(same.err).toContain('Meta: intake.verify_token is not compared, because the key is read-only.');
    expect((await run(api, meta(true), ['plan'], secret)).err).toBe('');
    const [read, written] = await Promise.all([reading, api].map((each) => run(each, meta(false), ['plan'], secret)));
    expect(read?.out).toContain('split_message: true → false');
    expect(read?.out).toBe(written?.out);
    expect((await run(reading, meta(true), ['export'], secret)).code).toBe(0);
  });
});

describe('the verification', () => {
  const signed = (secret: string, more: object = {}) => ({
    tellhook: 1,
    webhooks: {
      Deploys: { targets: ['Ops chat'], verification: { mode: 'enforce', sender: 'github', secret, ...more } },
    },
  });
  const first = { GITHUB_SECRET: 'the-first-secret-1111' };
  const second = { GITHUB_SECRET: 'the-other-secret-2222' };
  const document = signed(variable('GITHUB_SECRET'));

  it('is set with its webhook, and stable afterwards; the secret is shown nowhere', async () => {
    const { api, secrets } = account();
    const told = [await run(api, document, ['plan'], first), await run(api, document, ['apply', '--yes'], first)];
    expect(told[0]?.out).toContain(
      'verification.mode: "enforce"\n    verification.sender: "github"\n    verification.secret: "(set)"\n',
    );
    expect(told[1]?.out).toBe('created webhook Deploys\nchanged the verification of Deploys\n');
    expect(secrets()).toEqual([[first.GITHUB_SECRET, true]]);
    expect(await run(api, document, ['plan'], first)).toMatchObject({ code: 0, out: 'Nothing to change.\n' });
    told.push(await run(api, document, ['export']));
    expect(JSON.parse(told[2]?.out ?? '').webhooks.Deploys.verification).toEqual({
      mode: 'enforce',
      sender: 'github',
      allow_ips: [],
    });
    expect(JSON.stringify(told)).not.toContain(first.GITHUB_SECRET);
  });

  it('accepts a new secret and retires the old one, once', async () => {
    const { api, secrets } = account();
    await run(api, document, ['apply', '--yes'], first);
    const planned = await run(api, document, ['plan'], second);
    expect(planned.out).toContain('~ change webhook Deploys\n    verification.secret: "(another)" → "(set)"\n');
    expect((await run(api, document, ['apply', '--yes'], second)).out).toBe('changed the verification of Deploys\n');
    expect(secrets()).toEqual([
      [first.GITHUB_SECRET, false],
      [second.GITHUB_SECRET, true],
    ]);
    expect((await run(api, document, ['plan'], second)).code).toBe(0);
  });

  it.each(Array.from({ length: 24 }, (_, index) => index + 1))(
    'is replaced by any other one of %i characters, even with the same ending; with fewer than eight it is rejected',
    async (length) => {
      const text = (most: number) => fc.stringMatching(new RegExp(`^[!-~]{${most}}$`));
      const pairs = fc
        .integer({ min: 1, max: length })
        .chain((own) => fc.tuple(text(own), text(own), text(length - own)))
        .filter(([one, other]) => one !== other)
        .map(([one, other, end]) => [`${one}${end}`, `${other}${end}`] as const);
      await fc.assert(
        fc.asyncProperty(pairs, async ([old, fresh]) => {
          const { api, secrets } = account();
          const applied = await run(api, document, ['apply', '--yes'], { GITHUB_SECRET: old });
          if (length < 8) {
            expect([applied.code, applied.err]).toEqual([1, expect.stringContaining('at least 8')]);
            expect(secrets()).toEqual([]);
            return;
          }
          expect((await run(api, document, ['plan'], { GITHUB_SECRET: ` ${old}\n` })).code).toBe(0);
          expect((await run(api, document, ['plan'], { GITHUB_SECRET: fresh })).code).toBe(1);
          await run(api, document, ['apply', '--yes'], { GITHUB_SECRET: fresh });
          expect(secrets()).toEqual([
            [old, false],
            [fresh, true],
          ]);
          expect((await run(api, document, ['plan'], { GITHUB_SECRET: fresh })).code).toBe(0);
          expect((await run(api, document, ['plan'], { GITHUB_SECRET: old })).code).toBe(1);
        }),
        { numRuns: 5 },
      );
    },
  );

  it('ends with its sender, so another sender needs its own', async () => {
    const { api, secrets } = account();
    await run(api, document, ['apply', '--yes'], first);
    const other = { mode: 'report', sender: 'gitlab' };
    const planned = await run(api, { tellhook: 1, webhooks: { Deploys: { verification: other } } }, ['plan']);
    expect(planned.out).toContain('verification.secret: "(another)" → (nothing)\n');
    const enforced = { tellhook: 1, webhooks: { Deploys: { verification: { sender: 'gitlab' } } } };
    expect((await run(api, enforced, ['plan'])).err).toContain('without a secret, every call would be rejected');
    await run(api, signed(variable('GITHUB_SECRET'), { sender: 'gitlab' }), ['apply', '--yes'], first);
    expect(secrets()).toEqual([[first.GITHUB_SECRET, true]]);
    await run(api, { tellhook: 1, webhooks: { Deploys: { verification: other } } }, ['apply', '--yes']);
    expect(secrets()).toEqual([[first.GITHUB_SECRET, true]]);
    await run(api, { tellhook: 1, webhooks: { Deploys: { verification: { ...other, sender: 'github' } } } }, [
      'apply',
      '--yes',
    ]);
    expect(secrets()).toEqual([]);
  });

  it('changes only for named fields, and is read only where it is named', async () => {
    const { api, secrets } = account();
    await run(api, document, ['apply', '--yes'], first);
    const ranges = { tellhook: 1, webhooks: { Deploys: { verification: { allow_ips: ['192.0.2.0/24'] } } } };
    await run(api, ranges, ['apply', '--yes']);
    const { out } = await run(api, document, ['export']);
    expect(JSON.parse(out).webhooks.Deploys.verification).toEqual({
      mode: 'enforce',
      sender: 'github',
      allow_ips: ['192.0.2.0/24'],
    });
    expect(secrets()).toEqual([[first.GITHUB_SECRET, true]]);
    const { getVerification: _, ...rest } = api;
    expect((await run(rest, { tellhook: 1, webhooks: { Deploys: {} } }, ['plan'])).code).toBe(0);
  });

  it.each([
    [signed('a-secret-in-the-open'), 'webhooks.Deploys.verification.secret: must be an environment variable'],
    [document, 'the environment variable GITHUB_SECRET is not set'],
    [signed(variable('GITHUB_SECRET'), { sender: 'nobody' }), 'webhooks.Deploys.verification.sender: '],
    [signed(variable('GITHUB_SECRET'), { own: { heder: 'X' } }), 'heder'],
    [
      { tellhook: 1, webhooks: { A: { targets: ['Ops chat'], verification: { mode: 'enforce', sender: 'github' } } } },
      'webhooks.A.verification.secret: is missing; without a secret, every call would be rejected',
    ],
    [
      { tellhook: 1, webhooks: { A: { targets: ['Ops chat'], verification: { mode: 'report' } } } },
      'webhooks.A.verification.sender: is missing; name the calling service, or set allow_ips',
    ],
    [
      signed(variable('HOME'), { sender: undefined, allow_ips: ['192.0.2.1'] }),
      'webhooks.Deploys.verification.sender: is missing; name the service that the secret belongs to',
    ],
  ])('names what has to be put right before anything is done: %#', async (wrong, words) => {
    const { state, api } = account();
    const { code, err } = await run(api, wrong, ['apply', '--yes']);
    expect([code, err]).toEqual([1, expect.stringContaining(words)]);
    expect(state.webhooks).toEqual([]);
  });

  it('gives a plan an id from which its secrets cannot be guessed', async () => {
    const { api } = account();
    const hashes = await Promise.all(
      [first, second].map(async (env) => JSON.parse((await run(api, document, ['plan', '--json'], env)).out).plan),
    );
    expect(hashes[0]).toBe(hashes[1]);
  });
});

it('a document can contain every field of a webhook that its owner sets', () => {
  const described = describeWebhook(aWebhook(11, 'Deploys'), []);
  const renamed = { target_ids: 'targets', use_template: 'template' } as Record<string, string>;
  const fields = Object.keys(webhookSettings.shape).filter((field) => field !== 'name');
  expect(Object.keys(described).sort()).toEqual([...new Set(fields.map((field) => renamed[field] ?? field))].sort());
  expect(Object.keys(described.intake).sort()).toEqual(Object.keys(webhookSettings.shape.intake.shape).sort());
  const readme = readFileSync(new URL('../../cli/README.md', import.meta.url), 'utf8');
  const [told = ''] = /Only the webhook fields in the file are compared: [^.]+/.exec(readme) ?? [];
  expect(Object.keys(described).filter((field) => !told.includes(`\`${field}\``))).toEqual([]);
});

describe('the export', () => {
  // Fields that these tests do not vary keep their defaults.
  const { use_template: _use, template: _template, intake: _intake, routing: _routing, ...plain } = WEBHOOK_DEFAULTS;
  const chosen = fc.record({
    targets: fc.subarray(['Ops chat', 'Mock', 'Second'], { minLength: 1 }),
    template: fc.option(fc.string({ maxLength: 30 })),
    enabled: fc.boolean(),
    split_message: fc.boolean(),
    retention_days: fc.option(fc.integer({ min: 1, max: 365 })),
    format: fc.constantFrom('plain', 'rich'),
    time_zone: fc.constantFrom('UTC', 'Europe/Berlin'),
    follow: fc.constantFrom('off', 'auto', 'reply', 'update'),
    digest: fc.constantFrom(null, { after: 5, within_seconds: 60 }),
    intake: fc.record({
      duplicates: fc.constantFrom('off', 'mark', 'drop'),
      duplicate_window_minutes: fc.integer({ min: 1, max: 1440 }),
      duplicate_fields: fc.subarray(['data.id', 'items.0.sku', 'type']),
      answer_handshakes: fc.boolean(),
      methods: fc.subarray(['GET', 'POST', 'PUT']),
      answer: fc.option(
        fc.record({
          status: fc.integer({ min: 200, max: 203 }),
          content_type: fc.constantFrom('text/plain', 'text/xml'),
          body: fc.string({ maxLength: 30 }),
        }),
      ),
    }),
    verification: fc.oneof(
      fc.constant({ mode: 'off', sender: null, allow_ips: [] }),
      fc.record({
        mode: fc.constantFrom('off', 'report'),
        sender: fc.constantFrom('github', 'stripe'),
        allow_ips: fc.subarray(['192.0.2.0/24', '203.0.113.7']),
      }),
      fc.record({
        mode: fc.constant('report'),
        sender: fc.constant('hmac'),
        allow_ips: fc.constant([]),
        own: fc.record({ hash: fc.constantFrom('sha1', 'sha512'), header: fc.constant('X-Signed') }),
      }),
    ),
  });
  const rule = fc.record({
    when: fc.constantFrom(
      null,
      { expression: 'total > 5' },
      { match: 'any', conditions: [{ field: 'severity', op: 'one_of', value: ['critical', 'warning'] }] },
    ),
    template: fc.constantFrom(null, 'Short: {{ name }}'),
    quiet: fc.constantFrom(null, {
      days: [1, 2],
      from: '22:00',
      to: '07:00',
      zone: 'Europe/Berlin',
      unless: 'critical',
      action: 'hold',
    }),
    otherwise: fc.constant(false),
  });
  const webhook = chosen.chain((settings) =>
    fc
      .dictionary(fc.constantFrom(...settings.targets), rule, { noNullPrototype: true })
      .map((routing) => ({ ...plain, ...settings, routing })),
  );
  const acknowledge = fc.constantFrom(null, {
    from: 'critical',
    steps: [
      { after_minutes: 10, targets: ['Second'] },
      { after_minutes: 20, targets: ['Mock', 'Ops chat'] },
    ],
  });
  const watched = fc.tuple(webhook, acknowledge).map(([fields, choice]) => ({ ...fields, acknowledge: choice }));
  const documents = fc.record({
    tellhook: fc.constant(1),
    targets: fc.constant({
      'Ops chat': { type: 'telegram', enabled: true },
      Mock: { type: 'mock', enabled: true },
      Second: { type: 'mock', enabled: true },
    }),
    webhooks: fc.dictionary(fc.stringMatching(/^[A-Z][a-z]{1,8}$/), watched, {
      minKeys: 1,
      maxKeys: 4,
      noNullPrototype: true,
    }),
  });

  it('writes the applied state, so applying it changes nothing, through any edits', async () => {
    const { api } = account();
    await fc.assert(
      fc.asyncProperty(documents, async (document) => {
        expect((await run(api, document, ['apply', '--yes', '--prune'])).code).toBe(0);
        const { out } = await run(api, document, ['export']);
        const exported = JSON.parse(out);
        const sorted = (of: typeof document) =>
          Object.entries(of.webhooks)
            .map(([name, each]) => [name, { ...each, targets: [...each.targets].sort() }] as const)
            .sort(([one], [other]) => (one < other ? -1 : 1));
        expect(sorted(exported)).toEqual(sorted(document));
        expect(exported.targets).toEqual(document.targets);
        expect((await run(api, exported, ['plan', '--prune'])).code).toBe(0);
      }),
      { numRuns: 100 },
    );
  });

  it('needs unique names', async () => {
    const { state, api } = account();
    state.webhooks.push(aWebhook(11, 'Twice'), aWebhook(12, 'Twice'));
    const { code, err } = await run(api, {}, ['export']);
    expect([code, err]).toEqual([1, expect.stringContaining('Several webhooks have the name Twice.')]);
  });
});

describe('a file named by a document', () => {
  /** A project folder next to a foreign file, with links to that file and its folder. */
  const named = async (file: string) => {
    const root = temporaryFolder();
    const cwd = path.join(root, 'project');
    await mkdir(path.join(cwd, 'inside'), { recursive: true });
    await writeFile(path.join(cwd, 'inside', 'mine'), 'a text of this project');
    await writeFile(path.join(root, 'theirs'), 'a text of the machine');
    await symlink(path.join(root, 'theirs'), path.join(cwd, 'link'));
    await symlink(root, path.join(cwd, 'up'));
    const absolute = file.replace('ROOT', root);
    const webhook = {
      targets: ['Ops chat'],
      template: { file: absolute },
      tests: [{ call: absolute, expect: { equals: '' } }],
    };
    await writeFile(path.join(cwd, 'tellhook.json'), JSON.stringify({ tellhook: 1, webhooks: { Deploys: webhook } }));
    await writeFile(
      path.join(cwd, 'calls.json'),
      JSON.stringify({ tellhook: 1, webhooks: { Deploys: { ...webhook, template: '{{ $ }}' } } }),
    );
    return async (...args: string[]) => {
      const play = world(account().api, { cwd });
      return { code: await play.run(...args), ...play.seen };
    };
  };
  const commands = [
    ['plan', '--json'],
    ['apply', '--yes'],
    ['test', '--json'],
    ['test', 'calls.json', '--json'],
  ];

  it.each(['../theirs', 'ROOT/theirs', 'inside/../../theirs', 'link', 'up/theirs', '/proc/self/environ'])(
    'is read inside the folder of the document only: not %s',
    async (file) => {
      const type = await named(file);
      for (const args of commands) {
        const { code, out, err } = await type(...args);
        expect([code, out, err]).toEqual([1, '', expect.stringContaining('outside the config file’s folder')]);
      }
    },
  );

  it.each(['../theirs', 'link'])('is read elsewhere with --allow-outside: %s', async (file) => {
    const type = await named(file);
    expect((await type('plan', '--json', '--allow-outside')).out).toContain('a text of the machine');
    expect((await type('test', 'calls.json', '--json', '--allow-outside')).out).toContain('a text of the machine');
  });

  it.each(['inside/mine', 'up/project/inside/mine', 'ROOT/project/inside/mine'])('is read from %s', async (file) => {
    const type = await named(file);
    expect((await type('plan', '--json')).out).toContain('a text of this project');
    expect((await type('test', 'calls.json', '--json')).out).toContain('a text of this project');
  });
});

it('a document has no variables in places that a plan would show', async () => {
  const { api } = account();
  const answer = (body: string) => ({ status: 200, content_type: 'text/plain', body });
  const document = {
    tellhook: 1,
    webhooks: {
      Deploys: {
        targets: ['Ops chat'],
        intake: { answer: answer(variable('OTHER')), verify_token: variable('TOKEN') },
        verification: { sender: 'hmac', own: { prefix: variable('OTHER') }, secret: variable('SECRET') },
      },
    },
  };
  const env = { OTHER: 'a secret of the machine', TOKEN: 'a token', SECRET: 'a long secret' };
  for (const args of [['plan'], ['plan', '--json'], ['apply', '--yes']]) {
    const { code, out, err } = await run(api, document, args, env);
    expect(code).toBe(1);
    expect(out + err).not.toContain(env.OTHER);
    expect((out + err).match(/the variable OTHER can’t be used here/g)).toHaveLength(2);
  }
});

describe('a key restricted to webhooks', () => {
  it('is a problem of the plan for everything outside its access, and nothing is applied', async () => {
    const { api } = account();
    const state = {
      listWebhooks: () => [{ ...aWebhook(11, 'Deploys'), target_ids: [1] }],
      listTargets: () => [aTarget(1, 'Ops chat', 'telegram')],
    };
    const cwd = temporaryFolder();
    const document = {
      tellhook: 1,
      targets: { 'Ops chat': { type: 'telegram', enabled: false }, Audit: { type: 'mock' } },
      webhooks: { Deploys: { template: 'Hi' }, Shop: { targets: ['Ops chat'] } },
    };
    await writeFile(path.join(cwd, 'tellhook.json'), JSON.stringify(document));
    const never = () => {
      throw new Error('nothing is to be changed');
    };
    const bound: FakeApi = {
      ...api,
      ...state,
      getKey: () => ({ ...aKey, webhook_ids: [11] }),
      createTarget: never,
      updateTarget: never,
      createWebhook: never,
      updateWebhook: never,
    };
    const { run, seen } = world(bound, { cwd });
    expect(await run('apply', '--yes')).toBe(1);
    const places = [...seen.err.matchAll(/^problem tellhook\.json:1 (\S+(?: \S+)?): the key is restricted/gm)].map(
      ([, place]) => place,
    );
    expect(places).toEqual(['targets.Ops chat', 'targets.Audit', 'webhooks.Shop']);
    const exported = world(bound);
    expect(await exported.run('export')).toBe(0);
    expect(Object.keys(JSON.parse(exported.seen.out).webhooks)).toEqual(['Deploys']);
    expect(exported.seen.err).toContain('works only for one webhook');
  });
});
