import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesOf } from '../support/outlines.ts';

/*
 * These tests generate calls with two people. Only the field names, such as `blocker` and `blocked`, distinguish the
 * actor from the affected person. The order of the fields does not matter.
 */
describe('two people of one action', () => {
  const deed = fc.constantFrom(
    ['blocked', 'blocker', 'blocked'],
    ['followed', 'follower', 'followed'],
    ['unfollowed', 'unfollower', 'unfollowed'],
    ['invited', 'inviter', 'invitee'],
    ['invited', 'inviter', 'invited'],
    ['referred', 'referrer', 'referee'],
    ['referred', 'referrer', 'referred'],
    ['banned', 'banner', 'banned'],
    ['removed', 'remover', 'removed'],
    ['promoted', 'promoter', 'promoted'],
    ['nominated', 'nominator', 'nominee'],
    ['mentored', 'mentor', 'mentee'],
    ['trained', 'trainer', 'trainee'],
    ['employed', 'employer', 'employee'],
    ['interviewed', 'interviewer', 'interviewee'],
    ['reported', 'reporter', 'reported'],
    ['kicked', 'kicker', 'kicked'],
    ['muted', 'muter', 'muted'],
    ['licensed', 'licensor', 'licensee'],
    ['appointed', 'appointer', 'appointee'],
    ['suspended', 'suspender', 'suspended'],
    ['tagged', 'tagger', 'tagged'],
    ['blocked', 'blocked_by', 'blocked'],
    ['invited', 'invited_by', 'invitee'],
  );
  const names = fc.uniqueArray(fc.constantFrom('Ann', 'Bob', 'Zoë Ünal', 'Mary Ann Lee', 'Ravi', 'Chen Wei'), {
    minLength: 2,
    maxLength: 2,
  });
  const writing = fc.constantFrom(
    (role: string, name: string) => ({ [role]: { name } }),
    (role: string, name: string) => ({ [role]: { id: 7, first_name: name, email: 'x@example.org' } }),
    (role: string, name: string) => ({ [`${role}_name`]: name }),
    (role: string, name: string) => ({ [`${role}_user`]: { name } }),
    (role: string, name: string) => ({ [`${role}User`]: { display_name: name } }),
  );
  const around = fc.constantFrom(
    (fields: object) => fields,
    (fields: object) => ({ data: fields }),
    (fields: object) => ({ payload: { id: 'x1', ...fields } }),
  );
  const inOrder = (isTurned: boolean, first: object, second: object) =>
    isTurned ? { ...second, ...first } : { ...first, ...second };

  it('are never swapped', () => {
    fc.assert(
      fc.property(
        deed,
        names,
        writing,
        around,
        fc.boolean(),
        ([verb = '', doer = '', whom = ''], [ann = '', bob = ''], write, put, isTurned) => {
          const people = inOrder(isTurned, write(doer, ann), write(whom, bob));
          const [title = '', ...rest] = linesOf({ event: `user.${verb}`, ...put(people) });
          expect(title, JSON.stringify(people)).not.toMatch(new RegExp(`${ann} ${verb}|by ${bob}`));
          expect([title, ...rest].join('\n')).toContain(bob);
        },
      ),
      { numRuns: 300, seed: 40 },
    );
  });

  it('do not appear in the headline of another action', () => {
    fc.assert(
      fc.property(
        deed,
        names,
        writing,
        around,
        fc.constantFrom('referral.created', 'call.ended', 'report.updated', 'chat.closed'),
        ([, doer = '', whom = ''], [ann = '', bob = ''], write, put, event) => {
          const [title = '', ...rest] = linesOf({ event, ...put({ ...write(doer, ann), ...write(whom, bob) }) });
          expect(title).not.toMatch(new RegExp(`${ann}|${bob}`));
          expect(rest.join('\n')).toContain(ann);
          expect(rest.join('\n')).toContain(bob);
        },
      ),
      { numRuns: 300, seed: 40 },
    );
  });
});
