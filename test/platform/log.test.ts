import { describe, expect, it } from 'vitest';
import { addLogFields, log, userHash, withLogFields } from '../../lambdas/platform/log.ts';
import { captureLog } from '../support/log.ts';

const logged = captureLog();

describe('a log line', () => {
  it('is one JSON document for any fields', () => {
    log.warn('call rejected', { reason: 'x\r\n{"level":"info"}\u2028\u0000\u001b[2J' }, new Error('a\nb'));
    // Each written line is parsed separately, so a forged line would appear here.
    expect(logged()).toEqual([expect.objectContaining({ level: 'warn', event: 'call rejected' })]);
    expect(logged()[0]?.reason).toContain('"level":"info"');
  });

  it('identifies a user by a hash', () => {
    log.info('signed in', { userId: 1234567890123 });
    expect(logged()[0]?.user).toBe(userHash(1234567890123));
    expect(JSON.stringify(logged())).not.toContain('1234567890123');
    // This is the output of: printf 1234567890123 | sha256sum | cut -c1-12
    expect(userHash(1234567890123)).toMatch(/^[0-9a-f]{12}$/);
  });

  it('contains the ids of its work, regardless of the writer', async () => {
    await Promise.all(
      ['one', 'two'].map((requestId) =>
        withLogFields({ requestId }, async () => {
          await Promise.resolve();
          addLogFields({ userId: 7 });
          log.warn('outbound call blocked', { reason: requestId });
        }),
      ),
    );
    log.info('nobody’s work');
    expect(logged().map(({ requestId, reason, user }) => [requestId, reason, user])).toEqual([
      ['one', 'one', userHash(7)],
      ['two', 'two', userHash(7)],
      [undefined, undefined, undefined],
    ]);
  });
});
