import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTargets } from '../../data/targets.ts';
import type { Webhook } from '../../lib/wire.ts';
import { textLink } from '../../ui/button.tsx';
import { texts } from './texts.ts';

const { bar } = texts;
const RuleSentence = lazy(() => import('./rule-sentence.tsx').then((module) => ({ default: module.RuleSentence })));

/** Summarises the routing: a single rule as a sentence, several as a number. A click opens the rules. */
export function RoutingLine({ webhook: { id, routing, targetIds } }: { webhook: Webhook }) {
  const targets = useTargets().data;
  const rules = routing.filter(({ targetId }) => targetIds.includes(targetId));
  const [only] = rules.length === 1 ? rules : [];
  if (targetIds.length === 0) return null;
  const nameOf = (of: number) => targets?.find((target) => target.id === of)?.name ?? of;
  return (
    <Link
      to="."
      search={(old) => ({ ...old, rules: true })}
      resetScroll={false}
      className={`${textLink} min-h-6 max-w-full self-start truncate text-meta`}
    >
      <span className="sr-only">{bar.label}: </span>
      {rules.length === 0 ? (
        bar.everything(targetIds.length)
      ) : only ? (
        <>
          {nameOf(only.targetId)}:{' '}
          <Suspense>
            <RuleSentence webhookId={id} rule={only} />
          </Suspense>
        </>
      ) : (
        bar.rules(rules.length, targetIds.length)
      )}
    </Link>
  );
}
