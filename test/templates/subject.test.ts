import { describe, expect, it } from 'vitest';
import { readyMadeFor } from '../../lambdas/templates/ready-made/index.ts';
import { subjectRules } from '../../lambdas/templates/ready-made/subjects.ts';
import { renderCall } from '../../lambdas/templates/render-call.ts';
import { stateOf } from '../../lambdas/templates/subject/state.ts';
import { type Subject, subjectOf } from '../../lambdas/templates/subject/subject.ts';
import { withoutTemplate } from '../../lambdas/templates/without-template.ts';
import subjects from './fixtures/subjects.json' with { type: 'json' };
import { factsOf, knownCalls } from './ready-made-calls.ts';

const subjectOfCall = (call: (typeof knownCalls)[number]): Subject | undefined => {
  const result = renderCall({ ...factsOf(call), template: undefined, webhookName: 'Deploys' });
  return 'error' in result ? undefined : result.subject;
};
const line = (subject: Subject | undefined) =>
  subject ? [subject.state, subject.severity, subject.key ?? '', subject.title, subject.link ?? ''].join(' | ') : '';

describe('the subject of a call', () => {
  it('is read from the calls of every known sender', () => {
    const read: Record<string, string[]> = {};
    for (const call of knownCalls) {
      const id = readyMadeFor(factsOf(call))?.id ?? '';
      if (subjectRules[id]) read[id] = [...(read[id] ?? []), line(subjectOfCall(call))];
    }
    expect(read).toEqual(subjects);
  });

  it('has a title and one of the known words for each call of a sender without a rule', () => {
    for (const call of knownCalls) {
      const subject = subjectOfCall(call);
      expect(subject?.title, JSON.stringify(call)).toBeTruthy();
      expect(subject?.title).not.toContain('\n');
    }
  });

  it('is the same for a webhook with a template of its own, but for the title, which is what that says', () => {
    const call = knownCalls.find(({ id }) => id === 'grafana-alert') ?? knownCalls[0];
    if (!call) throw new Error('no call');
    const own = renderCall({ ...factsOf(call), template: 'Ours: {{ 1 + 1 }}\nmore', webhookName: '' });
    const without = subjectOfCall(call);
    expect('error' in own ? own.error : own.subject).toEqual({ ...without, title: 'Ours: 2' });
  });

  it('comes from the fields of a call whose sender is unknown', () => {
    const body = JSON.stringify({ job: 'backup', status: 'failed', id: 'b-7', url: 'https://jobs.example/runs/7' });
    const result = renderCall({ body, contentType: 'application/json', template: undefined, webhookName: '' });
    expect('error' in result ? undefined : result.subject).toMatchObject({
      state: 'open',
      severity: 'critical',
      key: 'b-7',
      link: 'https://jobs.example/runs/7',
    });
  });

  it.each([
    ['a rule that is no expression', '{{'],
    ['a rule that fails', '$error("no")'],
    ['a rule that asks for the impossible', 'a + "b"'],
    ['a rule that never ends', '($f := function($n) { $f($n + 1) }; $f(0))'],
    ['a rule that gives an object', '{"a": 1}'],
  ])('loses a field and nothing else by %s', (_, wrong) => {
    const before = subjectRules['uptime-kuma'];
    const call = knownCalls.find((each) => readyMadeFor(factsOf(each))?.id === 'uptime-kuma');
    if (!call) throw new Error('no call');
    subjectRules['uptime-kuma'] = { ...before, severity: '"warning"', key: wrong };
    try {
      const result = renderCall({ ...factsOf(call), template: undefined, webhookName: '' });
      if ('error' in result) throw new Error(result.error.message);
      expect(result.message.split('\n')[0]).toBe(call.message[0]);
      expect(result.subject).toMatchObject({ severity: 'warning' });
      expect(result.subject?.key).toBeUndefined();
    } finally {
      if (before) subjectRules['uptime-kuma'] = before;
    }
  });

  it('takes no address that is not one, and no secret into its title', () => {
    const facts = { body: '{"u":"javascript:alert(1)"}', contentType: 'application/json' };
    subjectRules.test = { link: 'u', title: '"token=ghp_0123456789012345678901234567890123ab"' };
    try {
      const subject = subjectOf(facts, { readyMadeId: 'test', message: 'm', isReadyMade: true });
      expect(subject?.link).toBeUndefined();
      expect(subject?.title).not.toContain('ghp_0123456789');
    } finally {
      delete subjectRules.test;
    }
  });

  it('never throws, whatever is sent', () => {
    for (const body of ['', 'null', '[]', '[[[]]]', '{"status":{}}', '\u0000', '{"title":"\\ud800"}', '"x"', '42'])
      for (const template of [undefined, '{{ a }}', 'x'])
        expect(() => renderCall({ body, contentType: 'application/json', template, webhookName: 'W' })).not.toThrow();
  });

  it('leaves the message of a call as it is', () => {
    for (const call of knownCalls.slice(0, 60)) {
      const result = renderCall({ ...factsOf(call), template: undefined, webhookName: 'W' });
      expect('error' in result ? result : result.message).toBe(withoutTemplate(factsOf(call), 'W').text);
    }
  });
});

describe('the words of a state', () => {
  it.each([
    ['firing', 'open'],
    ['timed_out', undefined],
    ['in_progress', 'update'],
    ['status_update_published', 'update'],
    ['RESOLVED', 'resolved'],
    ['', undefined],
  ] as const)('%s is %s', (words, state) => expect(stateOf(words)).toBe(state));
});
