import { afterAll, describe, expect, it } from 'vitest';
import { localAssembly, withVariable } from '../support/assembly.ts';
import { fakesOf } from '../support/fakes.ts';
import { type LocalRun, type LocalRunOptions, startLocal } from '../support/local-run.ts';
import { createWebhook, eventually, signUp } from '../support/product.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { createMock, send } from './people.ts';

const dataDir = temporaryFolder();
let run: LocalRun | undefined;
afterAll(() => run?.stop());

const withLargeQuota = (assembly: string): string =>
  withVariable(assembly, 'PLANS', (plans) =>
    plans.replaceAll(/"maxInvocationsPerDay":\d+/g, '"maxInvocationsPerDay":100000'),
  );

/** Number of kills; set `KILLS=20` for a longer test. */
const KILLS = Number(process.env.KILLS ?? 2);
/** Numbers of accepted calls before each kill, in turn: during the first calls, and with a filled queue. */
const TURNS = [3, 40, 15];
const CALLS_BEFORE_KILL = Array.from({ length: KILLS }, (_, kill) => TURNS[kill % TURNS.length] ?? 0);
const CALLERS = 4;

describe('a machine that loses power under load', () => {
  it(
    'delivers every call that it had confirmed with a 2xx status',
    async () => {
      const options: LocalRunOptions = { dataDir, assembly: withLargeQuota(await localAssembly()) };
      run = await startLocal(options);
      Object.assign(options, {
        port: Number(new URL(run.appUrl).port),
        invokePort: Number(new URL(run.invokeUrl).port),
      });
      const user = await signUp(run);
      const fakes = fakesOf(run);
      const { url } = await fakes.act<{ url: string }>('http/endpoint', { name: 'ledger' });
      const http = await user.api('createTarget', { body: { name: 'Ledger', type: 'http', options: { url } } });
      const webhook = await createWebhook(run, user, [await createMock(user), http.id]);

      const accepted: string[] = [];
      let number = 0;
      for (const calls of CALLS_BEFORE_KILL) {
        const until = accepted.length + calls;
        const caller = async (): Promise<void> => {
          for (;;) {
            const id = await send(webhook.url, { text: `call ${++number}` }).catch(() => undefined);
            if (id === undefined) return;
            accepted.push(id);
          }
        };
        const callers = Array.from({ length: CALLERS }, caller);
        await eventually(async () => accepted.length >= until, 'calls before the kill');
        await run.kill9();
        await Promise.all(callers);
        run = await startLocal(options);
      }

      const isDelivered = async (id: string) => {
        const dispatches = await user.api('listDispatches', { id });
        return dispatches.length === 2 && dispatches.every(({ status }) => status === 'success');
      };
      for (const id of accepted)
        await eventually(async () => {
          if (await isDelivered(id)) return true;
          // Work that was interrupted by a kill is recovered minute by minute.
          await fakes.advanceClock(60).catch(() => undefined);
          return false;
        }, `both dispatches of ${id}`);
      const arrived = (await fakes.received('http')).map(({ body }) => body).join();
      expect(accepted.filter((id) => !arrived.includes(id))).toEqual([]);
      expect(accepted.length).toBeGreaterThanOrEqual(CALLS_BEFORE_KILL.reduce((sum, calls) => sum + calls));
    },
    120_000 + KILLS * 30_000,
  );
});
