import type { FakePorts } from './fake.ts';
import type { ProductAnswer } from './product.ts';
import { maskHeaders } from './provider-server.ts';

export interface UpdateQueue {
  /**
   * Sends an update to the product. Resolves after the first attempt, or immediately if an older update is still
   * waiting, because updates keep their order.
   */
  post(update: Record<string, unknown>): Promise<{ delivered: boolean; status: number; queued: boolean }>;
}

interface Waiting {
  update: Record<string, unknown>;
  attempts: number;
  settled: (result: { delivered: boolean; status: number; queued: boolean }) => void;
}

/** A request to the product's callback, built anew for each attempt. */
interface Callback {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/**
 * The wait in seconds after a number of rejected attempts. The first retry is immediate; the wait then doubles up to a
 * minute (Telegram's WebhookActor.cpp).
 */
export const retryDelaySeconds = (attempts: number, retryAfter: number | undefined): number =>
  retryAfter !== undefined ? Math.min(retryAfter, 3600) : attempts <= 1 ? 0 : Math.min(2 ** (attempts - 2), 60);

/** Posts updates in sequence, each until the product returns 2xx. */
export const createUpdateQueue = (options: {
  provider: string;
  ports: Pick<FakePorts, 'product' | 'recorder' | 'wait'>;
  /** Hides the provider's secrets from its history. */
  mask: (text: string) => string;
  write: (update: Record<string, unknown>) => Callback;
  /** The conversation that an update belongs to. */
  threadOf: (update: Record<string, unknown>) => string;
  onDelivered?: (answer: ProductAnswer) => void;
}): UpdateQueue => {
  const { provider, mask } = options;
  const { product, recorder, wait } = options.ports;
  const waiting: Waiting[] = [];
  let running = false;
  let resting = false;

  const attempt = async (next: Waiting): Promise<ProductAnswer> => {
    const call = options.write(next.update);
    next.attempts += 1;
    const answer = await product.call(call.url, { method: 'POST', headers: call.headers, body: call.body });
    recorder.add({
      provider,
      kind: 'sent',
      method: 'POST',
      url: call.url,
      headers: maskHeaders(call.headers, mask),
      body: mask(call.body),
      status: answer.status,
      answer: { headers: answer.headers, body: mask(answer.body) },
      thread: options.threadOf(next.update),
      ...(next.attempts > 1 ? { note: `Attempt ${next.attempts}` } : {}),
    });
    return answer;
  };

  const run = async (): Promise<void> => {
    running = true;
    for (let next = waiting[0]; next && !product.signal.aborted; next = waiting[0]) {
      const answer = await attempt(next);
      const delivered = answer.status >= 200 && answer.status < 300;
      next.settled({ delivered, status: answer.status, queued: !delivered });
      if (delivered) {
        waiting.shift();
        options.onDelivered?.(answer);
      } else {
        resting = true;
        await wait(1000 * retryDelaySeconds(next.attempts, retryAfterOf(answer)), product.signal);
        resting = false;
      }
    }
    running = false;
  };

  return {
    post: (update) =>
      new Promise((resolve) => {
        waiting.push({ update, attempts: 0, settled: resolve });
        if (resting) resolve({ delivered: false, status: 0, queued: true });
        if (!running) void run();
      }),
  };
};

const retryAfterOf = (answer: ProductAnswer): number | undefined => {
  const seconds = Number(answer.headers['retry-after']);
  return answer.headers['retry-after'] !== undefined && Number.isFinite(seconds) ? Math.max(seconds, 0) : undefined;
};
