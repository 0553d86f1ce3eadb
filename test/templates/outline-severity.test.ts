import { describe, expect, it } from 'vitest';
import { outlineOf } from '../../lambdas/templates/outline/tell.ts';

const severityOf = (payload: unknown) =>
  outlineOf({ body: JSON.stringify(payload), contentType: 'application/json', headers: {}, undecodable: false })
    .severity;

describe('how bad a call is', () => {
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
  ])('is told of %s', (_, payload, severity) => expect(severityOf(payload)).toBe(severity));
});
