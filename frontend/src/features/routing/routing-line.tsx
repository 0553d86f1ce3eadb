import { Link } from '@tanstack/react-router';
import { useTargets } from '../../data/targets.ts';
import type { Webhook } from '../../lib/wire.ts';
import { sentenceOf } from './sentence.ts';
import { texts } from './texts.ts';

const { bar } = texts;

/** Summarises the routing: a single rule as a sentence, several as a number. A click opens the rules. */
export function RoutingLine({ webhook: { routing, targetIds } }: { webhook: Webhook }) {
  const targets = useTargets().data;
  const rules = routing.filter(({ targetId }) => targetIds.includes(targetId));
  const [only] = rules.length === 1 ? rules : [];
  if (targetIds.length === 0) return null;
  const nameOf = (id: number) => targets?.find((target) => target.id === id)?.name ?? id;
  return (
    <Link
      to="."
      search={(old) => ({ ...old, rules: true })}
      resetScroll={false}
      className="min-h-6 max-w-full self-start truncate rounded-[4px] text-meta text-ink-2 underline decoration-line-strong underline-offset-2 hover:text-ink hover:decoration-current"
    >
      <span className="sr-only">{bar.label}: </span>
      {rules.length === 0
        ? bar.everything(targetIds.length)
        : only
          ? `${nameOf(only.targetId)}: ${sentenceOf(only)}`
          : bar.rules(rules.length, targetIds.length)}
    </Link>
  );
}
