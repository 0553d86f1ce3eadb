import { beforeEach, describe, expect, it } from 'vitest';
import { discordUrl } from '../../integrations/targets/discord/example.ts';
import { oldTeamsUrl, teamsUrl } from '../../integrations/targets/msteams/example.ts';
import { createTarget } from '../../lambdas/targets/create-target.ts';
import { getTarget, listTargetKinds } from '../../lambdas/targets/read-targets.ts';
import { updateTarget } from '../../lambdas/targets/update-target.ts';
import { credentials, world } from './support.ts';

let here: ReturnType<typeof world>;
beforeEach(() => {
  here = world();
});
const create = (type: string, options: Record<string, unknown> = {}) =>
  createTarget(11, { name: 'Ops', type, enabled: true, options }, here.ports);
const update = (id: number, change: Parameters<typeof updateTarget>[2]) => updateTarget(11, id, change, here.ports);

describe('the Teams URL', () => {
  const hex = '0123456789abcdef0123456789abcdef';
  it.each([
    teamsUrl,
    oldTeamsUrl,
    `https://prod-1.germanywestcentral.logic.azure.com/workflows/${hex}/triggers/manual/paths/invoke?api-version=2016-06-01&sig=a`,
    `https://abc.0f.environment.api.powerplatform.com/powerautomate/automations/direct/cu/12/workflows/${hex.toUpperCase()}/triggers/manual/paths/invoke/?api-version=2022-03-01-preview&sig=a`,
    ` ${teamsUrl} `,
  ])('is taken in both forms and never shown again: %s', async (url) => {
    const made = await create('msteams', { url });
    expect(made.status).toBe('active');
    expect(JSON.stringify([...here.ports.targets.all.values(), made])).not.toMatch(
      /TheSignature|TheOldSignature|sig=a/,
    );
    expect(made.options.url).toMatch(/^https:\/\/[\w.-]+\/…\/workflows\/…[\da-fA-F]{4}\/…\?sig=\*\*\*$/);
  });

  it.each([
    '',
    'not a url',
    undefined,
    `http://prod-1.westeurope.logic.azure.com/workflows/${hex}/triggers/manual/paths/invoke?sig=a`,
    `https://prod-x.westeurope.logic.azure.com/workflows/${hex}/triggers/manual/paths/invoke?sig=a`,
    `https://prod-1.westeurope.logic.azure.com.evil.example/workflows/${hex}/triggers/manual/paths/invoke?sig=a`,
    `https://prod-1.westeurope.logic.azure.com@evil.example/workflows/${hex}/triggers/manual/paths/invoke?sig=a`,
    `https://evil.example/https://prod-1.westeurope.logic.azure.com/workflows/${hex}/triggers/manual/paths/invoke?sig=a`,
    `https://prod-1.westeurope.logic.azure.com:8443/workflows/${hex}/triggers/manual/paths/invoke?sig=a`,
    `https://prod-1.westeurope.logic.azure.com/workflows/${hex.slice(1)}/triggers/manual/paths/invoke?sig=a`,
    `https://prod-1.westeurope.logic.azure.com/workflows/${hex}/triggers/manual/run?sig=a`,
    `https://prod-1.westeurope.logic.azure.com/workflows/${hex}/triggers/manual/paths/invoke?sig=a#.evil`,
    'https://example.webhook.office.com/webhookb2/x/IncomingWebhook/y/z',
  ])("is anything else and rejected with the specification's sentence: %s", async (url) => {
    await expect(create('msteams', { url })).rejects.toMatchObject({
      problem: 'invalid-input',
      message: 'The URL is not a valid Azure Webhook URL',
    });
  });

  it('comes with a warning if it will probably not work', async () => {
    expect((await create('msteams', { url: oldTeamsUrl })).options.warning).toContain('30 November 2025');
    expect((await create('msteams', { url: teamsUrl.replace(/&sig=.*/, '') })).options.warning).toContain('"sig"');
    expect((await create('msteams', { url: teamsUrl })).options).not.toHaveProperty('warning');
  });

  it('is checked by the form with the same pattern', () => {
    const field = listTargetKinds(credentials).find(({ slug }) => slug === 'msteams')?.fields[0];
    const pattern = new RegExp(`^(?:${field?.pattern})$`, 'v');
    expect([teamsUrl, oldTeamsUrl, 'https://evil.example/'].map((url) => pattern.test(url))).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('other options', () => {
  /** The error response for a wrong URL; its message contains `named`. */
  const wrongUrl = (named: string) => ({
    code: 'target-options-wrong',
    fields: [{ path: 'options.url', message: expect.stringContaining(named) }],
  });

  it.each([
    'https://example.com/api/webhooks/1/a',
    `${discordUrl}.evil`,
    discordUrl.replace('https', 'http'),
    discordUrl.replace('discord.com', 'discord.com.evil.example'),
  ])('that are no Discord webhook are rejected: %s', async (url) => {
    await expect(create('discord', { url })).rejects.toMatchObject({ problem: 'invalid-input' });
  });

  it('that are Discord webhooks are accepted without showing the token', async () => {
    for (const url of [
      discordUrl,
      discordUrl.replace('discord.com', 'canary.discord.com'),
      discordUrl.replace('/api/', '/api/v10/'),
    ]) {
      const made = await create('discord', { url });
      expect(made.options.url).toMatch(/\/\d+\/\*\*\*$/);
    }
    const thread_id = '123456789012345679';
    const made = await create('discord', { url: `${discordUrl}?thread_id=${thread_id}` });
    expect(made.options).toMatchObject({ url: expect.stringMatching(/\*\*\*$/), thread_id });
  });

  it.each([
    [{ url: 'http://example.com/' }, 'options.url'],
    [{ url: 'https://user@example.com/' }, 'options.url'],
    [{ url: 'nonsense' }, 'options.url'],
    [{}, 'options.url'],
    [{ url: 'https://10.0.0.1/' }, 'options.url'],
    [{ url: 'https://0x7f.1/' }, 'options.url'],
    [{ url: 'https://169.254.169.254/latest/meta-data' }, 'options.url'],
    [{ url: 'https://[::ffff:10.0.0.1]/' }, 'options.url'],
    [{ url: 'https://[fd00::1]:8443/' }, 'options.url'],
    [{ url: 'https://example.com:22/' }, 'options.url'],
    [{ url: 'https://localhost/' }, 'options.url'],
    [{ url: 'https://a..b/' }, 'options.url'],
    [{ url: 'https://.example.com/' }, 'options.url'],
    [{ url: 'https://-a.b/' }, 'options.url'],
    [{ url: 'https://b.a-/' }, 'options.url'],
    [{ url: 'https://exa*mple.com/' }, 'options.url'],
    [{ url: `https://${'a'.repeat(64)}.com/` }, 'options.url'],
    [{ url: `https://${'a.'.repeat(127)}com/` }, 'options.url'],
    [{ url: 'https://x.localhost/' }, 'options.url'],
    [{ url: 'https://metadata.google.internal/' }, 'options.url'],
    [{ url: 'https://printer.local/' }, 'options.url'],
    [{ url: 'https://router.home.arpa/' }, 'options.url'],
    [{ url: 'https://example.com/', headers: { Host: 'x' } }, 'options.headers.Host'],
    [{ url: 'https://example.com/', headers: { 'Webhook-Signature': 'x' } }, 'options.headers.Webhook-Signature'],
    [{ url: 'https://example.com/', headers: { 'Tellhook-Hops': '0' } }, 'options.headers.Tellhook-Hops'],
    [{ url: 'https://example.com/', headers: { 'x-a': 'b\r\nc: d' } }, 'options.headers.x-a'],
    [{ url: 'https://example.com/', headers: { 'x a': 'b' } }, 'options.headers.x a'],
  ])('of a generic receiver are rejected by name: %j', async (options, path) => {
    await expect(create('http', options)).rejects.toMatchObject({ problem: 'invalid-input', fields: [{ path }] });
  });

  it.each([
    ['https://a..b/', 'a..b'],
    ['https://x.localhost/', 'x.localhost'],
  ])('with a host that cannot exist are rejected by name: %s', async (url, host) => {
    await expect(create('http', { url })).rejects.toMatchObject(wrongUrl(host));
  });

  it.each(['https://in.example.com/a-route', 'https://IN.example.com:8443/', 'https://app.example.com/api/webhooks'])(
    'that lead back to this service are rejected with the reason, also by a change: %s',
    async (url) => {
      const refused = wrongUrl(new URL(url).hostname);
      await expect(create('http', { url })).rejects.toMatchObject(refused);
      const { id } = await create('http', { url: 'https://hooks.example.com/' });
      await expect(update(id, { options: { url } })).rejects.toMatchObject(refused);
    },
  );

  it('can have every possible host name', async () => {
    for (const host of ['a.b', 'x-1.example.com', 'my_host.example.com', 'xn--bcher-kva.example', 'bücher.example'])
      expect((await create('http', { url: `https://${host}/` })).status).toBe('active');
  });

  it('that lead to the local network are rejected with the reason, even on a change', async () => {
    const refused = wrongUrl('192.168.1.1');
    const url = 'https://192.168.1.1/admin';
    await expect(create('http', { url })).rejects.toMatchObject(refused);
    const { id } = await create('http', { url: 'https://hooks.example.com/' });
    await expect(update(id, { options: { url } })).rejects.toMatchObject(refused);
  });
});

describe('the signing secret of a generic receiver', () => {
  const url = 'https://hooks.example.com/in/my-secret-path?k=v';
  it('is shown once and masked afterwards, like address and headers', async () => {
    const made = await create('http', { url, headers: { Authorization: 'Bearer abc123456789' } });
    expect(made.options.signing_secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const later = await getTarget(11, made.id, here.ports);
    expect(later.options).toEqual({
      url: 'https://hooks.example.com/…?***',
      signing_secret: 'whsec_***',
      headers: { Authorization: '***' },
    });
    expect(JSON.stringify([...here.ports.targets.all.values()])).not.toMatch(
      /my-secret-path|abc123456789|whsec_[A-Za-z0-9]/,
    );
  });

  it('is replaced on request, shown once again, and the old one still signs for a day', async () => {
    const made = await create('http', { url });
    const rotated = await update(made.id, { options: { rotate: true } });
    expect(rotated.options).toMatchObject({
      signing_secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      previous_secret_until: '2026-11-21T12:00:00.000Z',
    });
    expect(rotated.options.signing_secret).not.toBe(made.options.signing_secret);
    const sealed = here.ports.targets.all.get(made.id)?.sealedSecrets ?? '';
    expect(here.ports.sealer.open(sealed, `target 11/${made.id}`)).toMatchObject({
      url,
      signing: rotated.options.signing_secret,
      previous: made.options.signing_secret,
    });
  });

  it('stays the same if only the address changes', async () => {
    const made = await create('http', { url });
    const moved = await update(made.id, { options: { url: 'https://other.example.com/' } });
    expect(moved.options).toEqual({ url: 'https://other.example.com/', signing_secret: 'whsec_***', headers: {} });
  });
});
