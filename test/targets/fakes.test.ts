import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SESClient } from '@aws-sdk/client-ses';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readCallback, writeAnswer } from '../../lambdas/adapters/callback-event.ts';
import { sesMailer } from '../../lambdas/adapters/mailer.ts';
import { createTarget } from '../../lambdas/targets/create-target.ts';
import { handleCallback } from '../../lambdas/targets/handle-callback.ts';
import type { OutcomeKind } from '../../lambdas/targets/outcome.ts';
import { send } from '../../lambdas/targets/send.ts';
import { type Fakes, startFakes } from '../../lib/local/fakes/index.ts';
import { createSesStandIn } from '../../lib/local/stand-ins/ses.ts';
import { credentials } from '../local/fakes/support.ts';
import { httpEvent } from '../support/http-event.ts';
import { listening, message, START, stopped, world } from './support.ts';

/** The product's callbacks and the providers' page on one origin, as the local machine serves them. */
let web: Server;
let ses: Server;
let fakes: Fakes;
let here: ReturnType<typeof world>;
let appUrl = '';

const origin = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  web = createServer((request, response) => {
    void serve(request, response);
  });
  await listening(web);
  appUrl = origin(web);
  fakes = await startFakes({ port: 0, appUrl, dataDir: null, credentials, now: () => START });
  ses = createServer(createSesStandIn({ onMail: fakes.onMail }));
  await listening(ses);
});
afterAll(async () => {
  await fakes.stop();
  await stopped(web);
  await stopped(ses);
});
beforeEach(() => {
  here = world(fakes.hostMap, { timeoutMs: 300 });
  const client = new SESClient({
    endpoint: origin(ses),
    region: 'eu-central-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
    requestHandler: { requestTimeout: 300, throwOnRequestTimeout: true },
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
      body: Buffer.concat(chunks),
    }),
  );
  const answer = writeAnswer(await handleCallback(slug, callback, here.ports));
  response.writeHead(answer.statusCode ?? 500, answer.headers as Record<string, string>).end(answer.body);
};

const fake = async <Answer = unknown>(method: string, path: string, body?: object): Promise<Answer> => {
  const answer = await fetch(`${appUrl}/__fakes/api/${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
  return (await answer.json()) as Answer;
};
const received = (
  provider: string,
): Promise<{ url: string; body: string; status: number; text?: string; headers: Record<string, string> }[]> =>
  fake('GET', `received?provider=${provider}`);
const create = (type: string, options = {}, name = type) =>
  createTarget(11, { name, type, enabled: true, options }, here.ports);
const deliver = async (id: number, over = {}) => {
  const target = await here.ports.targets.get(11, id);
  if (!target) throw new Error('gone');
  return send(message(over), target, here.ports);
};
const statusOf = async (id: number) => (await here.ports.targets.get(11, id))?.status;

let chatId = 7000;
/** Sets a target of a kind up the way its user does. */
const setUp: Record<string, () => Promise<number>> = {
  telegram: async () => {
    chatId += 1;
    const { id, options } = await create('telegram');
    await fake('POST', 'telegram/say', { chatId, text: `/start ${options.ActivationKey}` });
    return id;
  },
  slack: async () => {
    const { id, options } = await create('slack');
    await fake('POST', 'slack/approve', { authUrl: options.AuthUrl });
    return id;
  },
  msteams: async () => {
    const { url } = await fake<{ url: string }>('POST', 'msteams/workflow', { channel: 'Releases' });
    return (await create('msteams', { url })).id;
  },
  email: async () => {
    const { id } = await create('email', { address: 'reader@example.org' });
    const mail = (await received('email')).at(-1);
    const link = /https?:\/\/\S+\/confirm\?t=\S+/.exec(mail?.text ?? '')?.[0] ?? '';
    await fetch(link, { method: 'POST' });
    return id;
  },
  discord: async () => {
    const { url } = await fake<{ url: string }>('POST', 'discord/webhook', { channel: 'announcements' });
    return (await create('discord', { url })).id;
  },
  http: async () => {
    const { name, url } = await fake<{ name: string; url: string }>('POST', 'http/endpoint', { name: 'inventory' });
    const { id, options } = await create('http', { url });
    await fake('POST', 'http/secret', { name, secret: options.signing_secret });
    return id;
  },
  whatsapp: async () => {
    chatId += 1;
    const { id, options } = await create('whatsapp');
    await fake('POST', 'whatsapp/say', { from: `4915111${chatId}`, text: options.ActivationKey });
    return id;
  },
};

/** What each refusal of the stand-ins means, by the code under which they offer it. */
const meanings: Record<string, Record<string, OutcomeKind>> = {
  telegram: {
    chat_not_found: 'fail_target',
    // Followed at once, but in a chat between two people there is no supergroup to follow to.
    upgraded: 'fail_target',
    empty: 'fail_message',
    too_long: 'fail_message',
    cannot_parse: 'fail_message',
    no_rights: 'fail_target',
    blocked: 'fail_target',
    deactivated: 'fail_target',
    cannot_initiate: 'fail_target',
    to_a_bot: 'fail_target',
    kicked_group: 'fail_target',
    kicked_supergroup: 'fail_target',
    kicked_channel: 'fail_target',
    not_a_member: 'fail_target',
    group_deleted: 'fail_target',
    unauthorized: 'fail_config',
    not_found: 'fail_config',
    conflict: 'fail_config',
    restart: 'retry',
  },
  slack: {
    invalid_payload: 'fail_message',
    no_text: 'fail_message',
    too_many_attachments: 'fail_message',
    invalid_blocks: 'fail_message',
    user_not_found: 'fail_target',
    channel_not_found: 'fail_target',
    action_prohibited: 'fail_target',
    posting_to_general_channel_denied: 'fail_target',
    invalid_token: 'fail_target',
    no_service: 'fail_target',
    no_service_id: 'fail_target',
    no_active_hooks: 'fail_target',
    no_team: 'fail_target',
    team_disabled: 'fail_target',
    channel_is_archived: 'fail_target',
    rollup_error: 'retry',
  },
  msteams: {
    WorkflowTriggerIsNotEnabled: 'fail_target',
    TriggerInputSchemaMismatch: 'fail_target',
    MissingApiVersionParameter: 'fail_target',
    DirectApiRequestHasMoreThanOneAuthorization: 'fail_config',
    InvalidRequestContent: 'fail_message',
    DirectApiAuthorizationRequired: 'fail_target',
    AuthorizationFailed: 'fail_target',
    Forbidden: 'fail_target',
    WorkflowNotFound: 'fail_target',
    RequestEntityTooLarge: 'fail_message',
    InternalServerError: 'retry',
  },
  discord: {
    10015: 'fail_target',
    50027: 'fail_target',
    10003: 'fail_target',
    50013: 'fail_target',
    50035: 'fail_message',
    50006: 'fail_message',
    50109: 'fail_message',
    40005: 'fail_message',
    220001: 'fail_target',
    20016: 'retry',
    20028: 'retry',
  },
  http: {
    301: 'retry',
    400: 'retry',
    401: 'retry',
    403: 'retry',
    404: 'retry',
    408: 'retry',
    410: 'fail_target',
    413: 'fail_message',
    422: 'retry',
    500: 'retry',
    502: 'retry',
    503: 'retry',
    504: 'retry',
  },
  whatsapp: {
    0: 'fail_config',
    1: 'retry',
    2: 'retry',
    3: 'fail_config',
    4: 'retry',
    10: 'fail_config',
    100: 'fail_message',
    190: 'fail_config',
    200: 'fail_config',
    368: 'fail_config',
    80007: 'retry',
    130429: 'retry',
    130497: 'fail_config',
    131000: 'retry',
    131008: 'fail_message',
    131009: 'fail_message',
    131016: 'retry',
    131026: 'fail_target',
    131030: 'fail_target',
    131031: 'fail_config',
    131047: 'retry',
    131048: 'fail_config',
    131049: 'retry',
    131056: 'retry',
    132000: 'fail_config',
    132001: 'fail_config',
    132015: 'fail_config',
    133010: 'fail_config',
  },
  email: {
    Throttling: 'retry',
    DailyQuota: 'retry',
    NotVerified: 'fail_config',
    MessageRejected: 'fail_message',
    InvalidParameterValue: 'fail_target',
    MailFromDomainNotVerifiedException: 'fail_config',
    ConfigurationSetDoesNotExistException: 'fail_config',
    ConfigurationSetSendingPausedException: 'fail_config',
    AccountSendingPausedException: 'fail_config',
    InternalFailure: 'retry',
  },
};

describe.each(Object.entries(meanings))('%s, played through its stand-in', (slug, table) => {
  it('is set up the way its user does it, and delivers', async () => {
    const id = await setUp[slug]?.();
    if (!id) throw new Error('not set up');
    expect(await statusOf(id)).toBe('active');
    expect((await deliver(id, { text: 'Hello from the test' })).kind).toBe('ok');
    const last = (await received(slug)).at(-1);
    expect(JSON.stringify(last)).toContain('Hello from the test');
    expect(JSON.stringify(await received(slug))).not.toMatch(/made-up-(?:bot-token|client-secret|secret)/);
  });

  it.each(Object.entries(table))('means by %s: %s', async (answer, outcome) => {
    const id = await setUp[slug]?.();
    if (!id) throw new Error('not set up');
    await fake('POST', 'behaviour', { provider: slug, mode: 'answer', answer, times: 1 });
    expect((await deliver(id)).kind).toBe(outcome);
  });

  it('waits as long as a busy provider says', async () => {
    const id = await setUp[slug]?.();
    if (!id) throw new Error('not set up');
    await fake('POST', 'behaviour', { provider: slug, mode: '429', retryAfter: 17, times: 1 });
    const delivery = await deliver(id);
    // SES names no wait of its own.
    expect(delivery).toMatchObject({ kind: 'retry', afterSeconds: slug === 'email' ? 3 : 17 });
    await fake('POST', 'behaviour', { provider: slug, mode: '500', times: 1 });
    expect((await deliver(id)).kind).toBe('retry');
    expect((await deliver(id)).kind).toBe('ok');
  });

  it('leaves the question open when a provider falls silent after it got the message', async () => {
    const id = await setUp[slug]?.();
    if (!id) throw new Error('not set up');
    await fake('POST', 'behaviour', { provider: slug, mode: 'timeout', times: 1 });
    expect((await deliver(id)).kind).toBe('ambiguous');
    // Twice, because a connection that had been idle is tried once more at once.
    await fake('POST', 'behaviour', { provider: slug, mode: 'reset', times: 2 });
    expect((await deliver(id)).kind).toBe('ambiguous');
    await fake('POST', 'behaviour', { provider: slug, mode: 'ok' });
  });

  it('covers every refusal that the stand-in offers', async () => {
    const { providers } = await fake<{ providers: { slug: string; answers: { code: string }[] }[] }>('GET', 'changes');
    const offered = providers.find((each) => each.slug === slug)?.answers ?? [];
    expect(offered.map(({ code }) => code).sort()).toEqual(Object.keys(table).sort());
  });
});

describe('what its user does later', () => {
  it('blocks the bot and unblocks it', async () => {
    const id = await setUp.telegram?.();
    if (!id) throw new Error('not set up');
    await fake('POST', 'telegram/block', { chatId, closed: true });
    expect(await statusOf(id)).toBe('inactive');
    await fake('POST', 'telegram/block', { chatId, closed: false });
    expect(await statusOf(id)).toBe('active');
  });

  it('turns a group into a supergroup', async () => {
    const { id, options } = await create('telegram', {}, 'group');
    const { chatId: group } = await fake<{ chatId: number }>('POST', 'telegram/chat', {
      type: 'group',
      title: 'Team',
      start: options.ActivationKey,
    });
    expect(await statusOf(id)).toBe('active');
    const { chatId: supergroup } = await fake<{ chatId: number }>('POST', 'telegram/migrate', { chatId: group });
    expect((await here.ports.targets.get(11, id))?.options.chatId).toBe(String(supergroup));
    expect((await deliver(id)).kind).toBe('ok');
  });

  it('writes again from WhatsApp after a message could not be delivered', async () => {
    const id = await setUp.whatsapp?.();
    if (!id) throw new Error('not set up');
    expect((await deliver(id)).kind).toBe('ok');
    await fake('POST', 'whatsapp/fail', { from: `4915111${chatId}` });
    expect(here.failures).toMatchObject([{ targetId: id, dispatchId: message().id.replace('.1', '') }]);
    expect(await statusOf(id)).toBe('inactive');
    await fake('POST', 'whatsapp/say', { from: `4915111${chatId}`, text: 'back again' });
    expect(await statusOf(id)).toBe('active');
  });

  it('refuses the Slack app', async () => {
    const { id, options } = await create('slack', {}, 'refused');
    const { location } = await fake<{ location: string }>('POST', 'slack/approve', {
      authUrl: options.AuthUrl,
      deny: true,
    });
    expect(location).toBe(`${appUrl}/targets/${id}?setup=refused`);
    expect(await statusOf(id)).toBe('pending');
  });
});
