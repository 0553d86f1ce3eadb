import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outlineOf } from '../../lambdas/templates/outline/outline-of.ts';

const severityOf = (payload: unknown) =>
  outlineOf({ body: JSON.stringify(payload), contentType: 'application/json', headers: {}, undecodable: false })
    .severity;

describe('a call’s severity', () => {
  it.each([
    [
      'a build that is completed and has failed',
      { action: 'completed', build: { number: 7, status: 'failure' } },
      'critical',
    ],
    [
      'a build that is completed and has passed',
      { action: 'completed', build: { number: 7, status: 'success' } },
      'ok',
    ],
    ['an error that occurred', { event: 'error.occurred', error: { message: 'Something is undefined' } }, 'critical'],
    ['an error that is resolved', { event: 'error.resolved', error: { message: 'Something is undefined' } }, 'ok'],
  ])('is derived from %s', (_, payload, severity) => expect(severityOf(payload)).toBe(severity));
});

/* Generated calls. A colour reflects the sender's statement, and only good news is green. */
const thing = fc.constantFrom('issue', 'ticket', 'task', 'incident', 'alert', 'test', 'build', 'job', 'case');
const name = fc.constantFrom('Production is down', 'Login page', 'Disk usage', 'web-1', 'Nightly');

describe('a status colour', () => {
  it('is never green for a priority', () =>
    fc.assert(
      fc.property(
        thing,
        name,
        fc.constantFrom('priority', 'urgency', 'importance', 'impact', 'priority_name', 'rank', 'risk'),
        fc.constantFrom('normal', 'low', 'medium', 'none', 'Normal', 'P3', 'ok', 'good', 'clear', 'available'),
        fc.constantFrom('opened', 'created', 'updated', 'assigned', 'commented'),
        (of, title, field, priority, verb) => {
          expect(severityOf({ event: `${of}.${verb}`, [of]: { title, [field]: priority } })).not.toBe('ok');
        },
      ),
      { numRuns: 200, seed: 40 },
    ));

  it('is never green for a thing without a name that is over, but failed', () =>
    fc.assert(
      fc.property(
        fc.constantFrom('build', 'job', 'run', 'check', 'import', 'backup'),
        fc.constantFrom('finished', 'completed', 'done'),
        fc.constantFrom('status', 'state', 'result', 'conclusion', 'outcome'),
        fc.constantFrom('failure', 'failed', 'FAILED', 'error', 'cancelled', 'timed_out'),
        fc.constantFrom('action', 'event'),
        (of, verb, field, end, by) => {
          expect(severityOf({ [by]: verb, [of]: { [field]: end } })).not.toBe('ok');
          expect(severityOf({ [by]: verb, [of]: { [field]: 'success' } })).toBe('ok');
        },
      ),
      { numRuns: 200, seed: 42 },
    ));

  it('is red if something finished with failures', () =>
    fc.assert(
      fc.property(
        fc.constantFrom('test', 'tests', 'build', 'job', 'suite', 'run', 'check', 'import'),
        fc.constantFrom('finished', 'completed', 'done'),
        fc.constantFrom(
          'failed',
          'failures',
          'failed_count',
          'failed_tests',
          'tests_failed',
          'num_failed',
          'failing',
          'failedTests',
          'error_count',
          'tests_errored',
          'number_of_failures',
          'unsuccessful',
        ),
        fc.constantFrom(
          (counts: object) => counts,
          (counts: object) => ({ results: counts }),
          (counts: object) => ({ stats: { tests: counts } }),
          (counts: object) => ({ data: { attributes: { result: counts } } }),
        ),
        fc.integer({ min: 1, max: 500 }),
        (of, verb, field, put, count) => {
          const counts = { passed: 120, [field]: count };
          expect(severityOf({ event: `${of}.${verb}`, ...put(counts) })).toBe('critical');
          expect(severityOf({ event: `${of}.${verb}`, passed: 120, [field]: 0 })).not.toBe('critical');
        },
      ),
      { numRuns: 200, seed: 40 },
    ));

  it('of an alert is as severe as its sender says', () =>
    fc.assert(
      fc.property(
        fc.constantFrom('alert.triggered', 'alarm.raised', 'incident.triggered', 'monitor.alerting'),
        fc.constantFrom('severity', 'level', 'alert_severity', 'criticality'),
        fc.constantFrom(
          ['low', 'info'],
          ['info', 'info'],
          ['minor', 'info'],
          ['notice', 'info'],
          ['warning', 'warning'],
          ['medium', 'warning'],
          ['critical', 'critical'],
          ['fatal', 'critical'],
          ['P5', 'info'],
          ['SEV4', 'info'],
        ),
        name,
        (event, field, [level = '', expected], title) => {
          expect(severityOf({ event, alert: { name: title, [field]: level } })).toBe(expected);
        },
      ),
      { numRuns: 200, seed: 40 },
    ));

  it('of a form response is never green just because the response is complete', () =>
    fc.assert(
      fc.property(
        fc.constantFrom('survey.completed', 'response.completed', 'nps.finished', 'review.completed', 'feedback.done'),
        fc.constantFrom('score', 'rating', 'nps', 'nps_score', 'stars', 'rating_value'),
        fc.integer({ min: 0, max: 10 }),
        (event, field, score) => {
          expect(severityOf({ event, [field]: score, customer: { name: 'Ann' } })).not.toBe('ok');
          expect(severityOf({ event, [field]: score, type: 'detractor' })).toBe('warning');
        },
      ),
      { numRuns: 200, seed: 40 },
    ));

  it('is never green for a partial success', () =>
    fc.assert(
      fc.property(
        thing,
        fc.constantFrom('status', 'state', 'result', 'outcome', 'conclusion'),
        fc.constantFrom(
          'not ok',
          'unsuccessful',
          'incomplete',
          'not resolved',
          'completed_with_failures',
          'finished with warnings',
          'partial success',
          'partially_paid',
          'cannot complete',
          'never finished',
          'recovery failed',
          'no heartbeat',
          'no data',
          'no success',
        ),
        fc.constantFrom('.updated', '.finished', ''),
        (of, field, state, verb) => {
          expect(severityOf({ ...(verb && { event: of + verb }), [of]: { name: 'N', [field]: state } })).not.toBe('ok');
        },
      ),
      { numRuns: 200, seed: 40 },
    ));

  it('is not red because of the level of a problem that is over', () =>
    fc.assert(
      fc.property(
        fc.constantFrom('alert', 'incident', 'problem', 'case'),
        name,
        fc.constantFrom('[Resolved] ', 'Resolved: ', 'Manually resolved: ', 'RECOVERED - ', '[OK] ', 'Cleared: '),
        fc.constantFrom('severity', 'level', 'alert_severity'),
        fc.constantFrom('critical', 'warning', 'high', 'Major'),
        (of, title, over, field, level) => {
          expect(severityOf({ [of]: { title: over + title, [field]: level } })).toBe('info');
          expect(severityOf({ [of]: { title, [field]: level } })).not.toBe('info');
        },
      ),
      { numRuns: 200, seed: 40 },
    ));

  it('is not that of a part’s state', () =>
    fc.assert(
      fc.property(
        thing,
        name,
        fc.constantFrom('size_analysis', 'master_link', 'no_data', 'exec_err', 'credit_check', 'email_opt_in'),
        fc.constantFrom('_status', '_state'),
        fc.constantFrom('ok', 'up', 'ready', 'success', 'failed', 'Alerting', 'completed', 'down'),
        fc.constantFrom('updated', 'created', 'assigned'),
        (of, title, part, ending, state, verb) => {
          expect(severityOf({ event: `${of}.${verb}`, [of]: { title, [part + ending]: state } })).toBe('info');
        },
      ),
      { numRuns: 200, seed: 40 },
    ));

  it('is yellow for a sentence that reports a failure, and for no other one', () => {
    const of = (text: string) => ['message', 'text'].map((field) => severityOf({ [field]: text }));
    for (const text of [
      'your check has failed',
      'The API is down',
      'Two jobs have failed since noon',
      'web-1 is unreachable',
      'Backup failed',
      'Deploy to production failed',
      'Payment could not be processed',
      'Server not responding',
      'Disk is full',
      'ERROR: cannot connect',
    ])
      expect(of(text), text).toEqual(['warning', 'warning']);
    expect(severityOf({ status: 'failed', message: 'Backup failed' })).toBe('critical');
    for (const text of [
      'no check has failed',
      'Is the API down?',
      'What to do when the API is down',
      'The slide is down the hall, not lost',
      'API is down: resolved',
      'Hello',
      'The failed login was mine',
      'Fill the form in full',
    ])
      expect(of(text), text).toEqual(['info', 'info']);
    expect(severityOf({ level: 'info', message: 'your check has failed' })).toBe('info');
  });
});
