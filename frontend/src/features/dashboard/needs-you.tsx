import { CircleCheck, Clock, TriangleAlert } from 'lucide-react';
import { type MissedOfWebhook, useMissedByTarget } from '../../data/missed.ts';
import { formatNumber, plural } from '../../lib/format.ts';
import { formatDateTime } from '../../lib/time.ts';
import type { Limits, Target, Webhook } from '../../lib/wire.ts';
import { TextLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/panel.tsx';
import { TargetTrouble } from '../../ui/target-trouble.tsx';
import { inTrouble, needsOwner, summed } from './rules.ts';
import { texts } from './texts.ts';

const words = texts.needs;

/** More than these are one click away, at the list of targets. */
const SHOWN = 4;

/** The targets in trouble, the worst first, and what they missed. */
interface Needs {
  troubled: readonly Target[];
  missed: ReadonlyMap<number, MissedOfWebhook[]>;
  /** Nothing is known yet. */
  pending: boolean;
}

/** @param failing the ids of targets that fail; each undefined until it is known */
export function useNeeds(
  webhooks: readonly Webhook[] | undefined,
  targets: readonly Target[] | undefined,
  failing: readonly number[] | undefined,
): Needs {
  const troubled = inTrouble(targets ?? [], failing ?? []);
  return { troubled, ...useMissedByTarget(troubled, webhooks ?? []) };
}

/** Problems that only the owner can fix, each with its button; else one sentence that all is well. */
export function NeedsYou({
  webhooks,
  limits,
  needs: { troubled, missed },
}: {
  webhooks: readonly Webhook[];
  limits: Limits | undefined;
  needs: Needs;
}) {
  // A target that only may have a problem is shown once messages wait.
  const told = troubled.filter((target) => needsOwner(target, summed(missed.get(target.id))));
  const beyond = webhooks.filter(({ enabled, status }) => enabled && status === 'disabled').length;
  const { invocationsHeld: held = 0, invocationsHeldUntil: heldUntil } = limits ?? {};
  if (told.length === 0 && beyond === 0 && held === 0) return <AllWell webhooks={webhooks} />;
  const sentToday = callsToday(webhooks);
  const waiting = told.reduce((sum, { id }) => sum + (summed(missed.get(id))?.waiting ?? 0), 0);
  return (
    <section aria-labelledby="needs-you" className="flex flex-col gap-2">
      <h2 id="needs-you" className="flex flex-wrap items-baseline gap-x-3 text-h2 font-semibold">
        {words.title}
        {waiting > 0 && (
          <span className="text-meta font-normal text-ink-2">{words.waiting(plural(waiting, 'message'), waiting)}</span>
        )}
      </h2>
      {told.slice(0, SHOWN).map((target) => (
        <TargetTrouble
          key={target.id}
          target={target}
          missed={summed(missed.get(target.id))}
          show={(status) => <Show target={target} of={missed.get(target.id) ?? []} status={status} />}
        />
      ))}
      {told.length > SHOWN && (
        <TextLink to="/targets" className="self-start">
          {words.more(told.length - SHOWN)}
        </TextLink>
      )}
      {held > 0 && heldUntil !== undefined && (
        <Notice tone="warn" icon={<Clock size={18} aria-hidden />}>
          {words.held(plural(sentToday + held, 'call'), formatNumber(sentToday), held, formatDateTime(heldUntil))}{' '}
          <TextLink to="/docs/plans" hash="quota">
            {texts.limits.help}
          </TextLink>
        </Notice>
      )}
      {beyond > 0 && (
        <Notice tone="warn" icon={<TriangleAlert size={18} aria-hidden />}>
          {words.beyond(plural(beyond, 'webhook'), beyond)} <TextLink to="/user/settings">{words.plan}</TextLink>
        </Notice>
      )}
    </section>
  );
}

/** A target’s messages, in each webhook that has some. */
function Show({ target, of, status }: { target: Target; of: readonly MissedOfWebhook[]; status: 'error' | 'pending' }) {
  // Only webhooks that have some are led to; their names tell several apart.
  const some = of
    .map(({ webhook, failed, waiting }) => ({ webhook, count: status === 'error' ? failed : waiting }))
    .filter(({ count }) => count > 0);
  return some.map(({ webhook, count }) => (
    <TextLink key={webhook.id} to="/webhooks/$id" params={{ id: webhook.id }} search={{ status, target: target.id }}>
      {words.show(plural(count, 'message'), count, some.length > 1 ? webhook.name : undefined)}
    </TextLink>
  ));
}

const callsToday = (webhooks: readonly Webhook[]): number =>
  webhooks.reduce((sum, { invocationsThisCycle }) => sum + invocationsThisCycle, 0);

function AllWell({ webhooks }: { webhooks: readonly Webhook[] }) {
  const calls = callsToday(webhooks);
  const ever = webhooks.some(({ amountInvocations }) => amountInvocations > 0);
  if (!ever) return null;
  return (
    <Notice tone="ok" icon={<CircleCheck size={18} aria-hidden />}>
      {words.none} {words.today(formatNumber(calls), calls)}
    </Notice>
  );
}
