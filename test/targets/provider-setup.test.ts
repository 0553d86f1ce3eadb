import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOutboundHttp } from '../../lambdas/adapters/http-client.ts';
import type { ProviderCredentials } from '../../lambdas/model/message.ts';
import type { OperatorContext } from '../../lambdas/targets/operator-setup.ts';
import { kindsWithSetup, setUpProvider } from '../../lambdas/targets/set-up-provider.ts';
import { credentials, type Playground, startPlayground } from '../local/fakes/support.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let playground: Playground;
let http: ReturnType<typeof createOutboundHttp>;
beforeEach(async () => {
  playground = await startPlayground();
  http = createOutboundHttp({ hostMap: playground.fakes.hostMap });
});
afterEach(async () => {
  http.close();
  await playground.stop();
});

const context = (own: ProviderCredentials = credentials): OperatorContext => ({
  http,
  credentials: own,
  appUrl: playground.appUrl,
  mailFrom: 'hello@tellhook.example',
});
const withPart = (slug: keyof typeof credentials, part: Record<string, string>): ProviderCredentials => ({
  ...credentials,
  [slug]: { ...credentials[slug], ...part },
});
const setUp = (slug: string, own?: ProviderCredentials) => setUpProvider(slug, context(own));
const states = async (slug: string, own?: ProviderCredentials) => (await setUp(slug, own)).map(({ state }) => state);
const failure = async (slug: string, own?: ProviderCredentials) =>
  (await setUp(slug, own)).find(({ state }) => state === 'failed')?.text;

describe('a provider’s setup', async () => {
  it.each(['telegram', 'slack', 'whatsapp'])(
    'says what belongs into the secret where there is nothing yet: %s',
    async (slug) => {
      const steps = await setUp(slug, {});
      expect(steps.every(({ state }) => state === 'by hand')).toBe(true);
      const fields = steps.flatMap(({ document = '' }) =>
        document.startsWith(`{\n  "${slug}"`) ? [JSON.parse(document)] : [],
      );
      expect(Object.keys(fields[0]?.[slug])).toEqual(expect.arrayContaining(Object.keys(credentials[slug as 'slack'])));
      expect(await playground.received(slug)).toEqual([]);
    },
  );

  it.each(await kindsWithSetup())('reveals no secret, even if the provider rejects it: %s', async (slug) => {
    const wrong = Object.fromEntries(
      Object.entries(credentials).map(([name, part]) => [
        name,
        Object.fromEntries(
          Object.entries(part).map(([field, value]) => [field, /^\d+$/.test(value) ? value : `${value}x`]),
        ),
      ]),
    );
    for (const own of [credentials, wrong]) {
      const told = JSON.stringify(await setUp(slug, own));
      expect(told).not.toMatch(/made-up-/);
    }
  });

  it('is rejected for a kind without setup, or an unknown one', async () => {
    for (const slug of ['discord', 'fax', ''])
      await expect(setUp(slug)).rejects.toMatchObject({
        message: expect.stringContaining('telegram, slack, email, whatsapp'),
      });
  });
});

describe('the Telegram bot', () => {
  it('gets the address of its updates, their secret, and the wanted types', async () => {
    expect(await states('telegram')).toEqual(['done', 'done', 'by hand']);
    const set = (await playground.received('telegram')).find(({ url }) => url.endsWith('/setWebhook'));
    expect(JSON.parse(set?.body ?? '')).toEqual({
      url: `${playground.appUrl}/api/callbacks/telegram`,
      secret_token: '***',
      allowed_updates: ['message', 'channel_post', 'my_chat_member', 'callback_query'],
      max_connections: 40,
    });
    await playground.api('POST', 'telegram/say', { chatId: 42, text: 'hello' });
    expect(playground.callbacks[0]).toMatchObject({
      url: '/api/callbacks/telegram',
      headers: { 'x-telegram-bot-api-secret-token': credentials.telegram.webhookSecret },
    });
  });

  it('gets its new secret when the setup is repeated', async () => {
    await setUp('telegram', withPart('telegram', { webhookSecret: 'another-secret' }));
    await playground.api('POST', 'telegram/say', { chatId: 42, text: 'hello' });
    expect(playground.callbacks[0]?.headers['x-telegram-bot-api-secret-token']).toBe('another-secret');
  });

  it('is not changed if token and name do not match', async () => {
    expect(await failure('telegram', withPart('telegram', { botName: 'OtherBot' }))).toContain('@ExampleBot');
    expect(await failure('telegram', withPart('telegram', { botToken: '7000001:revoked' }))).toContain('Unauthorized');
    const called = (await playground.received('telegram')).map(({ url }) => url);
    expect(called.filter((url) => url.endsWith('/setWebhook'))).toEqual([]);
  });

  it('cannot have an address that Telegram does not call', async () => {
    const steps = await setUpProvider('telegram', { ...context(), appUrl: 'http://tellhook.example' });
    expect(steps.at(-1)).toEqual({ state: 'failed', text: expect.stringContaining('HTTPS') });
  });

  it('is reported as unreachable', async () => {
    await playground.fakes.stop();
    expect(await failure('telegram')).toContain('no connection');
  });
});

describe('the Slack app', () => {
  it('has a manifest with the return address and one scope', async () => {
    const [create] = await setUp('slack');
    expect(JSON.parse(create?.document ?? '')).toMatchObject({
      oauth_config: {
        redirect_urls: [`${playground.appUrl}/api/callbacks/slack`],
        scopes: { bot: ['incoming-webhook', 'chat:write', 'chat:write.public'] },
      },
    });
  });

  it('is recognised only if both credentials are right', async () => {
    expect(await states('slack')).toEqual(['by hand', 'done']);
    expect(await failure('slack', withPart('slack', { clientId: '9.9' }))).toContain('invalid_client_id');
    expect(await failure('slack', withPart('slack', { clientSecret: 'wrong-secret' }))).toContain('bad_client_secret');
  });
});

describe('the WhatsApp number', () => {
  const ids = { appId: '4711', businessAccountId: '4712' };

  it('is subscribed if the ids are known, otherwise the operator learns where to find them', async () => {
    expect(await states('whatsapp')).toEqual(['done', 'by hand', 'by hand', 'by hand']);
    const ready = withPart('whatsapp', { ...ids, templateName: 'event_notice' });
    expect(await states('whatsapp', ready)).toEqual(['done', 'done', 'done']);
    const subscribed = (await playground.received('whatsapp')).find(({ url }) => url.endsWith('/4711/subscriptions'));
    expect(new URLSearchParams(subscribed?.body).get('callback_url')).toBe(
      `${playground.appUrl}/api/callbacks/whatsapp`,
    );
  });

  it('is not set up with an invalid token, number or verify token', async () => {
    expect(await failure('whatsapp', withPart('whatsapp', { accessToken: 'expired-token' }))).toContain('#190');
    expect(await failure('whatsapp', withPart('whatsapp', { number: '15550109999' }))).toContain('+15550100001');
    expect(await failure('whatsapp', withPart('whatsapp', { ...ids, verifyToken: 'another' }))).toContain(
      'verification',
    );
  });
});

describe('the script', () => {
  const run = (slug: string, env: Record<string, string>) =>
    promisify(execFile)(process.execPath, [join(import.meta.dirname, '../../bin/provider-setup.ts'), slug], {
      env: { PATH: process.env.PATH, ...env },
    }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
    );

  it('prints each step, and exits with 1 if one failed', async () => {
    const folder = temporaryFolder();
    const STAGE_SETTINGS = join(folder, 'stage.json');
    writeFileSync(STAGE_SETTINGS, JSON.stringify({ outboundHostMap: playground.fakes.hostMap }));
    // The stand-ins of this test have different credentials from the local machine's.
    const refused = await run('slack', { STAGE: 'local', STAGE_SETTINGS });
    expect(refused).toMatchObject({ code: 1, stderr: '' });
    expect(refused.stdout).toMatch(/^by hand {2}Create the app at .*\n {9}\{\n/);
    expect(refused.stdout).toMatch(/^failed {3}Slack rejected .*invalid_client_id$/m);
    const payments = await run('stripe', {
      STAGE: 'local',
      STAGE_SETTINGS,
      STRIPE_SETUP_KEY: credentials.stripe.secretKey,
    });
    expect(payments).toMatchObject({ code: 0, stdout: expect.stringMatching(/^done {5}The product was created\.$/m) });
    expect(payments.stdout).toMatch(/^by hand {2}The price is 2\.99 EUR a month\. .*\n {9}price_\w+$/m);
    writeFileSync(STAGE_SETTINGS, JSON.stringify({ hostedZone: 'tellhook.example' }));
    const fresh = await run('email', { STAGE: 'prod', STAGE_SETTINGS });
    expect(fresh).toMatchObject({ code: 0, stdout: expect.stringContaining('_dmarc.mail.tellhook.example') });
    const withoutDomain = await run('email', { STAGE: 'prod' });
    expect(withoutDomain).toMatchObject({ code: 1, stderr: expect.stringContaining('npm run deploy') });
  });

  it('prints its usage', async () => {
    expect(await run('fax', {})).toMatchObject({ code: 1, stderr: expect.stringContaining('usage: ') });
  });
});
