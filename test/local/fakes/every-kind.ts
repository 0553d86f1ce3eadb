import { examples } from '../../../integrations/targets/examples.gen.ts';
import { targetHosts } from '../../../integrations/targets/hosts.gen.ts';
import { targetKind } from '../../../integrations/targets/kinds.gen.ts';
import { createOutboundHttp } from '../../../lambdas/adapters/http-client.ts';
import { createSealer } from '../../../lambdas/adapters/sealing.ts';
import type { Delivery, FollowedMessage, Lost, OutboundMail } from '../../../lambdas/model/message.ts';
import type { Target } from '../../../lambdas/model/target.ts';
import { follow, limitOf, richFitOf, send } from '../../../lambdas/targets/send.ts';
import { plainOf } from '../../../lambdas/templates/rich/plain.ts';
import { splitRich } from '../../../lambdas/templates/rich/split-rich.ts';
import type { RichMessage } from '../../../lambdas/templates/rich/tree.ts';
import { splitMessage } from '../../../lambdas/templates/split-message.ts';
import { units } from '../../../lambdas/templates/units.ts';
import type { Changes } from '../../../lib/local/fakes/wire.ts';
import { credentials, type Playground } from './support.ts';

type Mail = Parameters<OutboundMail['send']>[0];

/** One connected target of each kind, and the product's own drivers, which send to the fakes over real sockets. */
export const everyKind = async (playground: Playground) => {
  const { api, provider, appUrl, clock } = playground;
  const sealer = createSealer('a sealing secret for tests');
  const target = (kind: string, options: object, secrets?: Record<string, string>): Target => ({
    id: 21,
    userId: 11,
    name: 'Ops',
    kind,
    status: 'active',
    statusReason: undefined,
    options: { ...options },
    sealedSecrets: secrets && sealer.seal(secrets, 'target 11/21'),
    createdAt: clock.now.toISOString(),
    updatedAt: clock.now.toISOString(),
  });

  await api('POST', 'telegram/say', { chatId: 4242, text: 'hello' });
  await api('POST', 'whatsapp/say', { from: '4915112345678', text: 'Hello' });
  const receiver = await api<{ url: string }>('POST', 'http/endpoint', { name: 'inventory' });
  const slack = await connectSlack();
  const targets: Record<string, Target> = {
    telegram: target('telegram', { chatId: '4242', chatType: 'private', chatTitle: 'A' }),
    slack: target(
      'slack',
      { channel: '#deployments', channel_id: slack.channel },
      { url: slack.url, token: slack.token },
    ),
    whatsapp: target('whatsapp', { waId: '4915112345678', lastInboundAt: clock.now.toISOString() }),
    email: target('email', { address: 'reader@example.org', confirmed: true }, { unsubscribeKey: 'k'.repeat(32) }),
    http: target(
      'http',
      {},
      { url: receiver.url, signing: `whsec_${Buffer.from('made-up signing secret for tests').toString('base64')}` },
    ),
  };

  for (const [kind, { form }] of Object.entries(examples)) {
    const driver = form && (await targetKind(kind)?.driver());
    if (!driver) continue;
    const sent = form.options(await api('POST', form.act, form.input));
    const { options, secrets } = await driver.begin(sent, { ownHosts: [] } as unknown as Parameters<
      typeof driver.begin
    >[1]);
    targets[kind] = target(kind, options, secrets);
  }

  async function connectSlack() {
    const { clientId, clientSecret } = credentials.slack;
    const back = `${appUrl}/api/callbacks/slack`;
    const asked = new URLSearchParams({
      client_id: clientId,
      scope: 'incoming-webhook,chat:write,chat:write.public',
      state: 's',
      redirect_uri: back,
    });
    const authUrl = `${appUrl}/__fakes/slack/oauth/v2/authorize?${asked}`;
    await api('POST', 'slack/approve', { authUrl, channel: 'deployments' });
    const code = new URL(playground.callbacks.at(-1)?.url ?? '/', appUrl).searchParams.get('code') ?? '';
    const body = new URLSearchParams({ code, redirect_uri: back, client_id: clientId, client_secret: clientSecret });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await provider('slack.com', '/api/oauth.v2.access', { headers, body: body.toString() });
    const { access_token: token, incoming_webhook: hook } = JSON.parse(answer.body);
    return { token: String(token), url: String(hook.url), channel: String(hook.channel_id) };
  }

  const { origin } = playground.fakes;
  const http = createOutboundHttp({ hostMap: Object.fromEntries(targetHosts.map((host) => [host, origin])) });
  const mails: Mail[] = [];
  const ports = {
    http,
    mail: {
      send: async (mail: Mail): Promise<Delivery> => {
        mails.push(mail);
        return { kind: 'ok' };
      },
    },
    credentials,
    clock: () => clock.now,
    appUrl: 'https://app.example.com',
    sealer,
  };
  let sent = 0;

  return {
    kinds: Object.keys(targets),
    mails,
    /** Sends a message or plain text, in the parts that the kind needs. @returns the result of each part */
    async deliver(kind: string, whole: RichMessage | string, webhookName = 'Deploys'): Promise<Delivery[]> {
      const parts = typeof whole === 'string' ? textParts(kind, whole) : await richParts(kind, whole);
      const deliveries: Delivery[] = [];
      for (const [index, part] of parts.entries()) {
        // Providers accept about one message a second.
        clock.now = new Date(clock.now.getTime() + 3000);
        const link = `https://app.example.com/webhooks/7?inv=0mhp1kz9q${++sent}`;
        const message = { ...part, part: index + 1, parts: parts.length, webhookName, link };
        deliveries.push(await send({ ...message, id: `${sent}.${index + 1}` }, targets[kind] as Target, ports));
      }
      return deliveries;
    },
    /** Follows up on an earlier message. */
    follow: (kind: string, whole: RichMessage | string, followed: FollowedMessage): Promise<Delivery | Lost> => {
      clock.now = new Date(clock.now.getTime() + 3000);
      const content = typeof whole === 'string' ? { text: whole } : { text: plainOf(whole), rich: whole };
      const link = `https://app.example.com/webhooks/7?inv=0mhp1kz9q${sent}`;
      const message = { ...content, part: 1, parts: 1, webhookName: 'Deploys', link, id: `${++sent}.1` };
      return follow(message, followed, targets[kind] as Target, ports);
    },
    /** The newest conversation of a provider. */
    threadOf: async (kind: string): Promise<string | undefined> =>
      (await api<Changes>('GET', 'changes')).entries.findLast((entry) => entry.provider === kind && entry.thread)
        ?.thread,
    stop: () => http.close(),
  };
};

const richParts = async (kind: string, rich: RichMessage) => {
  const fits = (await richFitOf(kind)) ?? (() => true);
  return splitRich(rich, { fits, split: true }).parts.map((part) => ({ text: plainOf(part), rich: part }));
};

const textParts = (kind: string, text: string) => {
  const limit = limitOf(kind);
  if (!limit) return [{ text }];
  return splitMessage(text, { max: limit.max, cost: units[limit.counted], split: true }).parts.map((part) => ({
    text: part,
  }));
};
