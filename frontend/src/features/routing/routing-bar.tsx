import { Split } from 'lucide-react';
import { useTargets } from '../../data/targets.ts';
import type { Webhook } from '../../lib/wire.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { sentenceOf } from './sentence.ts';
import { texts } from './texts.ts';

const { bar } = texts;

/** Routing: one line while every target gets every call, else a sentence for each target. With the way to choose it. */
export function RoutingBar({ webhook: { routing, targetIds } }: { webhook: Webhook }) {
  const targets = useTargets().data;
  if (targetIds.length === 0) return null;
  const rules = new Map(routing.map((rule) => [rule.targetId, rule]));
  return (
    <section
      aria-label={bar.label}
      className="flex min-h-11 min-w-0 items-center gap-2.5 py-1 pr-1.5 pl-3.5 text-meta max-sm:min-h-14"
    >
      <Split size={17} aria-hidden className="shrink-0 text-ink-3" />
      {routing.length === 0 ? (
        <p className="min-w-0 flex-1 text-ink-2">{bar.everything(targetIds.length)}</p>
      ) : (
        <ul className="flex min-w-0 flex-1 flex-col gap-1 py-2">
          {targetIds.map((id) => (
            <li key={id} className="text-ink-2 wrap-anywhere">
              <b className="font-medium text-ink">{targets?.find((target) => target.id === id)?.name ?? id}</b>:{' '}
              {sentenceOf(rules.get(id))}
            </li>
          ))}
        </ul>
      )}
      <ButtonLink to="." search={(old) => ({ ...old, rules: true })} resetScroll={false} size="small" tone="link">
        {routing.length === 0 ? bar.choose : bar.change}
        <span className="sr-only"> {bar.label.toLowerCase()}</span>
      </ButtonLink>
    </section>
  );
}
