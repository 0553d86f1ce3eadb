import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examples } from '../../integrations/targets/examples.gen.ts';
import { localProviderCredentials } from '../../lib/local/provider-credentials.ts';

import { confirmAddress, type Fakes, fakesOf } from '../support/fakes.ts';
import { type LocalRun, startLocal } from '../support/local-run.ts';
import { createWebhook, eventually, signUp, type User } from '../support/product.ts';
import { roomySettings } from '../support/shared-local.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { KindExample } from './kind-example.ts';

/** One product for all tests: each kind is set up, delivers, fails temporarily and is rejected permanently. */
let run: LocalRun;
let fakes: Fakes;
let dataDir: string;
let user: User;
/** Secrets by name. After they were entered, no response can contain them. */
const secrets: Record<string, string> = {};
/** The later responses of the product and the fakes, by place. */
const told: Record<string, string> = {};
let kinds: string[] = [];

const create = (type: string, options: Record<string, unknown> = {}) =>
  user.api('createTarget', { body: { name: `My ${type}`, type, options } });
const mailText = async (part: string): Promise<string> =>
  eventually(async () => {
    const mails = await fakes.received('email');
    return mails.map(({ text = '' }) => text).find((text) => text.includes(part));
  }, `a mail with ${part}`);

/** Sets up a target of each kind as its owner would, and records the secrets involved. */
const setUp: Record<string, () => Promise<number>> = {
  telegram: async () => {
    const { id, options } = await create('telegram');
    await fakes.sayToTelegram(4242, `/start ${options.ActivationKey}`);
    return id;
  },
  slack: async () => {
    const { id, options } = await create('slack');
    secrets['state of the way to Slack'] = new URL(String(options.AuthUrl)).searchParams.get('state') ?? '';
    await fakes.approveSlack({ id, options });
    return id;
  },
  email: async () => {
    const { id } = await create('email', { address: 'reader@example.org' });
    const link = /\S+\/confirm\?t=(\S+)/.exec(await mailText('/confirm?t='));
    secrets['code of the confirmation'] = link?.[1] ?? '';
    await fetch(link?.[0] ?? '', { method: 'POST' });
    return id;
  },
  whatsapp: async () => {
    const { id, options } = await create('whatsapp');
    await fakes.act('whatsapp/say', { from: '491511234567', text: options.ActivationKey });
    return id;
  },
  http: async () => {
    const { url } = await fakes.act<{ url: string }>('http/endpoint', { name: 'inventory' });
    const { id, options } = await create('http', {
      url: `${url}?key=theKeyInTheQueryOfTheReceiver`,
      headers: { Authorization: 'Bearer theTokenOfTheReceiver' },
      values: { token: 'theValueOfTheBodyTemplate' },
    });
    Object.assign(secrets, {
      'signing secret': String(options.signing_secret).replace('whsec_', ''),
      'query of the receiver': 'theKeyInTheQueryOfTheReceiver',
      'fixed header of the receiver': 'theTokenOfTheReceiver',
      'value of the body template': 'theValueOfTheBodyTemplate',
    });
    return id;
  },
  mock: async () => (await create('mock')).id,
};

/** The number of secrets from kinds with a form. */
let ofForms = 0;

/** Sets up a target whose kind needs only a form. */
const byForm = async (kind: string, { act, input, options, secrets: secretsOf }: Form): Promise<number> => {
  const made = await fakes.act<Parameters<Form['options']>[0]>(act, input);
  const own = secretsOf(made);
  ofForms += Object.keys(own).length;
  Object.assign(secrets, own);
  return (await create(kind, options(made))).id;
};
type Form = NonNullable<KindExample['form']>;

/** A webhook has at most ten targets, so the kinds share several. */
const urls: string[] = [];
const TARGETS_EACH = 10;

const call = (text: string): Promise<string[]> =>
  Promise.all(
    urls.map(async (url) => {
      const response = await fetch(url, { method: 'POST', body: JSON.stringify({ text }) });
      return ((await response.json()) as { id: string }).id;
    }),
  );
const dispatchesOf = async (invocations: string[]) =>
  (await Promise.all(invocations.map((id) => user.api('listDispatches', { id })))).flat();
const settled = (invocations: string[], states: string[]) =>
  eventually(
    async () => {
      const dispatches = await dispatchesOf(invocations);
      const all = dispatches.length === kinds.length && dispatches.every(({ status }) => states.includes(status));
      return all && dispatches;
    },
    `all dispatches of ${invocations} ${states.join(' or ')}`,
    60_000,
  );

const behave = (mode: string) =>
  Promise.all(kinds.filter((kind) => kind !== 'mock').map((provider) => fakes.act('behaviour', { provider, mode })));

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));

beforeAll(async () => {
  dataDir = temporaryFolder();
  run = await startLocal({ dataDir, flags: ['--verbose'], settings: roomySettings });
  fakes = fakesOf(run);
  user = await signUp(run);
  await confirmAddress(run, user);
  kinds = (await user.api('listTargetKinds')).map(({ slug }) => slug);
  const ids: number[] = [];
  for (const kind of kinds) {
    const form = examples[kind]?.form;
    const way = form ? () => byForm(kind, form) : setUp[kind];
    if (!way) throw new Error(`Say above how a target of the kind ${kind} is set up, with its secrets.`);
    ids.push(await way());
  }
  for (let at = 0; at < ids.length; at += TARGETS_EACH)
    urls.push((await createWebhook(run, user, ids.slice(at, at + TARGETS_EACH))).url);

  const { telegram, slack, whatsapp } = localProviderCredentials;
  Object.assign(secrets, {
    'token of the Telegram bot': telegram.botToken.slice(telegram.botToken.indexOf(':') + 1),
    'secret of the Telegram updates': telegram.webhookSecret,
    'secret of the Slack app': slack.clientSecret,
    'token of WhatsApp': whatsapp.accessToken,
    'secret of the WhatsApp app': whatsapp.appSecret,
    'verify token of WhatsApp': whatsapp.verifyToken,
    'password of the user': user.password,
    'access token of the user': user.token,
    'session of the user': user.cookie.slice(user.cookie.indexOf('=') + 1),
  });

  told.tests = JSON.stringify(await Promise.all(ids.map((id) => user.api('testTarget', { id }))));
  const first = await settled(await call('first'), ['success']);
  await behave('500');
  const second = await call('second');
  told['dispatches while they failed'] = JSON.stringify(
    await eventually(
      async () => {
        const dispatches = await dispatchesOf(second);
        return dispatches.filter(({ error_message }) => error_message).length === kinds.length - 1 && dispatches;
      },
      'a failed attempt of each kind',
      60_000,
    ),
  );
  await behave('ok');
  await fakes.advanceClock(3600);
  await settled(second, ['success']);
  await behave('gone');
  const third = await settled(await call('third'), ['success', 'error']);
  secrets['key of the unsubscribe link'] =
    /\/unsubscribe\?t=[^.]+\.[^.]+\.(\S+)/.exec(await mailText('/unsubscribe?t='))?.[1] ?? '';
  const [hook = ''] = readFileSync(join(dataDir, 'fakes', 'slack.json'), 'utf8').match(/\/services\/[^"]+/) ?? [];
  secrets['secret of the Slack hook'] = hook.slice(hook.lastIndexOf('/') + 1);

  for (const [name, answer] of Object.entries({
    'dispatches that succeeded': first,
    'dispatches of a target that is gone': third,
    'list of targets': await user.api('listTargets'),
    'list of kinds': await user.api('listTargetKinds'),
    'a call': await Promise.all(second.map((id) => user.api('getInvocation', { id }))),
    targets: await Promise.all(ids.map((id) => user.api('getTarget', { id }))),
  }))
    told[name] = JSON.stringify(answer);
}, 180_000);
afterAll(() => run?.stop());

/** The names of the secrets that a text contains. */
const found = (text: string, besides: readonly string[] = []) =>
  Object.entries(secrets)
    .filter(([name]) => !besides.includes(name))
    .filter(([, value]) => text.includes(value) || text.includes(encodeURIComponent(value)))
    .map(([name]) => name);

describe('after a full journey through every kind', () => {
  it('all secrets are known to this test, and long enough to be found', () => {
    expect(ofForms).toBeGreaterThanOrEqual(2);
    expect(Object.keys(secrets)).toHaveLength(17 + ofForms);
    for (const [name, value] of Object.entries(secrets)) expect([name, value.length > 15]).toEqual([name, true]);
  });

  it('each kind has delivered, failed and been rejected', () => {
    expect(told['dispatches that succeeded']?.match(/"success"/g)).toHaveLength(kinds.length);
    expect(told['dispatches of a target that is gone']?.match(/"error"/g)?.length).toBeGreaterThanOrEqual(6);
  });

  it('no response of the API contains a secret', () => {
    for (const [name, text] of Object.entries(told)) expect([name, found(text)]).toEqual([name, []]);
  });

  it('no line of any log contains a secret', () => {
    const log = run.output();
    expect(log).toContain('callback answered');
    expect(found(log)).toEqual([]);
  });

  it("the fakes' page and its responses contain none, except in emails that carry it and URLs that their owner copies", async () => {
    const page = await (await fetch(run.fakesUrl)).text();
    expect(found(page)).toEqual([]);
    const inMails = ['code of the confirmation', 'key of the unsubscribe link'];
    const changes = await fakes.act<{ entries: { id: number }[]; providers: object[] }>('changes');
    expect(found(JSON.stringify(changes.providers))).toEqual([]);
    expect(found(JSON.stringify(changes), inMails)).toEqual([]);
    expect(changes.entries.length).toBeGreaterThan(30);
    for (const { id } of changes.entries) {
      const entry = JSON.stringify(await fakes.act(`entries/${id}`));
      expect([entry, found(entry, inMails)]).toEqual([entry, []]);
    }
    expect(found(JSON.stringify(await fakes.act('received')), inMails)).toEqual([]);
  });

  it('the table contains none of them in readable form', async () => {
    await run.stop();
    const own = filesIn(dataDir).filter((file) => !file.startsWith('fakes/') && !file.endsWith('secrets.json'));
    expect(own.length).toBeGreaterThan(0);
    // The owner can see the state of the link to Slack until it is used, or for ten minutes.
    const shownAgain = ['state of the way to Slack'];
    for (const file of own)
      expect([file, found(readFileSync(join(dataDir, file), 'latin1'), shownAgain)]).toEqual([file, []]);
  });
});
