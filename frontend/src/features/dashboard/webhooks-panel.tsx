import { Plus, Webhook as WebhookIcon } from 'virtual:icons';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { errorsLook, type StatusLook, targetsLook, webhookLook } from '../../lib/status.ts';
import type { Target, Webhook } from '../../lib/wire.ts';
import { Badge, Status } from '../../ui/badge.tsx';
import { UsageBar } from '../../ui/bars.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { StatusIcon } from '../../ui/icons.tsx';
import { EmptyState, FailedLoad, Panel } from '../../ui/panel.tsx';
import { useGrowing } from '../../ui/use-growing.ts';
import { FEW, RowSkeletons, ShowAll } from './rows.tsx';
import { texts } from './texts.ts';

export function WebhooksPanel({
  webhooks,
  targets,
  failing = [],
  failed,
  onRetry,
  atLimit,
}: {
  webhooks: Webhook[] | undefined;
  /** All targets of the account, whose problems also affect their webhooks. */
  targets: readonly Target[] | undefined;
  failing: readonly number[] | undefined;
  failed: boolean;
  onRetry(): void;
  atLimit: boolean;
}) {
  const add = (
    <ButtonLink data-needs="editor" to="/webhooks/new" size="normal" icon={<Plus size={16} aria-hidden />}>
      {texts.webhooks.add}
    </ButtonLink>
  );
  return (
    <Panel
      title={texts.webhooks.title}
      headingId="your-webhooks"
      padded={false}
      aside={webhooks && webhooks.length > 0 && !atLimit ? add : undefined}
    >
      {webhooks === undefined ? (
        failed ? (
          <FailedLoad text={texts.webhooks.failed} onRetry={onRetry} />
        ) : (
          <RowSkeletons count={2} />
        )
      ) : webhooks.length === 0 ? (
        <EmptyState
          title={texts.webhooks.empty}
          text={texts.webhooks.emptyText}
          icon={<WebhookIcon size={20} aria-hidden />}
        >
          {add}
        </EmptyState>
      ) : (
        <WebhookRows webhooks={webhooks} lookOf={({ targetIds }) => targetsLook(targetIds, targets, failing)} />
      )}
    </Panel>
  );
}

/** The height of a row in a wide window. */
const ROW_PX = 81;

/** Returns the problem with a webhook’s targets; undefined if there is none. */
type LookOf = (webhook: Webhook) => StatusLook | undefined;

function WebhookRows({ webhooks, lookOf }: { webhooks: readonly Webhook[]; lookOf: LookOf }) {
  // Problems come first; otherwise, the order stays the same.
  const rank = (webhook: Webhook) => ({ err: 0, warn: 1 })[lookOf(webhook)?.tone as 'err'] ?? 2;
  const sorted = webhooks.toSorted((one, other) => rank(one) - rank(other));
  const [all, setAll] = useState(webhooks.length <= FEW + 1);
  const { grown, missing } = useGrowing(all ? sorted : sorted.slice(0, FEW));
  return (
    <>
      <ul className="divide-y divide-line">
        {grown.map((webhook) => (
          <WebhookRow key={webhook.id} webhook={webhook} trouble={lookOf(webhook)} />
        ))}
      </ul>
      {!all && <ShowAll count={webhooks.length} onPress={() => setAll(true)} />}
      {missing > 0 && <div style={{ height: `${missing * ROW_PX}px` }} />}
    </>
  );
}

function WebhookRow({ webhook, trouble }: { webhook: Webhook; trouble: StatusLook | undefined }) {
  return (
    <li className="flex flex-col gap-2 px-4 py-3.5 md:px-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <div className="flex min-w-0 max-w-full flex-wrap items-center gap-2 md:flex-1">
          <Link
            to="/webhooks/$id"
            params={{ id: webhook.id }}
            title={webhook.name}
            className="inline-flex min-h-6 min-w-0 items-center font-semibold wrap-anywhere hover:text-accent-text hover:underline"
          >
            <span className="line-clamp-2">{webhook.name}</span>
          </Link>
          {webhook.limitHit && (
            <Badge tone="err" icon={<StatusIcon name="cross" />}>
              {texts.webhooks.limit}
            </Badge>
          )}
          {!webhook.enabled && (
            <Badge tone="idle" icon={<StatusIcon name="dashed" />}>
              Disabled
            </Badge>
          )}
          {webhook.enabled && webhook.status === 'disabled' && <Status look={webhookLook(webhook)} />}
        </div>
        {trouble && <Status look={trouble} />}
        <Status look={errorsLook(webhook)} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-meta text-ink-2">
        <span className="flex flex-wrap gap-x-4">
          <span>
            <b className="font-[550] text-ink">{formatNumber(webhook.amountInvocations)}</b>{' '}
            {webhook.amountInvocations === 1 ? 'invocation' : 'invocations'}
          </span>
          <span>
            <b className="font-[550] text-ink">{formatNumber(webhook.amountErrors)}</b>{' '}
            {webhook.amountErrors === 1 ? 'error' : 'errors'}
          </span>
        </span>
        <UsageBar used={webhook.invocationsThisCycle} max={webhook.maxInvocationsPerCycle} />
      </div>
    </li>
  );
}
