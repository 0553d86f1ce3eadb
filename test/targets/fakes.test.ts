import { createServer } from 'node:http';
import { SESClient } from '@aws-sdk/client-ses';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { examples } from '../../integrations/targets/examples.gen.ts';
import { readCallback, writeAnswer } from '../../lambdas/adapters/callback-event.ts';
import { sesMailer } from '../../lambdas/adapters/mailer.ts';
import { createTarget } from '../../lambdas/targets/create-target.ts';
import { handleCallback } from '../../lambdas/targets/handle-callback.ts';
import { send } from '../../lambdas/targets/send.ts';
import { type Fakes, startFakes } from '../../lib/local/fakes/index.ts';
import { type LoopbackServer, listenOnLoopback } from '../../lib/local/loopback.ts';
import { createSesStandIn } from '../../lib/local/stand-ins/ses.ts';
import { credentials } from '../local/fakes/support.ts';
import { fakesOf, lossesOf } from '../support/fakes.ts';
import { httpEvent } from '../support/http-event.ts';
import { serveSes } from '../support/ses.ts';
import { message, START, world } from './support.ts';

/** Serves the product's callbacks and the providers' page on one origin, like the local machine. */
let web: LoopbackServer;
let ses: LoopbackServer;
let fakes: Fakes;
let here: ReturnType<typeof world>;
let appUrl = '';

beforeAll(async () => {
  web = await listenOnLoopback(
    createServer((request, response) => {
      void serve(request, response);
    }),
  );
  appUrl = web.origin;
  fakes = await startFakes({ port: 0, appUrl, dataDir: null, credentials, now: () => START });
  ses = await listenOnLoopback(createServer(serveSes(createSesStandIn({ onMail: fakes.onMail }))));
});
afterAll(async () => {
  expect(await lossesOf(`${appUrl}/__fakes`), 'messages that a provider would have dropped').toEqual([]);
  await fakes.stop();
  await web.stop();
  await ses.stop();
});
beforeEach(() => {
  here = world(fakes.hostMap, { timeoutMs: 300 });
  here.state.account = { ...here.state.account, emailVerified: true };
  const client = new SESClient({
    endpoint: ses.origin,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
    // The first email loads the composer, which takes longer than 300 ms on a busy machine.
    requestHandler: { requestTimeout: 2000, throwOnRequestTimeout: true },
  });
  const mail = sesMailer({ from: 'hello@tellhook.example', configurationSet: 'tellhook-test' }, client);
  Object.assign(here.ports, { appUrl, credentials, mail });
});

const serve: (...args: Parameters<Parameters<typeof createServer>[1] & object>) => Promise<void> = async (
  request,
  response,
) => {
  const url = new URL(request.url ?? '/', appUrl);
  if (url.pathname.startsWith('/__fakes')) {
    if (!(await fakes.handlePage(request, response, url.pathname))) response.writeHead(404).end();
    return;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const { slug, request: callback } = readCallback(
    httpEvent({
      method: request.method ?? 'GET',
      path: url.pathname.replace(/^\/api/, ''),
      query: Object.fromEntries(url.searchParams),
      headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
      cookies: request.headers.cookie?.split(/; */) ?? [],
      body: Buffer.concat(chunks),
    }),
  );
  const answer = writeAnswer(await handleCallback(slug, callback, here.ports));
  response.writeHead(answer.statusCode ?? 500, answer.headers as Record<string, string>).end(answer.body);
};

const fake = <Answer = unknown>(path: string, input?: object): Promise<Answer> => fakesOf({ appUrl }).act(path, input);
const received = (
  provider: string,
): Promise<{ url: string; body: string; status: number; text?: string; headers: Record<string, string> }[]> =>
  fake(`received?provider=${provider}`);
const create = (type: string, options = {}, name = type) =>
  createTarget(11, { name, type, enabled: true, options }, here.ports);
const deliver = async (id: number, over = {}) => {
  const target = await here.ports.targets.get(11, id);
  if (!target) throw new Error('gone');
  return send(message(over), target, here.ports);
};
const statusOf = async (id: number) => (await here.ports.targets.get(11, id))?.status;

let chatId = 7000;
/** Sets up a target of each kind, as its user would. */
const setUp: Record<string, () => Promise<number>> = {
  telegram: async () => {
    chatId += 1;
    const { id, options } = await create('telegram');
    await fake('telegram/say', { chatId, text: `/start ${options.ActivationKey}` });
    return id;
  },
  slack: async () => {
    const target = await create('slack');
    await fakesOf({ appUrl }).approveSlack(target);
    return target.id;
  },
  email: async () => {
    const { id } = await create('email', { address: 'reader@example.org' });
    const mail = (await received('email')).at(-1);
    const link = /https?:\/\/\S+\/confirm\?t=\S+/.exec(mail?.text ?? '')?.[0] ?? '';
    await fetch(link, { method: 'POST' });
    return id;
  },
  http: async () => {
    const { name, url } = await fake<{ name: string; url: string }>('http/endpoint', { name: 'inventory' });
    const { id, options } = await create('http', { url });
    await fake('http/secret', { name, secret: options.signing_secret });
    return id;
  },
  whatsapp: async () => {
    chatId += 1;
    const { id, options } = await create('whatsapp');
    await fake('whatsapp/say', { from: `4915111${chatId}`, text: options.ActivationKey });
    return id;
  },
};
const ready = async (slug: string): Promise<number> => {
  const form = examples[slug]?.form;
  if (form) return (await create(slug, form.options(await fake(form.act, form.input)))).id;
  const id = await setUp[slug]?.();
  if (!id) throw new Error(`${slug} is not set up`);
  return id;
};

describe.each(Object.entries(examples))('%s, played through its stand-in', (slug, example) => {
  const table = example.refusals;
  it('is set up like by a user, and delivers', async () => {
    const id = await ready(slug);
    expect(await statusOf(id)).toBe('active');
    expect((await deliver(id, { text: 'Hello from the test' })).kind).toBe('ok');
    const last = (await received(slug)).at(-1);
    expect(JSON.stringify(last)).toContain('Hello from the test');
    expect(JSON.stringify(await received(slug))).not.toMatch(/made-up-(?:bot-token|client-secret|secret)/);
  });

  it.each(Object.entries(table))('returns by %s: %s', async (answer, outcome) => {
    const id = await ready(slug);
    await fake('behaviour', { provider: slug, mode: 'answer', answer, times: 1 });
    expect((await deliver(id)).kind).toBe(outcome);
  });

  it('waits as long as a busy provider requests', async () => {
    const id = await ready(slug);
    await fake('behaviour', { provider: slug, mode: '429', retryAfter: 17, times: 1 });
    const delivery = await deliver(id);
    expect(delivery).toMatchObject({ kind: 'retry', afterSeconds: example.busySeconds ?? 17 });
    await fake('behaviour', { provider: slug, mode: '500', times: 1 });
    expect((await deliver(id)).kind).toBe('retry');
    expect((await deliver(id)).kind).toBe('ok');
  });

  it('leaves the result unknown if a provider falls silent after it got the message', async () => {
    const id = await ready(slug);
    await fake('behaviour', { provider: slug, mode: 'timeout', times: 1 });
    expect((await deliver(id)).kind).toBe('ambiguous');
    // Two resets are needed, because a request on an idle connection is repeated immediately.
    await fake('behaviour', { provider: slug, mode: 'reset', times: 2 });
    expect((await deliver(id)).kind).toBe('ambiguous');
    await fake('behaviour', { provider: slug, mode: 'ok' });
  });

  it('covers every rejection that the stand-in offers', async () => {
    const { providers } = await fake<{ providers: { slug: string; answers: { code: string }[] }[] }>('changes');
    const offered = providers.find((each) => each.slug === slug)?.answers ?? [];
    expect(offered.map(({ code }) => code).sort()).toEqual(Object.keys(table).sort());
  });
});

describe("a later action of a provider's user", () => {
  it('blocks the bot and unblocks it', async () => {
    const id = await ready('telegram');
    await fake('telegram/block', { chatId, closed: true });
    expect(await statusOf(id)).toBe('inactive');
    await fake('telegram/block', { chatId, closed: false });
    expect(await statusOf(id)).toBe('active');
  });

  it('turns a group into a supergroup', async () => {
    const { id, options } = await create('telegram', {}, 'group');
    const { chatId: group } = await fake<{ chatId: number }>('telegram/chat', {
      type: 'group',
      title: 'Team',
      start: options.ActivationKey,
    });
    expect(await statusOf(id)).toBe('active');
    const { chatId: supergroup } = await fake<{ chatId: number }>('telegram/migrate', { chatId: group });
    expect((await here.ports.targets.get(11, id))?.options.chatId).toBe(String(supergroup));
    expect((await deliver(id)).kind).toBe('ok');
  });

  it('writes again from WhatsApp after a message could not be delivered', async () => {
    const id = await ready('whatsapp');
    expect((await deliver(id)).kind).toBe('ok');
    await fake('whatsapp/fail', { from: `4915111${chatId}` });
    expect(here.failures).toMatchObject([{ targetId: id, dispatchId: message().id.replace('.1', '') }]);
    expect(await statusOf(id)).toBe('inactive');
    await fake('whatsapp/say', { from: `4915111${chatId}`, text: 'back again' });
    expect(await statusOf(id)).toBe('active');
  });

  it('denies the Slack app', async () => {
    const target = await create('slack', {}, 'refused');
    const answer = await fakesOf({ appUrl }).approveSlack(target, { deny: true });
    expect(answer).toMatchObject({ location: `${appUrl}/targets/${target.id}?setup=refused` });
    expect(await statusOf(target.id)).toBe('pending');
  });
});
