import { Check, Clock, Minus } from 'virtual:icons';
import { clsx } from 'clsx';
import type { Previewed } from '../../data/routing.ts';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { Time } from '../../ui/time.tsx';
import { texts } from './texts.ts';

const words = texts.dialog;
export type Decided = Previewed['calls'][number]['targets'][number];
const icons = { sent: Check, skipped: Minus, held: Clock } as const;
const tones = { sent: 'text-ok', skipped: 'text-ink-3', held: 'text-warn' } as const;

/** A table of calls and targets: the result for each message, and the differences from the saved rules. */
export function PreviewGrid({
  preview: { calls, complete, stoppedBy },
  targetIds,
  nameOf,
  notWorking,
  reasonOf,
  isStale,
}: {
  preview: Previewed;
  targetIds: readonly number[];
  nameOf(id: number): string;
  /** The status of an inactive target, which gets no messages; undefined for the others. */
  notWorking(id: number): string | undefined;
  /** A result's reason in plain words. */
  reasonOf(decided: Decided): string;
  /** True while changed rules are previewed. The results before them are then shown dimmed. */
  isStale: boolean;
}) {
  if (calls.length === 0) return <p className="text-meta text-ink-2">{words.noCalls}</p>;
  const changed = calls.flatMap(({ targets }) => targets).filter(isChanged).length;
  return (
    <>
      <p className="mb-2 text-meta">
        {isStale ? (
          words.previewing
        ) : (
          <>
            {(complete || changed > 0) && words.changed(changed)}{' '}
            {!complete && (stoppedBy === undefined ? words.incomplete : words.stopped(nameOf(stoppedBy)))}
          </>
        )}
      </p>
      <ScrollBox as="div" className={clsx('max-h-[60vh] rounded-control border border-line', isStale && 'opacity-75')}>
        <table className="w-full border-collapse text-meta">
          <thead className="sticky top-0 bg-surface text-left">
            <tr>
              <th scope="col" className="px-3 py-2 font-medium">
                {words.call}
              </th>
              {targetIds.map((id) => (
                <th key={id} scope="col" className="min-w-32 px-3 py-2 font-medium wrap-anywhere">
                  {nameOf(id)}
                  {notWorking(id) && <span className="block font-normal text-warn">{notWorking(id)}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {calls.map(({ invocationId, invokedAt, targets }) => (
              <tr key={invocationId} className="border-t border-line align-top">
                <th scope="row" className="min-w-40 px-3 py-2 text-left font-normal">
                  <span className="block wrap-anywhere">
                    {targets.find(({ message }) => message !== undefined)?.message ?? words.unnamed}
                  </span>
                  <span className="text-ink-2">
                    <Time date={invokedAt} />
                  </span>
                </th>
                {targetIds.map((id) => (
                  <Cell key={id} decided={targets.find(({ targetId }) => targetId === id)} reasonOf={reasonOf} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </>
  );
}

const isChanged = ({ outcome, saved }: Decided) => saved !== undefined && outcome !== saved;

function Cell({ decided, reasonOf }: { decided: Decided | undefined; reasonOf(decided: Decided): string }) {
  if (!decided) return <td className="px-3 py-2 text-ink-2">{words.notJudged}</td>;
  const { outcome, problem = reasonOf(decided), saved } = decided;
  const Icon = icons[outcome];
  return (
    <td className={clsx('px-3 py-2', isChanged(decided) && 'bg-accent-soft')}>
      <span className={clsx('flex items-center gap-1.5 font-medium', tones[outcome])}>
        <Icon size={14} aria-hidden className="shrink-0" />
        <span className="text-ink">{words.outcomes[outcome]}</span>
      </span>
      {saved !== undefined && saved !== outcome && <span className="block text-ink-2">{words.was[saved]}</span>}
      {problem !== '' && <span className="block text-ink-2 wrap-anywhere">{problem}</span>}
    </td>
  );
}
