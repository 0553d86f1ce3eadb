import { describe, expect } from 'vitest';
import type { LocalRun } from '../support/local-run.ts';
import { createWebhook, eventually, signUp } from '../support/product.ts';
import { it } from '../support/shared-local.ts';

let run: LocalRun;
it.beforeAll(async ({ published }) => {
  run = published;
}, 120_000);

const FORM = 'application/x-www-form-urlencoded';
/** A useful template that hangs for one special payload. */
const FRAGILE = '{{ $match(text, /^(a+)+$/).match }} {{ text }}';
const BAIT = JSON.stringify({ text: `${'a'.repeat(50)}!` });

/** An account with a webhook and its one target. `call` resolves to the call's id. */
const account = async (template?: string) => {
  const user = await signUp(run);
  const { id: target } = await user.api('createTarget', { body: { name: 'Ops', type: 'mock' } });
  const { url } = await createWebhook(run, user, [target], { use_template: template !== undefined, template });
  const call = async (body: string, contentType = 'application/json'): Promise<string> => {
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': contentType }, body });
    expect(response.status).toBe(202);
    return ((await response.json()) as { id: string }).id;
  };
  const dispatch = async (id: string) => (await user.api('listDispatches', { id }))[0];
  return { call, dispatch };
};

describe('hostile accounts', () => {
  it('affect only themselves, with any calls and hanging templates', async () => {
    const [plain, templated, sameTemplate] = [
      await account(),
      await account('{{ text }}!'),
      // The attackers use the same template.
      await account(FRAGILE),
    ];
    const [forms, hanging, other] = [await account(), await account(FRAGILE), await account(FRAGILE)];
    const innocent: { id: string; of: typeof plain; text: string }[] = [];
    const hostile: { id: string; of: typeof plain }[] = [];
    for (let round = 0; round < 2; round++) {
      hostile.push({ id: await forms.call('a&'.repeat(60_000), FORM), of: forms });
      for (const of of [hanging, other]) hostile.push({ id: await of.call(BAIT), of });
      innocent.push({ id: await plain.call('a=1', FORM), of: plain, text: 'A: 1' });
      innocent.push({ id: await templated.call('{"text":"hello"}'), of: templated, text: 'hello!' });
      innocent.push({ id: await sameTemplate.call('{"text":"aa"}'), of: sameTemplate, text: 'aa aa' });
    }
    for (const { id, of, text } of innocent) {
      const decided = await eventually(
        async () => {
          const dispatch = await of.dispatch(id);
          return dispatch && ['success', 'error'].includes(dispatch.status) && dispatch;
        },
        `call ${id}`,
        60_000,
      );
      expect(decided).toMatchObject({ status: 'success', rendered_message: text });
    }
    // The attackers' own calls: a form is delivered as far as it is read. A hanging template causes an error, waits for
    // its turn, or for the end of a quarantine.
    for (const { id, of } of hostile) {
      const settled = await eventually(
        async () => {
          const dispatch = await of.dispatch(id);
          return dispatch && (dispatch.status !== 'pending' || dispatch.error_message !== '') && dispatch;
        },
        `hostile call ${id}`,
        60_000,
      );
      if (of === forms)
        expect(settled).toMatchObject({ status: 'success', note: expect.stringContaining('60000 fields') });
      else expect(settled.error_message).toMatch(/E2001|stopped three times|the system is busy/);
    }
  }, 180_000);
});
