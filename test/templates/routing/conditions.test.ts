import { describe, expect, it } from 'vitest';
import type { Condition } from '#contract/routing-condition';
import { condition as schema } from '#contract/routing-condition';
import { type RoutedCall, valuesOf } from '../../../lambdas/templates/routing/call-fields.ts';
import { finding, holds, wordsOf } from '../../../lambdas/templates/routing/conditions.ts';

const payload = {
  status: 'Firing',
  count: 5,
  load: '7.5',
  version: '1.10',
  ok: false,
  none: null,
  empty: '',
  id: '9007199254740993',
  alerts: [
    { severity: 'warning', labels: { env: 'stage', 'app.kubernetes.io/name': 'shop' }, values: [1, 2] },
    { severity: 'Critical', labels: { env: 'prod' }, values: [90] },
  ],
  tags: ['red', 'Blue'],
  app: 'x',
};
const call: RoutedCall = {
  payload,
  raw: JSON.stringify(payload),
  headers: { 'x-github-event': 'pull_request', 'x.y': 'dots' },
  query: { source: 'cron', tag: ['a', 'b'] },
  method: 'POST',
  sender: 'GitHub',
  key: 'shop#7',
  state: 'open',
  severity: 'critical',
  verified: 'yes',
  repeat: false,
};

const cases: [field: string, op: Condition['op'], value: unknown, expected: boolean][] = [
  ['severity', 'is', 'critical', true],
  ['severity', 'is', 'CRITICAL', true],
  ['severity', 'is', 'warning', false],
  ['severity', 'is_not', 'info', true],
  ['severity', 'one_of', ['warning', 'critical'], true],
  ['severity', 'one_of', ['info'], false],
  ['state', 'is', 'resolved', false],
  ['sender', 'is', 'github', true],
  ['sender', 'starts_with', 'Git', true],
  ['key', 'ends_with', '#7', true],
  ['key', 'contains', 'SHOP', true],
  ['method', 'is', 'post', true],
  ['verified', 'is', 'yes', true],
  ['verified', 'is_not', 'yes', false],
  ['repeat', 'is', false, true],
  ['repeat', 'is', 'true', false],
  ['body.status', 'is', 'firing', true],
  ['body.status', 'is', ' firing ', true],
  ['body.status', 'contains', 'iri', true],
  ['body.status', 'not_contains', 'iri', false],
  ['body.status', 'not_contains', 'x', true],
  ['body.status', 'starts_with', 'FI', true],
  ['body.status', 'ends_with', 'fi', false],
  ['body.count', 'is', 5, true],
  ['body.count', 'is', '5', true],
  ['body.count', 'above', 4, true],
  ['body.count', 'above', 5, false],
  ['body.count', 'below', '5.5', true],
  ['body.load', 'above', 7, true],
  ['body.load', 'above', '7.4', true],
  ['body.load', 'below', 10, true],
  ['body.status', 'above', 0, false],
  ['body.status', 'below', 0, false],
  ['body.version', 'is', '1.1', false],
  ['body.version', 'is', '1.10', true],
  ['body.id', 'is', '9007199254740993', true],
  ['body.ok', 'is', false, true],
  ['body.ok', 'is', 'FALSE', true],
  ['body.ok', 'exists', undefined, true],
  ['body.none', 'exists', undefined, false],
  ['body.none', 'missing', undefined, true],
  ['body.empty', 'exists', undefined, true],
  ['body.empty', 'is', '', true],
  ['body.nowhere', 'missing', undefined, true],
  ['body.nowhere', 'is', 'x', false],
  ['body.nowhere', 'is_not', 'x', true],
  ['body.nowhere', 'not_contains', 'x', true],
  ['body.nowhere', 'above', -1, false],
  ['body.nowhere.deeper', 'missing', undefined, true],
  ['body.app.deeper', 'missing', undefined, true],
  ['body.alerts', 'exists', undefined, true],
  ['body.alerts.0', 'exists', undefined, true],
  ['body.alerts.2', 'missing', undefined, true],
  ['body.alerts.0.labels.env', 'is', 'stage', true],
  ['body.alerts.1.labels.env', 'is', 'stage', false],
  ['body.alerts.severity', 'is', 'critical', true],
  ['body.alerts.severity', 'is_not', 'critical', false],
  ['body.alerts.severity', 'is_not', 'info', true],
  ['body.alerts.labels.app.kubernetes.io/name', 'is', 'shop', true],
  ['body.alerts.values', 'above', 80, true],
  ['body.alerts.values', 'below', 0, false],
  ['body.tags', 'is', 'blue', true],
  ['body.tags', 'one_of', ['green', 'RED'], true],
  ['body.tags.1', 'is', 'blue', true],
  ['body.tags', 'is_not', 'red', false],
  ['body.alerts.labels', 'is', '[object Object]', false],
  ['body', 'contains', '"FIRING"', true],
  ['body', 'not_contains', 'resolved', true],
  ['body.__proto__', 'missing', undefined, true],
  ['body.constructor', 'missing', undefined, true],
  ['headers.x-github-event', 'is', 'pull_request', true],
  ['headers.X-GitHub-Event', 'is', 'pull_request', true],
  ['headers.x.y', 'is', 'dots', true],
  ['headers.x-missing', 'missing', undefined, true],
  ['query.source', 'is', 'cron', true],
  ['query.tag', 'is', 'b', true],
  ['query.tag.0', 'is', 'b', false],
];

describe('a condition', () => {
  it.each(cases)('%s %s %j: %s', (field, op, value, expected) => {
    // Parse the condition as the API does.
    const condition = schema.parse({ field, op, ...(value !== undefined && { value }) });
    expect(holds(condition, call)).toBe(expected);
  });

  it('reads a text body and an empty body', () => {
    const text: RoutedCall = { ...call, payload: 'Disk FULL on db-1', raw: 'Disk FULL on db-1' };
    expect(holds({ field: 'body', op: 'contains', value: 'full' }, text)).toBe(true);
    expect(holds({ field: 'body.status', op: 'missing' }, text)).toBe(true);
    expect(holds({ field: 'body', op: 'missing' }, { ...call, payload: undefined, raw: '' })).toBe(true);
  });

  it.each([
    [{ field: 'severity', op: 'matches', value: 'x' }],
    [{ field: 'severity', op: 'is' }],
    [{ field: 'severity', op: 'one_of', value: [] }],
    [{ field: 'body.count', op: 'above', value: 'many' }],
    [{ field: 'payload.x', op: 'exists' }],
    [{ field: 'body.', op: 'exists' }],
    [{ field: '', op: 'exists' }],
    [{ field: `body.${'x'.repeat(200)}`, op: 'exists' }],
    [{ field: 'body.x', op: 'is', value: 'x'.repeat(501) }],
  ])('is rejected: %j', (wrong) => {
    expect(schema.safeParse(wrong).success).toBe(false);
  });

  it('reads a limited number of values', () => {
    const wide = { ...call, payload: Array.from({ length: 50_000 }, () => ({ a: ['x', 'y'] })) };
    expect(valuesOf('body.a', wide)).toHaveLength(10_000);
    expect(valuesOf(`body.${'a.'.repeat(97)}a`, wide)).toEqual([]);
  });

  it('is described in words that name the call’s field but not its value', () => {
    expect(wordsOf({ field: 'body.env', op: 'one_of', value: ['prod', 'live'] })).toBe('env is prod or live');
    expect(wordsOf({ field: 'body.alerts.0.open_for', op: 'above', value: 3 })).toBe('alerts open for is above 3');
    expect(wordsOf({ field: 'body', op: 'contains', value: 'x' })).toBe('body contains x');
    const say = (condition: Condition) => finding(condition, call, holds(condition, call));
    expect(say({ field: 'severity', op: 'one_of', value: ['info', 'ok'] })).toBe('severity is critical');
    expect(say({ field: 'body.status', op: 'is', value: 'resolved' })).toBe('status is not resolved');
    expect(say({ field: 'headers.x-token', op: 'exists' })).toBe('header x-token is missing');
    expect(say({ field: 'repeat', op: 'is', value: true })).toBe('repeat is no');
    expect(finding({ field: 'severity', op: 'is', value: 'ok' }, { ...call, severity: undefined }, false)).toBe(
      'severity is unknown',
    );
  });
});
