import { LOST } from '../../lib/local/fakes/fake.ts';
import { type Addresses, eventually, type User } from './product.ts';

/** A request that a provider's fake received. Emails include their parts. */
export interface Received {
  id: number;
  at: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
  /** The fake's response. */
  status: number;
  /** True for a rejection with a successful status. */
  isRefusal?: true;
  /** A note for the people who use the provider's fake. */
  note?: string;
  /** The recipients' addresses, separated by commas. */
  to?: string;
  subject?: string;
  text?: string;
  html?: string;
}

interface Behaviour {
  mode: 'ok' | '429' | '500' | 'timeout' | 'reset' | 'gone' | 'answer';
  times?: number;
  /** The provider's code for the mode `answer`. */
  answer?: string;
  /** The wait in seconds. */
  retryAfter?: number;
}

/** The AWS requests of one function since the start. */
export interface AwsReport {
  calls: Record<string, number>;
  denied: { action: string; resource: string }[];
  unused_grants: { action: string; resources: string[] }[];
}

/** The outside world of a local run, controlled by `/__fakes/api`. Every call throws if it is rejected. */
export interface Fakes {
  received(provider: string): Promise<Received[]>;
  behave(provider: string, behaviour: Behaviour): Promise<void>;
  /** Sends a user's message to the bot. */
  sayToTelegram(chatId: number, text: string): Promise<void>;
  /** Performs another action of a provider's user, such as `telegram/block`. Without input, returns its page's list. */
  act<Answer = unknown>(action: string, input?: unknown): Promise<Answer>;
  /** As a target's owner, allows or denies the Slack app in the first channel, in the target’s browser. */
  approveSlack(target: { id: number; options: Record<string, unknown> }, choice?: { deny?: true }): Promise<unknown>;
  /** Pays on the page that a link of the product leads to. Resolves once the product has been notified. */
  payWithStripe(link: string, method?: 'card' | 'paypal'): Promise<void>;
  /** Lets a customer's next payments, by email address, fail or succeed. */
  failStripe(email: string, fails?: boolean): Promise<void>;
  /** A customer's state at Stripe, by email address; `state` is undefined during payment. */
  stripeCustomer(email: string): Promise<{ id: string; state?: string }>;
  /** Moves the product's clock forward and waits until all due work is done. */
  advanceClock(seconds: number): Promise<Date>;
  aws(): Promise<Record<string, AwsReport>>;
}

/** The data of the fakes' page. */
interface Changes {
  providers: { slug: string; threads: { id: string; title: string; state?: string }[] }[];
  entries: { id: number; provider: string; kind: string; thread?: string }[];
}

/** Messages that stand-ins accepted but real providers would have dropped; empty if the run no longer responds. */
export const lossesOf = async (fakesUrl: string): Promise<string[]> => {
  const response = await fetch(`${fakesUrl}/api/received`).catch(() => undefined);
  const received = response?.ok ? ((await response.json()) as Received[]) : [];
  return received.flatMap(({ note, body }) => (note?.startsWith(LOST) ? [`${note} ${body.slice(0, 2000)}`] : []));
};

export const fakesOf = ({ appUrl }: Pick<Addresses, 'appUrl'>): Fakes => {
  const ask = async <Answer>(path: string, body?: unknown, cookie?: string): Promise<Answer> => {
    const response = await fetch(`${appUrl}/__fakes/api/${path}`, {
      ...(body !== undefined && {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(cookie !== undefined && { cookie }) },
        body: JSON.stringify(body),
      }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`/__fakes/api/${path} answered ${response.status}: ${text}`);
    return JSON.parse(text) as Answer;
  };
  const stripeCustomer = async (email: string) => {
    const { providers } = await ask<Changes>('changes');
    const found = providers.find(({ slug }) => slug === 'stripe')?.threads.find(({ title }) => title === email);
    if (!found) throw new Error(`${email} is no customer at Stripe`);
    return found;
  };
  return {
    received: (provider) => ask(`received?provider=${provider}`),
    behave: async (provider, behaviour) => {
      await ask('behaviour', { provider, ...behaviour });
    },
    sayToTelegram: async (chatId, text) => {
      await ask('telegram/say', { chatId, text });
    },
    act: (action, input) => ask(action, input),
    approveSlack: ({ id, options: { AuthUrl: authUrl } }, choice = {}) =>
      ask(
        'slack/approve',
        { authUrl, ...choice },
        `__Host-state-${id}=${new URL(String(authUrl)).searchParams.get('state')}`,
      ),
    payWithStripe: async (link, method = 'card') => {
      await ask('stripe/pay', { session: link.split('/').at(-1), method });
    },
    failStripe: async (customer, fails = true) => {
      await ask('stripe/fail', { customer, fails });
    },
    stripeCustomer,
    advanceClock: async (advanceSeconds) => {
      const move = (seconds: number) => ask<{ now: string; quiet: boolean }>('clock', { advanceSeconds: seconds });
      let { now, quiet } = await move(advanceSeconds);
      // On a busy machine, work that becomes due over months can take longer than one response may wait.
      for (let more = 0; !quiet && more < 3; more++) ({ now, quiet } = await move(0));
      if (!quiet) throw new Error(`The product was still busy after its clock moved to ${now}`);
      return new Date(now);
    },
    aws: () => ask('aws'),
  };
};

/** Confirms an account's address by an email's link. Only then can the account ask for other addresses. */
export const confirmAddress = async (product: Addresses, user: User): Promise<void> => {
  await user.api('requestVerification', { id: user.userId });
  const link = await eventually(async () => {
    const mails = (await fakesOf(product).received('email')).filter(({ to }) => to === user.email);
    return mails.map(({ text }) => /https?:\S+\/callbacks\/address\?t=[\w-]+/.exec(text ?? '')?.[0]).find(Boolean);
  }, 'the mail that confirms the address');
  await fetch(link, { method: 'POST' });
};
