import { targetKinds } from '../../integrations/targets/kinds.gen.ts';
import { packContent, unpackContent } from '../../lambdas/adapters/dynamodb/content-chunks.ts';
import { sesMailer } from '../../lambdas/adapters/mailer.ts';
import { acceptCall } from '../../lambdas/invocations/accept-call.ts';
import { composeText } from '../../lambdas/invocations/compose-text.ts';
import { textMatcher } from '../../lambdas/invocations/match-text.ts';
import type { InvocationSummary } from '../../lambdas/model/invocation.ts';
import type { Message } from '../../lambdas/model/message.ts';
import { plans } from '../../lambdas/model/plans.ts';
import { webhookDefaults } from '../../lambdas/model/webhook.ts';
import type { OutboundHttp } from '../../lambdas/platform/outbound/outbound.ts';
import type { OpenTarget } from '../../lambdas/targets/send-context.ts';
import { deliveryWithoutSecrets } from '../../lambdas/targets/strip-secrets.ts';
import type { DeliverContext, Driver } from '../../lambdas/targets/target-kind.ts';
import { ownError } from '../../lambdas/templates/errors.ts';
import { MAX_MESSAGE } from '../../lambdas/templates/print.ts';
import { renderCall } from '../../lambdas/templates/render-call.ts';
import { decodeRequest, encodeRequest } from '../../lambdas/templates/sandbox/frames.ts';
import { splitMessage } from '../../lambdas/templates/split-message.ts';
import { units } from '../../lambdas/templates/units.ts';

/** Product code that reads data from strangers. */
export interface Reader {
  name: string;
  /** A function, for which other calls wait, or the renderer, which is killed after its time limit. */
  where: 'function' | 'renderer';
  read(body: string, contentType: string): unknown;
}

const NOW = new Date('2026-11-20T12:00:00.000Z');
const NEVER = '0001-01-01T00:00:00Z';

const headersOf = (contentType: string) => ({ 'content-type': contentType, 'user-agent': 'bench' });

/** Accepts a call to a webhook that checks for URL verification requests and duplicates. The stores keep nothing. */
const accept = (body: string, contentType: string) =>
  acceptCall(
    {
      route: 'a-route',
      method: 'POST',
      query: body.slice(0, 4000),
      headers: headersOf(contentType),
      ip: '203.0.113.7',
      body: Buffer.from(body),
    },
    {
      routes: {
        byRoute: async () => ({
          userId: 1,
          webhookId: 11,
          enabled: true,
          paused: false,
          targetIds: [21],
          position: 0,
          retentionDays: null,
          intake: { ...webhookDefaults.intake, answerHandshakes: true, verifyToken: 'x', duplicates: 'mark' },
          owner: { status: 'free', premiumUntil: NEVER },
          webhookVersion: 'one',
        }),
      },
      counters: { takeInvocation: async () => ({ used: 1, storedBytes: 0, previousCallTo: () => undefined }) },
      invocations: {
        insert: async (_summary, content) => void unpackContent([packContent(content)]),
        remove: async () => {},
        get: async () => undefined,
      },
      laneQueue: { send: async () => {} },
      outbox: { put: async () => {} },
      deduplication: { claim: async () => undefined },
      plans,
      clock: () => NOW,
    },
  );

/** Does the dispatcher's own work for a message, up to the frame that it would send to the renderer. */
const compose = (body: string, contentType: string) =>
  composeText(
    { ...webhookDefaults, id: 11, userId: 1, name: 'Builds' },
    { contentType, query: body.slice(0, 4000), method: 'POST' } as InvocationSummary,
    { headers: headersOf(contentType), body: Buffer.from(body) },
    {
      render: async (request) => {
        decodeRequest(encodeRequest(1, request));
        return { error: ownError('E2001') };
      },
    },
  );

const clientOf = (answer: string): OutboundHttp => ({
  send: async () => ({ status: 400, headers: { 'content-type': 'application/json' }, body: answer }),
});

const contextOf = (client: OutboundHttp): DeliverContext => ({
  http: client,
  client,
  mail: sesMailer({ from: 'hello@example.com', configurationSet: 'bench' }, {
    send: async () => ({ MessageId: '1' }),
  } as never),
  credentials: {
    telegram: { botToken: '123456:AAbench', botName: 'Bot', webhookSecret: 'bench' },
    whatsapp: { phoneNumberId: '1', accessToken: 'bench', appSecret: 'bench', verifyToken: 'bench', number: '1' },
  },
  clock: () => NOW,
  appUrl: 'https://app.example.com',
});

/** A target that has the options and secrets of all kinds. */
const target: OpenTarget = {
  id: 21,
  userId: 1,
  name: 'Ops',
  status: 'active',
  options: { chatId: '42', waId: '491510000000', lastInboundAt: NOW.toISOString(), address: 'somebody@example.com' },
  secrets: { url: 'https://example.com/hook', token: 'bench', unsubscribeKey: 'bench' },
};

/** Maximum number of characters that are read of a response; see the HTTP client. */
const ANSWER_CHARACTERS = 8192;

/**
 * Sends a text that a template passed through, split for the kind. Each part is rejected, and the response repeats the
 * text.
 */
const sendBy = (slug: string, driver: () => Promise<Driver>) => async (body: string) => {
  const kind = targetKinds.find((each) => each.slug === slug);
  const text = body.slice(0, MAX_MESSAGE).toWellFormed();
  const limit = kind?.limit;
  const { parts } = limit
    ? splitMessage(text, { max: limit.max, cost: units[limit.counted], split: true })
    : { parts: [text] };
  const { deliver } = await driver();
  const context = contextOf(clientOf(body.slice(0, ANSWER_CHARACTERS)));
  const patterns = targetKinds.flatMap(({ secretPattern }) => (secretPattern ? [secretPattern] : []));
  for (const [index, each] of parts.entries()) {
    const names = { webhookName: 'Builds', link: 'https://app.example.com/webhooks/1?inv=2', plan: 'free' as const };
    const message: Message = { text: each, id: `bench.${index}`, part: index + 1, parts: parts.length, ...names };
    const delivery = await deliver(message, target, context);
    deliveryWithoutSecrets(delivery, Object.values(target.secrets), patterns);
  }
};

/** A typical template, with a path, a loop, functions, and the whole body. */
const TEMPLATE = '{{ title }} {{#each items}}{{ name }}{{/each}} {{ $truncate($raw, 80) }} {{ $query.a }} {{ $raw }}';

/** All readers of a stranger's body, called as in the product. */
export const readers: Reader[] = [
  { name: 'accept', where: 'function', read: accept },
  { name: 'compose', where: 'function', read: compose },
  {
    name: 'search',
    where: 'function',
    read: (body, contentType) => {
      const content = { headers: headersOf(contentType), body: Buffer.from(body) };
      for (const text of ['deploy failed', `${body.slice(-40)}x`]) textMatcher(text).inContent(content);
    },
  },
  ...targetKinds
    .filter(({ slug }) => slug !== 'mock')
    .map(({ slug, driver }): Reader => ({ name: `send to ${slug}`, where: 'function', read: sendBy(slug, driver) })),
  {
    name: 'default message',
    where: 'renderer',
    read: (body, contentType) => renderCall({ body, contentType, template: undefined, webhookName: 'Builds' }),
  },
  {
    name: 'template',
    where: 'renderer',
    read: (body, contentType) => renderCall({ body, contentType, template: TEMPLATE, webhookName: 'Builds' }),
  },
];

/**
 * Measures the CPU time of a reader on this thread in milliseconds. Returns the fastest run, because disturbances only
 * make a run longer.
 * @param times reads per run, because the kernel counts in steps of four milliseconds
 * @param enoughMs time below which a reader is not measured again
 */
export const cpuMsOfReading = async (
  { read }: Reader,
  body: string,
  contentType: string,
  { runs, times = 1, enoughMs = 0 }: { runs: number; times?: number; enoughMs?: number },
): Promise<number> => {
  let quickest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs && quickest > enoughMs; run++) {
    const before = process.threadCpuUsage();
    for (let time = 0; time < times; time++) await read(body, contentType);
    const { user, system } = process.threadCpuUsage(before);
    quickest = Math.min(quickest, (user + system) / 1000 / times);
  }
  return quickest;
};
