import { createHmac, randomBytes, randomInt } from 'node:crypto';
import type { FakePorts } from '../fake.ts';
import { maskHeaders } from '../provider-server.ts';

export interface StripeEvent {
  type: string;
  object: object;
  customer: string;
}

/** The value of `Stripe-Signature` for the exact bytes of the body. */
const signatureOf = (secret: string, body: string, now: Date): string => {
  const at = Math.floor(now.getTime() / 1000);
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
};

const shuffled = <Item>(items: readonly Item[]): Item[] => {
  const mixed = [...items];
  for (let at = mixed.length - 1; at > 0; at--) {
    const other = randomInt(at + 1);
    [mixed[at], mixed[other]] = [mixed[other] as Item, mixed[at] as Item];
  }
  return mixed;
};

const MAX_ATTEMPTS = 5;

/**
 * Sends events to the product like Stripe in the worst case: in random order, in parallel, and one of them twice.
 * Events without a 2xx response are sent again.
 */
export const createEvents = (options: FakePorts & { webhookSecret: string; mask: (text: string) => string }) => {
  const { product, recorder, webhookSecret, mask, now, wait } = options;
  const url = `${product.appUrl}/api/callbacks/stripe`;

  const post = async (body: string, customer: string): Promise<boolean> => {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS && !product.signal.aborted; attempt++) {
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signatureOf(webhookSecret, body, now()),
      };
      const answer = await product.call(url, { method: 'POST', headers, body });
      recorder.add({
        provider: 'stripe',
        kind: 'sent',
        method: 'POST',
        url,
        headers: maskHeaders(headers, mask),
        body,
        status: answer.status,
        answer: { headers: answer.headers, body: answer.body },
        thread: customer,
        ...(attempt > 1 ? { note: `Attempt ${attempt}` } : {}),
      });
      if (answer.status >= 200 && answer.status < 300) return true;
      await wait(500 * 2 ** attempt, product.signal);
    }
    return false;
  };

  return {
    /** Sends events. Resolves when each was accepted or has failed permanently. */
    send: async (events: readonly StripeEvent[]): Promise<void> => {
      const bodies = events.map(({ type, object, customer }) => ({
        customer,
        body: JSON.stringify({
          id: `evt_${randomBytes(12).toString('hex')}`,
          object: 'event',
          api_version: '2026-10-28.endive',
          created: Math.floor(now().getTime() / 1000),
          type,
          livemode: false,
          pending_webhooks: 1,
          data: { object },
        }),
      }));
      const twice = bodies[randomInt(Math.max(1, bodies.length))];
      await Promise.all(shuffled([...bodies, ...(twice ? [twice] : [])]).map((it) => post(it.body, it.customer)));
    },
  };
};
