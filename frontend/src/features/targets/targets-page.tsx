import { Info, MessageSquare, Plus, TriangleAlert } from 'virtual:icons';
import { useState } from 'react';
import { useAccount } from '../../data/account.ts';
import { useTargets } from '../../data/targets.ts';
import type { Target } from '../../lib/wire.ts';
import { Button, ButtonLink, TextLink } from '../../ui/button.tsx';
import { FILTER_FROM, isNamed, ListFilter } from '../../ui/list-filter.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, FailedLoad, Notice, Panel } from '../../ui/panel.tsx';
import type { SetupResult } from './rules.ts';
import { TableSkeleton, TargetTable } from './target-table.tsx';
import { texts } from './texts.ts';

/**
 * The list of targets.
 * @param setup the result of a failed redirect to a provider
 */
export function TargetsPage({ setup }: { setup: SetupResult | undefined }) {
  const targets = useTargets();
  const atLimit = useAccount().data?.limits.targetLimitHit ?? false;
  const create = atLimit ? (
    <Button
      data-needs="editor"
      disabled
      aria-describedby="target-limit"
      tone="primary"
      icon={<Plus size={16} aria-hidden />}
    >
      {texts.list.add}
    </Button>
  ) : (
    <ButtonLink data-needs="editor" to="/targets/new" tone="primary" icon={<Plus size={16} aria-hidden />}>
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
            <ButtonLink data-needs="editor" to="/targets/new" tone="primary" icon={<Plus size={16} aria-hidden />}>
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

/** The notice for an account that has reached its target limit. */
export const TargetLimit = () => (
  <Notice icon={<Info size={18} aria-hidden />} className="mb-4">
    <span id="target-limit">
      {texts.list.limit.slice(0, -texts.list.limitLink.length)}
      <TextLink to="/user/settings">{texts.list.limitLink}</TextLink>
    </span>
  </Notice>
);

/** Number of rows rendered at first. */
const SHOWN_AT_ONCE = 50;

/** A long list of targets, with a search by name. */
function Filtered({ targets }: { targets: readonly Target[] }) {
  const [wanted, setWanted] = useState('');
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  if (targets.length < FILTER_FROM) return <TargetTable targets={targets} />;
  const found = targets.filter((target) => isNamed(target, wanted));
  const left = found.length - shown;
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
        <TargetTable targets={found.slice(0, shown)} />
      )}
      {left > 0 && (
        <div className="border-t border-line p-3 text-center">
          <Button size="small" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
            {texts.list.showMore(Math.min(left, SHOWN_AT_ONCE), left)}
          </Button>
        </div>
      )}
    </>
  );
}
