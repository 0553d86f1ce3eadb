import { withQuietHours } from '../../routing/decide.ts';
import type { RoutingRule } from '../../routing/routing.ts';
import type { Judgement } from '../../routing/wants.ts';
import type { Subject } from '../../templates/subject/subject.ts';
import type { Diverted } from '../states.ts';

/** What becomes of a composed message by the rule of its target; undefined: it is sent now. */
export const divert = (
  rule: RoutingRule | undefined,
  judged: Judgement | undefined,
  subject: Subject | undefined,
  now: Date,
): Diverted | undefined => {
  if (!rule) return undefined;
  const decision = withQuietHours(judged ?? { wanted: true, by: '' }, rule.quiet, subject?.severity, now);
  switch (decision.outcome) {
    case 'sent':
      return undefined;
    case 'skipped':
      return { kind: 'skipped', note: { note: `Not wanted: ${decision.by}.`, noteCode: 'not-wanted' } };
    case 'held':
      return {
        kind: 'held',
        until: decision.until,
        note: { note: `Held: ${decision.by}. It goes out by itself then.`, noteCode: 'held-by-quiet-hours' },
      };
  }
};

/** What the owner is told of a message that is sent although nobody knows whether it is wanted. */
export const failedRuleNote = (judged: Judgement | undefined): string =>
  judged?.failed === undefined ? '' : `Sent, because its routing rule could not be judged: ${judged.failed}.`;
