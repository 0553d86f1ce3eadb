import { describe, expect, it, onTestFinished } from 'vitest';
import { composeText } from '../../../lambdas/invocations/compose-text.ts';
import { targetRenderingOf } from '../../../lambdas/invocations/per-target-rendering.ts';
import type { RoutingRule } from '../../../lambdas/templates/routing/routing.ts';
import { createSandbox, type Sandbox } from '../../../lambdas/templates/sandbox/sandbox.ts';
import { aSummary, aWebhook } from '../../support/in-memory.ts';
import { sandboxRig } from '../support.ts';

const rig = sandboxRig();
const summary = aSummary(new Date('2026-11-20T12:00:00.000Z'));
const content = { headers: {}, body: Buffer.from('{"hello":"you"}') };

interface How {
  webhookId: number;
  template?: string;
  sandbox?: Sandbox;
}

const composed = (expression: string, { webhookId, template, sandbox = rig.sandbox }: How) => {
  const routing: RoutingRule[] = [
    { targetId: 21, when: { expression }, template: null, quiet: null, otherwise: false },
  ];
  const webhook = aWebhook({ id: webhookId, routing, ...(template && { useTemplate: true, template }) });
  const own = targetRenderingOf(webhook, summary, { targetId: 21 });
  return composeText(webhook, summary, content, sandbox, own);
};

/** Judges by CPU time alone. By default, a render that gets none on a busy machine ends without a violation. */
const patientSandbox = (): Sandbox => {
  const sandbox = createSandbox({ rendererPath: rig.rendererPath, killAfterMs: 150, giveUpAfterMs: 60_000 });
  onTestFinished(() => sandbox.close());
  return sandbox;
};

const BACKTRACKS = '$match("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", /^(a+)+$/)';

/** Hostile templates that kill a renderer, fill its memory or never end, as expressions of a rule. */
const HOSTILE = [
  ['an endless call', '($f := function(){ $f() }; $f())'],
  ['deep recursion', '($f := function($n){ 1 + $f($n + 1) }; $f(0))'],
  ['a regular expression that backtracks', BACKTRACKS],
  ['a text of a gigabyte', '$pad("x", 1000000000)'],
  ['padded texts in a list', '$count([1..2000].$pad("x", 1000000))'],
  ['a huge range', '$count([1..10000000])'],
  ['$eval', '$eval("1")'],
  ['an error of its own', '$error("no")'],
  ['nonsense', ')))((('],
] as const;

describe('a hostile routing expression', () => {
  it.each(HOSTILE)(
    'never withholds a message: %s',
    async (name, expression) => {
      const id = 100 + HOSTILE.findIndex(([known]) => known === name);
      for (let calls = 0; calls < 2; calls++) {
        const result = await composed(expression, { webhookId: id });
        expect(result).toMatchObject({ text: 'Hello: you', wanted: { 21: { wanted: true } } });
      }
    },
    60_000,
  );

  it('reports its failure, and no longer runs after it was stopped three times', async () => {
    const sandbox = patientSandbox();
    const how = { webhookId: 500, template: 'now {{ hello }}', sandbox };
    for (let calls = 0; calls < 5; calls++)
      expect(await composed(BACKTRACKS, how)).toMatchObject({
        text: 'now you',
        wanted: { 21: { wanted: true, failed: 'The expression took too long or used too much memory' } },
      });
    expect(sandbox.metrics().kills).toBe(3);
  }, 60_000);

  it('does not reset a template’s count that is stopped as well', async () => {
    const how = { webhookId: 600, template: `{{ ${BACKTRACKS} }}`, sandbox: patientSandbox() };
    for (let calls = 0; calls < 3; calls++) await composed(BACKTRACKS, how);
    expect(await composed(BACKTRACKS, how)).toMatchObject({ later: { reason: { code: 'E2001' } } });
  }, 60_000);
});
