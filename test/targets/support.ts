import { createServer, type IncomingMessage } from 'node:http';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { targetHosts } from '../../integrations/targets/hosts.gen.ts';
import { createOutboundHttp } from '../../lambdas/adapters/http-client.ts';
import { createSealer } from '../../lambdas/adapters/sealing.ts';
import { type ConsentStore, mailboxConsent } from '../../lambdas/mail/consent.ts';
import type { PendingNotice } from '../../lambdas/mail/owner-notice.ts';
import type {
  Delivery,
  FollowedMessage,
  Lost,
  Message,
  OutboundMail,
  ProviderCredentials,
} from '../../lambdas/model/message.ts';
import { plans } from '../../lambdas/model/plans.ts';
import type { Target } from '../../lambdas/model/target.ts';
import type { CodeStore, ProviderReferenceStore, StoredCode, TargetStore } from '../../lambdas/model/target-ports.ts';
import { epochSeconds } from '../../lambdas/platform/clock.ts';
import { newToken } from '../../lambdas/platform/ids.ts';
import type { CallbackRequest } from '../../lambdas/platform/outbound/callback.ts';
import type { Outcome, Reason } from '../../lambdas/platform/outbound/outcome.ts';
import type { DigestEntry } from '../../lambdas/targets/digest.ts';
import { handleCallback } from '../../lambdas/targets/handle-callback.ts';
import { applyEffect, follow, send } from '../../lambdas/targets/send.ts';
import type { SendContext } from '../../lambdas/targets/send-context.ts';
import { renderRouted } from '../../lambdas/templates/routed-call.ts';
import { listenOnLoopback } from '../../lib/local/loopback.ts';

/** Invented operator credentials in the correct format. */
export const credentials: ProviderCredentials = {
  telegram: { botToken: '123456:AAtestTokenOfTheBot', botName: 'TellhookTestBot', webhookSecret: 'update-secret-0123' },
  slack: { clientId: '111.222', clientSecret: 'slack-client-secret' },
  whatsapp: {
    phoneNumberId: '106500000000001',
    accessToken: 'EAAwhatsappAccessToken',
    appSecret: 'whatsapp-app-secret',
    verifyToken: 'whatsapp-verify-token',
    number: '15550001111',
  },
};

/** Renders in this process. */
export const renderer: NonNullable<SendContext['renderer']> = { render: async (request) => renderRouted(request) };

const sealer = createSealer('a sealing secret for tests');
export const START = new Date('2026-11-20T12:00:00.000Z');

export const message = (over: Partial<Message> = {}): Message => ({
  text: 'Build #12 passed',
  id: '0mhp1kz9qabcdefghijklmnop123-l.1',
  part: 1,
  parts: 1,
  webhookName: 'Builds',
  link: 'https://app.example.com/webhooks/7?inv=0mhp1kz9q',
  ...over,
});

export const target = (over: Partial<Target> & { secrets?: Record<string, string> } = {}): Target => {
  const { secrets, ...rest } = over;
  const identity = { id: 21, userId: 11 };
  return {
    ...identity,
    name: 'Ops',
    kind: 'mock',
    status: 'active',
    statusReason: undefined,
    options: {},
    sealedSecrets: secrets && sealer.seal(secrets, 'target 11/21'),
    createdAt: START.toISOString(),
    updatedAt: START.toISOString(),
    ...rest,
  };
};

const memoryTargets = (): TargetStore & { all: Map<number, Target> } => {
  const all = new Map<number, Target>();
  const own = (userId: number, id: number) => {
    const found = all.get(id);
    return found?.userId === userId ? found : undefined;
  };
  const update: TargetStore['update'] = async (userId, id, changes, at, expected) => {
    const found = own(userId, id);
    if (!found || found.status === 'deleted') return undefined;
    const isAsExpected = Array.isArray(expected)
      ? expected.includes(found.status)
      : !expected || expected.updatedAt === found.updatedAt;
    if (!isAsExpected) return undefined;
    const changed = { ...found, ...changes, updatedAt: at.toISOString() };
    all.set(id, changed);
    return changed;
  };
  return {
    all,
    list: async (userId) => [...all.values()].filter((each) => each.userId === userId),
    get: async (userId, id) => own(userId, id),
    insert: async (added, max) => {
      if (max !== null && [...all.values()].filter(({ userId }) => userId === added.userId).length >= max) return false;
      all.set(added.id, added);
      return true;
    },
    update,
    markDeleted: async (userId, id, at) => {
      const found = own(userId, id);
      if (found) all.set(id, { ...found, status: 'deleted', updatedAt: at.toISOString() });
      return found !== undefined;
    },
    remove: async (userId, id) => (own(userId, id) ? all.delete(id) : false),
    markInactive: async (userId, id, statusReason, at) =>
      (await update(userId, id, { status: 'inactive', statusReason }, at, ['active'])) !== undefined,
  };
};

const memoryCodes = (): CodeStore => {
  const codes = new Map<string, StoredCode>();
  const claims = new Set<string>();
  const attempts = new Map<string, number>();
  const live = (code: StoredCode | undefined, now: Date) =>
    code && code.expiresAt > epochSeconds(now) ? code : undefined;
  return {
    put: async (purpose, hash, code) => void codes.set(`${purpose} ${hash}`, code),
    read: async (purpose, hash, now) => live(codes.get(`${purpose} ${hash}`), now),
    take: async (purpose, hash, now) => {
      const code = codes.get(`${purpose} ${hash}`);
      codes.delete(`${purpose} ${hash}`);
      return live(code, now);
    },
    remove: async (purpose, hash) => {
      codes.delete(`${purpose} ${hash}`);
      claims.delete(`${purpose} ${hash}`);
    },
    claim: async (purpose, hash) => {
      if (claims.has(`${purpose} ${hash}`)) return false;
      claims.add(`${purpose} ${hash}`);
      return true;
    },
    countAttempt: async (scope, windowSeconds, now) => {
      const window = `${scope} ${Math.floor(epochSeconds(now) / windowSeconds)}`;
      attempts.set(window, (attempts.get(window) ?? 0) + 1);
      return attempts.get(window) ?? 0;
    },
  };
};

const memoryReferences = (): ProviderReferenceStore => {
  const all = new Map<string, { userId: number; targetId: number }>();
  const name = (kind: string, reference: string, targetId: number) => `${kind} ${reference} ${targetId}`;
  return {
    add: async (kind, reference, owner) => void all.set(name(kind, reference, owner.targetId), owner),
    remove: async (kind, reference, owner) => void all.delete(name(kind, reference, owner.targetId)),
    list: async (kind, reference) =>
      [...all].filter(([key]) => key.startsWith(`${kind} ${reference} `)).map(([, owner]) => owner),
  };
};

const memoryConsents = (): ConsentStore => {
  const all = new Map<string, { key: string; never: boolean; asked: Date[]; quietUntil?: Date | undefined }>();
  const of = (mailbox: string) => all.get(mailbox) ?? { key: newToken(16), never: false, asked: [] };
  const change = async (mailbox: string, more: object) => void all.set(mailbox, { ...of(mailbox), ...more });
  return {
    get: async (mailbox) => {
      const found = all.get(mailbox);
      return found && { key: found.key, never: found.never, quietUntil: found.quietUntil };
    },
    count: async (mailbox, now, since) => {
      const found = of(mailbox);
      const asked = found.asked.filter((at) => at > since);
      if (found.never || (found.quietUntil && found.quietUntil > now) || asked.length >= 2) return undefined;
      await change(mailbox, { ...found, asked: [...asked, now] });
      return found.key;
    },
    uncount: async (mailbox) => change(mailbox, { asked: of(mailbox).asked.slice(0, -1) }),
    agreed: async (mailbox) => change(mailbox, { asked: [], quietUntil: undefined }),
    declined: async (mailbox, quietUntil) => change(mailbox, { quietUntil }),
    setNever: async (mailbox, never) => change(mailbox, { never }),
  };
};

type Mail = Parameters<OutboundMail['send']>[0];

/** All ports of the domain in memory, with an adjustable clock. */
export const world = (hostMap: Record<string, string> = {}, options: { timeoutMs?: number } = {}) => {
  let now = START;
  const mails: Mail[] = [];
  const notices: string[] = [];
  const clicks: { userId: number; dispatchId: string; by: string }[] = [];
  const failures: { userId: number; targetId: number; dispatchId: string; reason: Reason }[] = [];
  const detached: number[] = [];
  const forgiven: string[] = [];
  const consents = memoryConsents();
  const state = {
    mailOutcome: { kind: 'ok' } as Outcome,
    account: {
      email: 'owner@example.com',
      emailVerified: false,
      status: 'free' as const,
      premiumUntil: '0001-01-01T00:00:00Z',
    },
    webhooks: [] as { id: number; name: string; enabled: boolean; targetIds: number[] }[],
  };
  const ports = {
    http: createOutboundHttp({ hostMap, ownHosts: ['app.example.com', 'in.example.com'], ...options }),
    mail: {
      send: async (mail: Mail) => {
        mails.push(mail);
        return state.mailOutcome;
      },
      clearSuppression: async (address: string) => void forgiven.push(address),
    },
    consent: mailboxConsent(consents, { clock: () => now, appUrl: 'https://app.example.com' }),
    owners: {
      get: async () => ({ ...state.account, targetCount: ports.targets.all.size }),
      verify: async () => {
        state.account = { ...state.account, emailVerified: true };
        return true;
      },
    },
    belongings: async (userId: number) => ({
      webhooks: state.webhooks.map(({ name }) => name),
      targets: (await ports.targets.list(userId)).map(({ name }) => name),
    }),
    credentials,
    renderer,
    clock: () => now,
    appUrl: 'https://app.example.com',
    ownHosts: ['app.example.com', 'in.example.com'],
    links: {
      slackAuthorize: 'https://slack.com/oauth/v2/authorize',
      telegramLink: 'https://t.me',
      whatsappLink: 'https://wa.me',
    },
    codes: memoryCodes(),
    sealer,
    targets: memoryTargets(),
    references: memoryReferences(),
    plans,
    webhooks: {
      list: async () => state.webhooks,
    },
    detachTarget: async (_userId: number, targetId: number) => void detached.push(targetId),
    counters: { read: async () => ({}) },
    digests: { messages: async (): Promise<DigestEntry[]> => [] },
    effects: {
      apply: (target: Target, delivery: Delivery) => applyEffect(target, delivery, ports),
    },
    lateFailures: { report: async (failure: (typeof failures)[number]) => void failures.push(failure) },
    outbox: { put: async ({ id }: PendingNotice) => void notices.push(id) },
    acknowledge: async (click: (typeof clicks)[number]) => {
      clicks.push(click);
      return 'Acknowledged.';
    },
  };
  const call = (slug: string, request: Partial<CallbackRequest>) =>
    handleCallback(
      slug,
      {
        method: 'POST',
        path: [],
        query: new URLSearchParams(),
        headers: {},
        cookies: {},
        body: Buffer.alloc(0),
        ...request,
      },
      ports,
    );
  return {
    ports,
    state,
    mails,
    failures,
    notices,
    clicks,
    detached,
    forgiven,
    consents,
    call,
    advance: (seconds: number) => {
      now = new Date(now.getTime() + seconds * 1000);
    },
  };
};

export interface Scripted {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}
interface Received {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** A loopback server with scripted responses, which records its requests. */
export const scriptedServer = async () => {
  const received: Received[] = [];
  const script: ((request: Received) => Scripted | 'hang' | 'reset')[] = [];
  const server = createServer((incoming, response) => {
    void readText(incoming).then((body) => {
      const request = {
        method: incoming.method ?? '',
        url: incoming.url ?? '',
        headers: Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])),
        body,
      };
      received.push(request);
      const answer = script.shift()?.(request) ?? { status: 200, body: 'ok' };
      if (answer === 'hang') return;
      if (answer === 'reset') return void incoming.socket.resetAndDestroy();
      response.writeHead(answer.status, answer.headers).end(answer.body);
    });
  });
  const { origin, stop } = await listenOnLoopback(server);
  return {
    origin,
    received,
    /** All providers' hosts, redirected to this server. */
    hostMap: Object.fromEntries(targetHosts.map((host) => [host, origin])),
    answer: (...answers: (Scripted | 'hang' | 'reset' | ((request: Received) => Scripted))[]) =>
      script.push(...answers.map((each) => (typeof each === 'function' ? each : () => each))),
    /** Forgets the recorded requests and the script. */
    clear: () => {
      received.length = 0;
      script.length = 0;
    },
    stop,
  };
};

/** A server in place of all providers, cleared before each test, and deliveries to it. Call it once per file. */
export const deliveryRig = (options: { timeoutMs?: number } = {}) => {
  let server: Awaited<ReturnType<typeof scriptedServer>>;
  let http: ReturnType<typeof createOutboundHttp>;
  beforeAll(async () => {
    server = await scriptedServer();
    http = createOutboundHttp({ hostMap: server.hostMap, ...options });
  });
  afterEach(() => server.clear());
  afterAll(async () => {
    http.close();
    await server.stop();
  });
  const sending = () => {
    const { mail, appUrl } = world().ports;
    return { http, mail, credentials, clock: () => START, appUrl, sealer, renderer };
  };
  return {
    get server() {
      return server;
    },
    /**
     * Delivers a message to a target.
     * @param ports replacements for the default time, credentials or client
     */
    deliverTo: (
      to: Target | undefined,
      over: Partial<Message> = {},
      ports: Partial<Pick<SendContext, 'http' | 'credentials' | 'clock' | 'renderer'>> = {},
    ): Promise<Delivery> => {
      if (!to) throw new Error('no such example');
      return send(message(over), to, { ...sending(), ...ports });
    },
    /** Follows up on an earlier message at a target. */
    followTo: (to: Target, followed: FollowedMessage, over: Partial<Message> = {}): Promise<Delivery | Lost> =>
      follow(message(over), followed, to, sending()),
  };
};

const readText = async (incoming: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};
