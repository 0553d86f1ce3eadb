import { useNavigate } from '@tanstack/react-router';
import { Info, MessageSquare, Plus, TriangleAlert } from 'lucide-react';
import { memo, useState } from 'react';
import { useAccount } from '../../data/account.ts';
import { useTargetKinds, useTargets } from '../../data/targets.ts';
import { formatNumber } from '../../lib/format.ts';
import { targetLook } from '../../lib/status.ts';
import type { Target, TargetKind } from '../../lib/wire.ts';
import { Status } from '../../ui/badge.tsx';
import { Button, ButtonLink, TextLink } from '../../ui/button.tsx';
import { FILTER_FROM, isNamed, ListFilter } from '../../ui/list-filter.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, FailedLoad, Notice, Panel, Skeleton } from '../../ui/panel.tsx';
import { PlainLink } from '../../ui/plain-link.tsx';
import { Time } from '../../ui/time.tsx';
import { KindTile } from '../../ui/type-tile.tsx';
import { useGrowing } from '../../ui/use-growing.ts';
import { useStable } from '../../ui/use-stable.ts';
import type { SetupResult } from './rules.ts';
import { texts } from './texts.ts';

/** @param setup a way to a provider that led nowhere */
export function TargetsPage({ setup }: { setup: SetupResult | undefined }) {
  const targets = useTargets();
  const atLimit = useAccount().data?.limits.targetLimitHit ?? false;
  const create = atLimit ? (
    <Button disabled aria-describedby="target-limit" tone="primary" icon={<Plus size={16} aria-hidden />}>
      {texts.list.add}
    </Button>
  ) : (
    <ButtonLink to="/targets/new" tone="primary" icon={<Plus size={16} aria-hidden />}>
      {texts.list.add}
    </ButtonLink>
  );
  return (
    <Page title={texts.list.title} intro={texts.list.intro} actions={create}>
      {setup && setup !== 'connected' && (
        <Notice tone="warn" icon={<TriangleAlert size={18} aria-hidden />} className="mb-4">
          {texts.setup[setup]}
        </Notice>
      )}
      {atLimit && <TargetLimit />}
      <Panel padded={false}>
        {targets.data === undefined ? (
          targets.isError ? (
            <FailedLoad text={texts.list.failed} onRetry={() => void targets.refetch()} />
          ) : (
            <TableSkeleton />
          )
        ) : targets.data.length === 0 ? (
          <EmptyState
            title={texts.list.empty}
            text={texts.list.emptyText}
            icon={<MessageSquare size={20} aria-hidden />}
          >
            <ButtonLink to="/targets/new" tone="primary" icon={<Plus size={16} aria-hidden />}>
              {texts.list.create}
            </ButtonLink>
          </EmptyState>
        ) : (
          <Filtered targets={targets.data} />
        )}
      </Panel>
    </Page>
  );
}

/** The account has as many targets as it may have. */
export const TargetLimit = () => (
  <Notice icon={<Info size={18} aria-hidden />} className="mb-4">
    <span id="target-limit">
      {texts.list.limit.slice(0, -texts.list.limitLink.length)}
      <TextLink to="/user/settings">{texts.list.limitLink}</TextLink>
    </span>
  </Notice>
);

/** Many targets can be looked through by name. */
function Filtered({ targets }: { targets: readonly Target[] }) {
  const [wanted, setWanted] = useState('');
  if (targets.length < FILTER_FROM) return <TargetTable targets={targets} />;
  const found = targets.filter((target) => isNamed(target, wanted));
  return (
    <>
      <ListFilter
        label={texts.list.filter}
        value={wanted}
        onChange={setWanted}
        className="border-b border-line px-4 py-3 md:px-5 [&>svg]:top-6 [&>svg]:left-7 md:[&>svg]:left-8"
      />
      {found.length === 0 ? (
        <p className="p-8 text-center text-ink-2">{texts.list.noneNamed}</p>
      ) : (
        <TargetTable targets={found} />
      )}
    </>
  );
}

/** The height of a row in a wide window. */
const ROW_PX = 57;

const cell = 'px-4 py-2.5 first:md:pl-5 last:md:pr-5';
const head = `${cell} text-left text-label font-[550] text-ink-2`;

/** One row can be selected; a press on it opens the target. On phones a row becomes a card of two lines. */
function TargetTable({ targets }: { targets: readonly Target[] }) {
  const [selected, setSelected] = useState<number>();
  const { grown, missing } = useGrowing(targets);
  const kinds = useTargetKinds();
  const navigate = useNavigate();
  const open = useStable((id: number) => {
    setSelected(id);
    void navigate({ to: '/targets/$id', params: { id } });
  });
  const { columns } = texts.list;
  return (
    <table className="w-full border-collapse max-md:block">
      <thead className="max-md:sr-only">
        <tr className="border-b border-line">
          <th className={`${head} max-lg:hidden`}>{columns.id}</th>
          <th className={head}>{columns.type}</th>
          <th className={head}>{columns.name}</th>
          <th className={head}>{columns.status}</th>
          <th className={`${head} !text-right`}>{columns.dispatches}</th>
          <th className={head}>{columns.last}</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line max-md:block">
        {grown.map((target) => (
          <Row
            key={target.id}
            target={target}
            kind={kinds.data?.find(({ slug }) => slug === target.targetType)}
            waiting={kinds.isPending}
            selected={selected === target.id}
            onOpen={open}
          />
        ))}
        {missing > 0 && <tr aria-hidden style={{ height: `${missing * ROW_PX}px` }} />}
      </tbody>
    </table>
  );
}

/** Drawn again only when its target changes: there may be hundreds. */
const Row = memo(function Row({
  target,
  kind,
  waiting,
  selected,
  onOpen,
}: {
  target: Target;
  /** undefined for a type that is not offered here, or while the kinds are waited for. */
  kind: TargetKind | undefined;
  waiting: boolean;
  selected: boolean;
  onOpen(id: number): void;
}) {
  return (
    <tr
      aria-selected={selected}
      onClick={() => onOpen(target.id)}
      className="cursor-pointer hover:bg-sunken aria-selected:bg-accent-soft max-md:grid max-md:grid-cols-[auto_minmax(0,1fr)_auto] max-md:items-center max-md:gap-x-3 max-md:px-4 max-md:py-3"
    >
      <td className={`${cell} font-mono text-code text-ink-2 max-lg:hidden`}>{target.id}</td>
      <td className={`${cell} max-md:row-span-2 max-md:p-0`}>
        <span className="flex items-center gap-2.5">
          <KindTile kind={kind} waiting={waiting} />
          <span className="whitespace-nowrap text-ink-2 max-lg:sr-only">
            {kind?.name ?? (waiting ? ' ' : target.targetType)}
          </span>
        </span>
      </td>
      <td className={`${cell} min-w-0 max-md:p-0 md:w-full md:max-w-0`}>
        <PlainLink
          href={`/targets/${target.id}`}
          className="flex min-h-6 min-w-0 items-center font-semibold hover:text-accent-text hover:underline"
        >
          <span className="truncate">{target.name}</span>
        </PlainLink>
      </td>
      <td className={`${cell} max-md:p-0`}>
        <Status look={targetLook(target.status)} hint={target.statusReason} />
      </td>
      <td
        className={`${cell} text-right max-md:col-start-2 max-md:row-start-2 max-md:p-0 max-md:text-left max-md:text-meta max-md:text-ink-2`}
      >
        {formatNumber(target.numberOfDispatches)}
        <span className="md:hidden"> {target.numberOfDispatches === 1 ? 'dispatch' : 'dispatches'}</span>
      </td>
      <td className={`${cell} max-md:hidden`}>
        <Time date={target.lastDispatchAt} />
      </td>
    </tr>
  );
});

const TableSkeleton = () => (
  <div aria-busy="true" className="flex flex-col gap-3 p-5">
    {['a', 'b', 'c', 'd'].map((key) => (
      <Skeleton key={key} className="h-9 w-full" />
    ))}
  </div>
);
