import { describe, expect, it } from 'vitest';
import type { CallRender } from '../../lambdas/templates/call-render.ts';
import { readyMadeById, readyMadeFor } from '../../lambdas/templates/ready-made/index.ts';
import { renderCall } from '../../lambdas/templates/render-call.ts';
import { stateOf } from '../../lambdas/templates/subject/state.ts';
import { type Subject, type SubjectChoice, subjectOf } from '../../lambdas/templates/subject/subject.ts';
import { withoutTemplate } from '../../lambdas/templates/without-template.ts';
import subjects from './fixtures/subjects.json' with { type: 'json' };
import { factsOf, knownCalls } from './ready-made-calls.ts';

const subjectOfCall = (call: (typeof knownCalls)[number]): Subject | undefined => {
  const result = renderCall({ ...factsOf(call), template: undefined, webhookName: 'Deploys' });
  return 'error' in result ? undefined : result.subject;
};
const line = (subject: Subject | undefined) =>
  subject ? [subject.state, subject.severity, subject.key ?? '', subject.title, subject.link ?? ''].join(' | ') : '';

describe('a call’s subject', () => {
  it('is read from the calls of every known sender', () => {
    const read: Record<string, string[]> = {};
    for (const call of knownCalls) {
      const id = readyMadeFor(factsOf(call))?.id ?? '';
      if (readyMadeById(id)?.subject) read[id] = [...(read[id] ?? []), line(subjectOfCall(call))];
    }
    expect(read).toEqual(subjects);
  }, 60_000);

  const alerts = (...all: [status: string, severity: string][]) => ({
    groupKey: 'k',
    status: all.some(([status]) => status === 'firing') ? 'firing' : 'resolved',
    alerts: all.map(([status, severity]) => ({ status, labels: { alertname: 'A', severity } })),
    commonLabels: {},
    groupLabels: { alertname: 'A' },
    receiver: 'hook',
  });
  const incident = (type: string) => ({
    event: {
      event_type: type,
      data: { id: 'PD7', number: 7, title: 'Shop is down', service: { summary: 'Shop' }, urgency: 'high' },
      agent: { summary: 'Mona' },
      occurred_at: '2026-09-12T08:00:00Z',
    },
  });
  const ofKnown = (id: string, more: object, headers: Record<string, string> = {}) => {
    const known = knownCalls.find((call) => call.id === id && typeof call.body === 'object');
    if (!known) throw new Error(`no call of ${id}`);
    const call = { headers: { ...known.headers, ...headers }, body: { ...(known.body as object), ...more } };
    expect(readyMadeFor(factsOf(call))?.id).toBe(id);
    const subject = subjectOfCall({ ...call, message: [] });
    return [subject?.state, subject?.severity].join(' ');
  };

  it.each([
    [
      'the worst of the alerts that fire',
      'alertmanager-alerts',
      'open critical',
      alerts(['firing', 'info'], ['firing', 'critical']),
    ],
    [
      'no alert that is over',
      'alertmanager-alerts',
      'open warning',
      alerts(['firing', 'warning'], ['resolved', 'critical']),
    ],
    ['no alarm by an alert that only shows life', 'alertmanager-alerts', 'open info', alerts(['firing', 'none'])],
    ['the end of all alerts', 'alertmanager-alerts', 'resolved ok', alerts(['resolved', 'critical'])],
    [
      'a step of a workflow about an incident',
      'pagerduty-incident',
      'update critical',
      incident('incident.workflow.completed'),
    ],
    ['an incident given to others', 'pagerduty-incident', 'update critical', incident('incident.delegated')],
    ['an incident that began', 'pagerduty-incident', 'open critical', incident('incident.triggered')],
    ['an incident that is over', 'pagerduty-incident', 'resolved ok', incident('incident.resolved')],
    ['tags of an alert', 'opsgenie-alert', 'update critical', { action: 'AddTags' }],
    ['the end of an alert', 'opsgenie-alert', 'resolved ok', { action: 'Close' }],
    ['an issue that nobody minds', 'sentry-issue', 'resolved info', { action: 'ignored' }],
    ['the end of an issue with a priority', 'new-relic-issue', 'resolved ok', { state: 'CLOSED' }],
    ['the title of an event', 'datadog-event', 'resolved ok', { title: '[P1] [Recovered] CPU is high on web-1' }],
    ['a warning in a title', 'datadog-event', 'open warning', { title: '[Warn on {host:web-1}] CPU is high' }],
    ['a merge', 'bitbucket-server-pull-request', 'resolved ok', { pullRequest: { id: 8, state: 'MERGED' } }],
    ['an issue that was removed', 'linear-issue', 'resolved info', { action: 'remove' }],
    ['a new alert of unknown weight', 'signl4-event', 'open warning', { eventType: 200, alert: { statusCode: 1 } }],
    ['the end of such an alert', 'signl4-event', 'resolved ok', { eventType: 201, alert: { statusCode: 4 } }],
    [
      'an alarm without data',
      'aws-cloudwatch-state',
      'update info',
      { detail: { alarmName: 'CPU', state: { value: 'INSUFFICIENT_DATA' } } },
    ],
    ['a solved ticket', 'zendesk-event', 'resolved ok', { event: { previous: 'OPEN', current: 'SOLVED' } }],
    [
      'an answer to an open ticket',
      'zendesk-event',
      'update info',
      { type: 'zen:event-type:ticket.comment_added', detail: { id: '7', subject: 'S', status: 'OPEN' } },
    ],
  ])('reports %s of %s as %s', (_what, id, told, body) => expect(ofKnown(id, body)).toBe(told));

  it.each([
    ['pullrequest:created', 'open info'],
    ['pullrequest:approved', 'update info'],
    ['pullrequest:changes_request_created', 'update info'],
  ])('reads %s as %s', (event, told) =>
    expect(ofKnown('bitbucket-pull-request', {}, { 'x-event-key': event })).toBe(told),
  );

  it('has a separate key for each job of a build, so a passed job does not resolve a running build', () => {
    const calls = knownCalls.filter((call) => readyMadeFor(factsOf(call))?.id === 'buildkite-build');
    const keys = calls.map((call) => subjectOfCall(call)?.key);
    expect(new Set(keys).size).toBe(calls.length);
  });

  it('has a title and a known state for each call of a sender without a rule', () => {
    for (const call of knownCalls) {
      const subject = subjectOfCall(call);
      expect(subject?.title, JSON.stringify(call)).toBeTruthy();
      expect(subject?.title).not.toContain('\n');
    }
  });

  it('is the same for a webhook with a custom template, except for the title, which follows the template', () => {
    const call = knownCalls.find(({ id }) => id === 'grafana-alert') ?? knownCalls[0];
    if (!call) throw new Error('no call');
    const own = renderCall({ ...factsOf(call), template: 'Ours: {{ 1 + 1 }}\nmore', webhookName: '' });
    const without = subjectOfCall(call);
    expect('error' in own ? own.error : own.subject).toEqual({ ...without, title: 'Ours: 2' });
  });

  it('comes from a call’s fields whose sender is unknown', () => {
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
  ])('loses only one field through %s', (_, wrong) => {
    const known = readyMadeById('uptime-kuma');
    if (!known?.subject) throw new Error('no rules');
    const before = known.subject;
    const call = knownCalls.find((each) => readyMadeFor(factsOf(each))?.id === 'uptime-kuma');
    if (!call) throw new Error('no call');
    known.subject = { ...before, severity: '"warning"', key: wrong };
    try {
      const result = renderCall({ ...factsOf(call), template: undefined, webhookName: '' });
      if ('error' in result) throw new Error(result.error.message);
      expect(result.message.split('\n')[0]).toBe(call.message[0]);
      expect(result.subject).toMatchObject({ severity: 'warning' });
      expect(result.subject?.key).toBeUndefined();
    } finally {
      known.subject = before;
    }
  });

  it('has no invalid address and no secret in its title', () => {
    const facts = { body: '{"u":"javascript:alert(1)"}', contentType: 'application/json' };
    const rule = { link: 'u', title: '"token=ghp_0123456789012345678901234567890123ab"' };
    const { subject } = subjectOf(facts, { readyMadeId: undefined, message: 'm' }, rule);
    expect(subject?.title).toBeDefined();
    expect(subject?.link).toBeUndefined();
    expect(subject?.title).not.toContain('ghp_0123456789');
  });

  it('never throws for any body', () => {
    const bodies = ['', 'null', '[]', '[[[]]]', '{"status":{}}', '\u0000', '{"title":"\\ud800"}', '"x"', '42'];
    const conversions = [
      '{"a":{"toString":1}}',
      '[{"b":[{"valueOf":2}]}]',
      '{"data":"{\\"state\\":{\\"toString\\":0}}"}',
    ];
    for (const body of [...bodies, ...conversions])
      for (const template of [undefined, '{{ a }}', 'x'])
        expect(() => renderCall({ body, contentType: 'application/json', template, webhookName: 'W' })).not.toThrow();
    // Without a template, every body has a message.
    for (const body of [...bodies, ...conversions])
      expect(
        renderCall({ body, contentType: 'application/json', template: undefined, webhookName: 'W' }),
      ).not.toHaveProperty('error');
  });

  it('does not change a call’s message', () => {
    for (const call of knownCalls.slice(0, 60)) {
      const result = renderCall({ ...factsOf(call), template: undefined, webhookName: 'W' });
      expect('error' in result ? result : result.message).toBe(withoutTemplate(factsOf(call), 'W').text);
    }
  });
});

describe('the names of a state', () => {
  it.each([
    ['firing', 'open'],
    ['timed_out', undefined],
    ['in_progress', 'update'],
    ['status_update_published', 'update'],
    ['RESOLVED', 'resolved'],
    ['preparing', 'update'],
    ['stale', 'resolved'],
    ['', undefined],
  ] as const)('%s is %s', (words, state) => expect(stateOf(words)).toBe(state));
});

describe('the subject with custom rules', () => {
  const none: SubjectChoice = { from: 'own', key: '', state: '', severity: '', title: '', link: '' };
  const body = JSON.stringify({ svc: 'api', prio: 'P1', phase: 'firing', n: 42, url: 'https://ops.example/i/42' });
  const told = (rules: Partial<SubjectChoice>, more: Partial<CallRender> = {}) => {
    const subject = { ...none, ...rules };
    const call = { body, contentType: 'application/json', template: undefined, webhookName: '', ...more };
    const result = renderCall({ ...call, format: 'rich', subject });
    if ('error' in result) throw new Error(result.error.message);
    return result;
  };

  it('has the expressions’ values, mapped by one table of names', () => {
    const rules = { key: '"inc-" & n', state: 'phase', severity: 'prio', title: 'svc & " is down"', link: 'url' };
    expect(told(rules).subject).toEqual({
      key: 'inc-42',
      state: 'open',
      severity: 'critical',
      title: 'api is down',
      link: 'https://ops.example/i/42',
    });
    expect(told({ ...rules, state: '"resolved"' }).subject).toMatchObject({ state: 'resolved', severity: 'ok' });
  });

  it('is detected automatically where a rule is empty, also for known senders', () => {
    const call = knownCalls.find((each) => readyMadeFor(factsOf(each))?.id === 'uptime-kuma');
    if (!call) throw new Error('no call');
    const auto = subjectOfCall(call);
    const own = told({ severity: '"warning"', state: '"open"' }, { ...factsOf(call), webhookName: 'Deploys' }).subject;
    expect(own).toEqual({ ...auto, state: 'open', severity: 'warning' });
    expect(told({}).subject).toEqual(told({ from: 'auto' }).subject);
  });

  it('sets the message’s colour, title and link, and keeps those set by its template', () => {
    const rules = { severity: '"warning"', title: 'svc', link: 'url' };
    const { rich, message } = told(rules);
    expect(rich).toMatchObject({ title: [{ text: 'api' }], severity: 'warning', link: 'https://ops.example/i/42' });
    expect(message.startsWith('api')).toBe(true);
    const template = '{{#title}}Ours{{/title}}\nwords';
    expect(told(rules, { template }).rich).toMatchObject({
      title: [{ text: 'Ours' }],
      severity: 'warning',
      link: 'https://ops.example/i/42',
    });
  });

  it.each([
    ['an expression that fails', { title: '$error("no")' }, 'title'],
    ['one that is none', { key: '{{' }, 'key'],
    ['a tag', { key: '{{ n }}' }, 'key'],
    ['one without an end', { state: 'a +' }, 'state'],
    ['one that never ends', { severity: '($f := function($x) { $f($x + 1) }; $f(0))' }, 'severity'],
  ])('is lost through %s, with a note that names the rule, but the message is sent', (_what, rules, field) => {
    const without = told({ from: 'off' });
    const result = told({ severity: '"critical"', ...rules });
    expect(result.subject).toBeUndefined();
    expect(result.subjectProblem).toMatchObject({ field });
    expect(result.note).toContain(`The rule for the subject’s ${field} failed`);
    expect(result.message).toBe(without.message);
    expect(result.rich).toEqual(without.rich);
  });

  it('has no invalid link and no secret', () => {
    const { subject } = told({
      link: '"javascript:alert(1)"',
      title: '"token=ghp_0123456789012345678901234567890123ab"',
    });
    expect(subject).not.toHaveProperty('link');
    expect(subject?.title).not.toContain('ghp_0123456789');
  });

  it('does not exist if its owner switched it off', () => {
    expect(told({ from: 'off' }).subject).toBeUndefined();
  });

  it('has no placeholder of a template’s times in its title', () => {
    const result = told(
      { title: '$time("2026-01-02T03:04:05Z")' },
      { template: 'At {{ $time("2026-05-06T07:08:09Z") }}' },
    );
    expect(result.subject?.title).toMatch(/2026/);
    expect(result.message).toContain('2026');
  });

  it('never loses a message for any value', () => {
    for (const wrong of ['', 'null', '[]', '\u0000', '{"title":"\\ud800"}', '42'])
      for (const template of [undefined, '{{ a }}'])
        expect(() =>
          told({ key: 'a.b.c', title: '$string($)', link: 'x[0]' }, { body: wrong, template }),
        ).not.toThrow();
  });
});

describe('an owner’s text about a failure', () => {
  const severityOf = (body: object, readyMadeId?: string) =>
    subjectOf(
      { headers: {}, body: JSON.stringify(body), contentType: 'application/json', method: 'POST' },
      { readyMadeId, message: 'Backup failed' },
    ).subject?.severity;

  it.each([
    ['a warning', 'says it in a text', { text: 'Backup failed' }, 'warning'],
    ['a warning', 'has a severity’s name in a note', { note: 'critical' }, 'warning'],
    ['critical', 'states it as its status', { status: 'failed' }, 'critical'],
    ['critical', 'states it as its severity', { severity: 'critical' }, 'critical'],
    ['critical', 'states it in a part', { action: 'completed', build: { number: 7, status: 'failure' } }, 'critical'],
    ['critical', 'names it as its event', { event: 'backup.failed' }, 'critical'],
  ])('is %s if the call %s', (_severity, _reason, body, severity) => expect(severityOf(body)).toBe(severity));

  it('is critical for a recognised sender without a rule', () =>
    expect(severityOf({ text: 'Backup failed' }, 'heroku-event')).toBe('critical'));
});
