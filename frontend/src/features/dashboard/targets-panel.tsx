import { MessageSquare, Plus } from 'virtual:icons';
import { memo, useMemo, useState } from 'react';
import { plural } from '../../lib/format.ts';
import { targetLook } from '../../lib/status.ts';
import { isNever } from '../../lib/time.ts';
import type { Target } from '../../lib/wire.ts';
import { Status } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState, FailedLoad, Panel } from '../../ui/panel.tsx';
import { PlainLink } from '../../ui/plain-link.tsx';
import { Ago, Day } from '../../ui/time.tsx';
import { TypeName, TypeTile } from '../../ui/type-tile.tsx';
import { useGrowing } from '../../ui/use-growing.ts';
import { FEW, RowSkeletons, ShowAll } from './rows.tsx';
import { byTrouble } from './rules.ts';
import { texts } from './texts.ts';

export function TargetsPanel({
  targets,
  failing = [],
  failed,
  onRetry,
  atLimit,
}: {
  targets: Target[] | undefined;
  /** The ids of active targets that currently accept no messages. */
  failing: readonly number[] | undefined;
  failed: boolean;
  onRetry(): void;
  atLimit: boolean;
}) {
  const create = (
    <ButtonLink data-needs="editor" to="/targets/new" size="normal" icon={<Plus size={16} aria-hidden />}>
      {texts.targets.create}
    </ButtonLink>
  );
  return (
    <Panel
      title={texts.targets.title}
      headingId="your-targets"
      padded={false}
      aside={targets && targets.length > 0 && !atLimit ? create : undefined}
    >
      {targets === undefined ? (
        failed ? (
          <FailedLoad text={texts.targets.failed} onRetry={onRetry} />
        ) : (
          <RowSkeletons count={3} />
        )
      ) : targets.length === 0 ? (
        <EmptyState
          title={texts.targets.empty}
          text={texts.targets.emptyText}
          icon={<MessageSquare size={20} aria-hidden />}
        >
          {create}
        </EmptyState>
      ) : (
        <TargetRows targets={targets} failing={failing} />
      )}
    </Panel>
  );
}

/** Height of a row with two lines of details, as in most windows. */
const ROW_PX = 95;

function TargetRows({ targets, failing }: { targets: readonly Target[]; failing: readonly number[] }) {
  const [all, setAll] = useState(targets.length <= FEW + 1);
  // Problems come first; otherwise, the order stays the same.
  const sorted = useMemo(() => byTrouble(targets, failing), [targets, failing]);
  const { grown, missing } = useGrowing(all ? sorted : sorted.slice(0, FEW));
  return (
    <>
      <ul className="divide-y divide-line">
        {grown.map((target) => (
          <TargetRow key={target.id} target={target} failing={failing.includes(target.id)} />
        ))}
      </ul>
      {!all && <ShowAll count={targets.length} onPress={() => setAll(true)} />}
      {missing > 0 && <div style={{ height: `${missing * ROW_PX}px` }} />}
    </>
  );
}

/** The row is memoised, because there can be hundreds. */
const TargetRow = memo(function TargetRow({ target, failing }: { target: Target; failing: boolean }) {
  return (
    <li className="flex items-center gap-3 px-4 py-3.5 md:px-5">
      <TypeTile type={target.targetType} />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex items-center justify-between gap-3">
          <PlainLink
            href={`/targets/${target.id}`}
            className="inline-flex min-h-6 min-w-0 items-center font-semibold hover:text-accent-text hover:underline"
          >
            <span className="truncate" title={target.name}>
              {target.name}
            </span>
          </PlainLink>
          <Status look={targetLook(target, failing)} hint={target.statusReason} />
        </div>
        <p className="flex flex-wrap gap-x-2.5 text-meta text-ink-2">
          <span>
            <TypeName type={target.targetType} /> · {plural(target.numberOfDispatches, 'dispatch', 'dispatches')}
          </span>
          <span>
            {isNever(target.lastDispatchAt) ? (
              texts.targets.unused
            ) : (
              <>
                {texts.targets.last} <Ago date={target.lastDispatchAt} />
              </>
            )}
          </span>
          <span>
            {texts.targets.created} <Day date={target.createdAt} />
          </span>
          <span>
            {texts.targets.updated} <Ago date={target.updatedAt} />
          </span>
        </p>
      </div>
    </li>
  );
});
