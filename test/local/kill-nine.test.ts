import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type LocalRun, startLocal } from '../support/local-run.ts';
import { createWebhook, eventually, signUp, type User } from '../support/product.ts';

/** How often the product is killed; `KILLS=20` for a long look. */
const KILLS = Number(process.env.KILLS ?? 2);
const CALLERS = 3;
/** Calls that a round has promised before it is killed, in the middle of the next ones. */
const PER_ROUND = 15;

const dataDir = mkdtempSync(join(tmpdir(), 'tellhook-kill-nine-'));
const settings = { plans: { free: { maxInvocationsPerDay: 1_000_000 } } };
let run: LocalRun;
afterAll(async () => {
  await run?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Calls as fast as the product answers, from several callers, until it is gone, and notes the ids that were promised. */
const load = async (url: string, promised: string[], killed: () => boolean): Promise<void> => {
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      while (!killed()) {
        try {
          const answer = await fetch(url, { method: 'POST', body: '{"hello":"you"}' });
          if (answer.ok) promised.push(((await answer.json()) as { id: string }).id);
        } catch {
          // Cut off in the middle: nothing was promised.
        }
      }
    }),
  );
};

/** Every invocation of the webhook with its status. */
const statuses = async (user: User, id: number): Promise<Map<string, string>> => {
  const found = new Map<string, string>();
  for (let offset = 0; offset <= 10_000; offset += 100) {
    const page = await user.api('listInvocations', {
      id,
      query: { view: 'summary', limit: '100', offset: String(offset) },
    });
    for (const { id: invocationId, status } of page) found.set(invocationId, status);
    if (page.length < 100) break;
  }
  return found;
};

it(
  'a product that is killed under load again and again delivers every call that it had promised',
  async () => {
    run = await startLocal({ dataDir, settings });
    const ports = { port: Number(new URL(run.appUrl).port), invokePort: Number(new URL(run.invokeUrl).port) };
    const user = await signUp(run);
    const target = await user.api('createTarget', { body: { name: 'Mock', type: 'mock' } });
    const webhook = await createWebhook(run, user, [target.id]);
    const promised: string[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      let killed = false;
      const before = promised.length;
      const calls = load(webhook.url, promised, () => killed);
      await eventually(async () => promised.length >= before + PER_ROUND, 'calls accepted', 30_000);
      await run.kill9();
      killed = true;
      await calls;
      run = await startLocal({ dataDir, settings, ...ports });
    }
    expect(promised.length).toBeGreaterThanOrEqual(KILLS * PER_ROUND);
    // What a killed function had in hand comes back when the queue's time is up; what was lost is found after that.
    await fetch(`${run.fakesUrl}/api/clock`, { method: 'POST', body: '{"advanceSeconds":200}' });
    const undelivered = async () => {
      const all = await statuses(user, webhook.id);
      return promised.filter((id) => all.get(id) !== 'success');
    };
    await eventually(async () => (await undelivered()).length === 0, 'every promised call delivered', 90_000);
  },
  180_000 + KILLS * 30_000,
);
