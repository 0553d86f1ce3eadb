import { Info, Plus, Webhook as WebhookIcon } from 'virtual:icons';
import { Link } from '@tanstack/react-router';
import { useAccount } from '../../data/account.ts';
import { useFailing } from '../../data/overview.ts';
import { useTargets } from '../../data/targets.ts';
import { useWebhooks } from '../../data/webhooks.ts';
import { formatNumber } from '../../lib/format.ts';
import { errorsLook, targetsLook, webhookLook } from '../../lib/status.ts';
import { isNever } from '../../lib/time.ts';
import type { Account, Webhook } from '../../lib/wire.ts';
import { Status } from '../../ui/badge.tsx';
import { Button, ButtonLink, TextLink } from '../../ui/button.tsx';
import { CopyButton, urlCopied } from '../../ui/copy.tsx';
import { StatusIcon } from '../../ui/icons.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, FailedLoad, Notice, Panel, Skeleton } from '../../ui/panel.tsx';
import { ReserveHeight } from '../../ui/reserve-height.tsx';
import { Ago, Day } from '../../ui/time.tsx';
import { useInvokeUrl } from '../../ui/use-config.ts';
import { useGrowing } from '../../ui/use-growing.ts';
import { texts } from './texts.ts';

export function WebhooksPage() {
  const webhooks = useWebhooks();
  const account = useAccount();
  const atLimit = account.data?.limits.webhookLimitHit ?? false;
  const icon = <Plus size={16} aria-hidden />;
  const create = atLimit ? (
    <Button data-needs="editor" disabled aria-describedby="webhook-limit" tone="primary" icon={icon}>
      {texts.list.add}
    </Button>
  ) : (
    <ButtonLink data-needs="editor" to="/webhooks/new" tone="primary" icon={icon}>
      {texts.list.add}
    </ButtonLink>
  );
  return (
    <Page title={texts.list.title} intro={texts.list.intro} actions={create}>
      <ReserveHeight what="webhooks-limit" ready={!account.isPending} className="mb-4">
        {atLimit && (
          <Notice icon={<Info size={18} aria-hidden />}>
            <span id="webhook-limit">
              <WebhookLimit account={account.data} />
            </span>
          </Notice>
        )}
      </ReserveHeight>
      {webhooks.data === undefined ? (
        webhooks.isError ? (
          <Panel>
            <FailedLoad text={texts.list.failed} onRetry={() => void webhooks.refetch()} />
          </Panel>
        ) : (
          <CardSkeletons />
        )
      ) : webhooks.data.length === 0 ? (
        <Panel>
          <EmptyState title={texts.list.empty} text={texts.list.emptyText} icon={<WebhookIcon size={20} aria-hidden />}>
            {create}
          </EmptyState>
        </Panel>
      ) : (
        <WebhookCards webhooks={webhooks.data} />
      )}
    </Page>
  );
}

/** The text for an account at its webhook limit. It does not ask paying users to upgrade. */
export function WebhookLimit({ account }: { account: Account | undefined }) {
  if (account?.profile.status === 'free' || account === undefined)
    return (
      <>
        {texts.list.limit} <TextLink to="/user/settings">{texts.list.limitLink}</TextLink>.
      </>
    );
  return (
    <>
      {texts.list.limitOfPremium(formatNumber(account.limits.maxWebhooks))}{' '}
      <TextLink to="/landing/contact">{texts.list.limitContact}</TextLink>.
    </>
  );
}

/** Height of two cards side by side in a wide window, with the gap below them. */
const PAIR_PX = 100;

/** Number of cards rendered at first. Three pairs fill most windows. */
const FIRST_CARDS = 6;

function WebhookCards({ webhooks }: { webhooks: readonly Webhook[] }) {
  const { grown, missing } = useGrowing(webhooks, FIRST_CARDS);
  return (
    <>
      <ul className="grid gap-3 lg:grid-cols-2">
        {grown.map((webhook) => (
          <WebhookCard key={webhook.id} webhook={webhook} />
        ))}
      </ul>
      {missing > 0 && <div style={{ height: `${(missing / 2) * PAIR_PX}px` }} />}
    </>
  );
}

/** A click anywhere on the card opens the webhook, because its name's link covers it. The copy button is above that. */
function WebhookCard({ webhook }: { webhook: Webhook }) {
  const url = useInvokeUrl(webhook.route);
  const trouble = targetsLook(webhook.targetIds, useTargets().data, useFailing());
  const look = webhookLook(webhook);
  return (
    <li className="relative min-w-0 rounded-panel border border-line bg-surface px-4 py-2 text-meta shadow-panel transition-colors hover:border-line-strong md:px-5">
      <div className="flex min-h-7 min-w-0 items-center gap-x-2 gap-y-1 max-sm:flex-wrap">
        <span className={look.tone === 'ok' ? 'text-ok' : look.tone === 'warn' ? 'text-warn' : 'text-err'}>
          <StatusIcon name={look.icon} size={18} />
          <span className="sr-only">{look.word}</span>
        </span>
        <h2 title={webhook.name} className="flex min-w-0 flex-1 basis-40 gap-x-1.5 text-h2 font-semibold">
          <Link
            to="/webhooks/$id"
            params={{ id: webhook.id }}
            className="min-w-0 truncate after:absolute after:inset-0 after:rounded-panel hover:text-accent-text"
          >
            {webhook.name}
          </Link>
          {!webhook.enabled && <span className="font-normal text-ink-2">{texts.list.disabled}</span>}
          {webhook.status === 'paused' && <span className="font-normal text-ink-2">{texts.pause.inList}</span>}
        </h2>
        {trouble && <Status look={trouble} />}
        {webhook.errorsLastDays > 0 && <Status look={errorsLook(webhook)} />}
      </div>
      {webhook.disabledReason && <p className="text-err">{webhook.disabledReason}</p>}
      <div className="flex min-h-5 items-center gap-1">
        <code className="min-w-0 truncate text-code text-ink-2">{url}</code>
        {webhook.route !== undefined && (
          <span className="relative -my-2 flex">
            <CopyButton text={url ?? ''} label={texts.list.copy(webhook.name)} detail={urlCopied(url ?? '')} small />
          </span>
        )}
      </div>
      <dl className="mt-0.5 flex flex-wrap gap-x-3">
        <Item name={texts.list.total}>
          <b className="font-[550]">{formatNumber(webhook.amountInvocations)}</b>
        </Item>
        <Item name={texts.list.cycle}>
          {texts.list.used(formatNumber(webhook.invocationsThisCycle), formatNumber(webhook.maxInvocationsPerCycle))}
        </Item>
        <Item name={texts.list.last}>
          {isNever(webhook.lastInvocation) ? 'Never' : <Ago date={webhook.lastInvocation} />}
        </Item>
        <Item name={texts.list.created}>
          <Day date={webhook.createdAt} />
        </Item>
      </dl>
    </li>
  );
}

function Item({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="flex gap-1 whitespace-nowrap">
      <dt className="text-ink-2">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const CardSkeletons = () => (
  <div aria-busy="true" className="grid gap-3 lg:grid-cols-2">
    {['a', 'b'].map((key) => (
      <div key={key} className="h-22 rounded-panel border border-line bg-surface p-4 shadow-panel">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="mt-4 h-4 w-3/4" />
      </div>
    ))}
  </div>
);
