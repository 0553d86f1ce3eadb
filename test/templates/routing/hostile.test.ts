import { describe, expect, it } from 'vitest';
import { composeText } from '../../../lambdas/invocations/compose-text.ts';
import { targetRenderingOf } from '../../../lambdas/invocations/per-target-rendering.ts';
import type { RoutingRule } from '../../../lambdas/templates/routing/routing.ts';
import { aSummary, aWebhook } from '../../support/in-memory.ts';
import { sandboxRig } from '../support.ts';

const rig = sandboxRig();
const summary = aSummary(new Date('2026-11-20T12:00:00.000Z'));
const content = { headers: {}, body: Buffer.from('{"hello":"you"}') };

const composed = (expression: string, webhookId: number, template?: string) => {
  const routing: RoutingRule[] = [
    { targetId: 21, when: { expression }, template: null, quiet: null, otherwise: false },
  ];
  const webhook = aWebhook({ id: webhookId, routing, ...(template && { useTemplate: true, template }) });
  const own = targetRenderingOf(webhook, summary, { targetId: 21 });
  return composeText(webhook, summary, content, rig.sandbox, own);
};

/** Hostile templates that kill a renderer, fill its memory or never end, as expressions of a rule. */
const HOSTILE = [
  ['an endless call', '($f := function(){ $f() }; $f())'],
  ['deep recursion', '($f := function($n){ 1 + $f($n + 1) }; $f(0))'],
  ['a regular expression that backtracks', '$match("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", /^(a+)+$/)'],
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
        const result = await composed(expression, id);
        expect(result).toMatchObject({ text: 'Hello: you', wanted: { 21: { wanted: true } } });
      }
    },
    60_000,
  );

  it('reports its failure, and no longer runs after it was stopped three times', async () => {
    const hostile = HOSTILE[2][1];
    for (let calls = 0; calls < 4; calls++) await composed(hostile, 500, 'now {{ hello }}');
    const kills = rig.sandbox.metrics().kills;
    const result = await composed(hostile, 500, 'now {{ hello }}');
    expect(result).toMatchObject({
      text: 'now you',
      wanted: { 21: { wanted: true, failed: 'The expression took too long or used too much memory' } },
    });
    expect(rig.sandbox.metrics().kills).toBe(kills);
  }, 60_000);

  it('does not reset a template’s count that is stopped as well', async () => {
    const backtracks = `{{ ${HOSTILE[2][1]} }}`;
    let result = await composed(HOSTILE[2][1], 600, backtracks);
    // On a slow machine, a render may get no processor time, which does not count as a violation.
    for (let calls = 0; calls < 12 && !('later' in result); calls++)
      result = await composed(HOSTILE[2][1], 600, backtracks);
    expect(result).toMatchObject({ later: { reason: { code: 'E2001' } } });
  }, 60_000);
});
