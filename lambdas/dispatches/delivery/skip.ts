import { type Dispatch, isExtra } from '../../model/dispatch.ts';
import type { Target } from '../../model/target.ts';
import type { Webhook } from '../../model/webhook.ts';
import { withQuietHours } from '../../templates/routing/decide.ts';
import { ruleFor } from '../../templates/routing/routing.ts';
import type { Unsent } from '../settle.ts';
import { reasonToStop } from '../watch.ts';
import type { Composed } from './compose-message.ts';
import type { Watched } from './watched-call.ts';

type Skip = Extract<Unsent, { kind: 'routed' }>['decision'];

/**
 * The decision of the target's rule, if it skips or holds a message. Extra messages and those that their owner requested
 * have no rule. Pure.
 */
export const skipByRule = (
  { wanted, subject }: Composed,
  { dispatch, webhook, target }: { dispatch: Dispatch; webhook: Webhook; target: Target },
  now: Date,
): Skip | undefined => {
  const rule = ruleFor(webhook.routing, target.id);
  if (!rule || dispatch.partsDone > 0 || dispatch.ignoresRules || isExtra(dispatch)) return undefined;
  const ofRule = wanted?.[target.id] ?? { wanted: true, by: '' };
  const decision = withQuietHours(ofRule, rule.quiet, subject?.severity, now);
  return decision.outcome === 'sent' ? undefined : decision;
};

/** Skips the message of an escalation's step whose call no longer has to be acknowledged. Pure. */
export const skipStep = (
  { step, cycle, ignoresRules, partsDone }: Dispatch,
  webhook: Webhook,
  watched: Watched | undefined,
): Skip | undefined =>
  step && cycle.attemptsBefore === 0 && !ignoresRules && partsDone === 0 && !watched?.isWaiting
    ? { outcome: 'skipped', by: reasonToStop(watched?.watch, webhook), code: 'escalation-over' }
    : undefined;
