import { Mail } from 'virtual:icons';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { usePlans } from '../../data/account.ts';
import { LAST_MESSAGES } from '../../data/last-messages.ts';
import { overviewQueries } from '../../data/overview.ts';
import { useWorkspace } from '../../data/workspaces.ts';
import { isNever } from '../../lib/time.ts';
import { TextLink } from '../../ui/button.tsx';
import { MessageListSkeleton } from '../../ui/message-list-skeleton.tsx';
import { Page } from '../../ui/page.tsx';
import { FailedLoad, Notice, Panel, Skeleton } from '../../ui/panel.tsx';
import { ReserveHeight } from '../../ui/reserve-height.tsx';
import { useOnceTrue } from '../../ui/use-once-true.ts';
import { AttentionList, useAttention } from './attention-list.tsx';
import { Checklist } from './checklist.tsx';
import { FreeNotice } from './free-notice.tsx';
import { LimitsPanel } from './limits-panel.tsx';
import { TargetsPanel } from './targets-panel.tsx';
import { texts } from './texts.ts';
import { WebhooksPanel } from './webhooks-panel.tsx';

// The rows are loaded after the notices, with the calls.
const NewestMessages = lazy(() =>
  import('./newest-messages.tsx').then((module) => ({ default: module.NewestMessages })),
);
// The panel is loaded separately, because few users ever see it.
const ReviewPanel = lazy(() => import('./review-panel.tsx').then((module) => ({ default: module.ReviewPanel })));

export function DashboardPage() {
  const account = useQuery(overviewQueries.account());
  const webhooks = useQuery(overviewQueries.webhooks());
  const targets = useQuery(overviewQueries.targets());
  const failing = useQuery(overviewQueries.failing());
  // The queries share one request, so a retry refetches all of them.
  const retry = () => {
    for (const part of [account, webhooks, targets, failing]) void part.refetch();
  };
  const profile = account.data?.profile;
  const plans = usePlans();
  const workspace = useWorkspace();
  const needs = useAttention(webhooks.data, targets.data, failing.data);
  const known = useOnceTrue(
    !needs.pending && ![account, webhooks, targets, failing, plans].some(({ isPending }) => isPending),
  );
  const unknown = account.isError && account.data === undefined;
  const heading = (
    <ReserveHeight
      as="span"
      what="dashboard-heading"
      ready={profile !== undefined || unknown}
      className="block"
      waiting={<Skeleton className="h-6.5 w-72 max-w-full md:h-8.5" />}
    >
      {profile && !workspace ? <Greeting email={profile.email} /> : texts.title}
    </ReserveHeight>
  );
  // Before the first call, there is no usage to show, and the first steps matter more.
  const calls = webhooks.data?.reduce((sum, { amountInvocations }) => sum + amountInvocations, 0) ?? 1;
  const used = calls > 0;
  const newest = Math.min(calls, LAST_MESSAGES);
  const limits = unknown ? (
    <Panel title={texts.limits.title} padded={false}>
      <FailedLoad text={texts.limits.failed} onRetry={retry} />
    </Panel>
  ) : (
    <LimitsPanel limits={account.data?.limits} />
  );
  return (
    <Page title={texts.title} heading={heading} intro={texts.intro}>
      {known ? (
        <div className="flex flex-col gap-4">
          {profile?.status === 'free' && !workspace && <FreeNotice />}
          {profile && !workspace && !isNever(profile.reviewSince) && webhooks.data && targets.data && (
            <Suspense fallback={<Skeleton className="h-60 !rounded-panel" />}>
              <ReviewPanel since={profile.reviewSince} webhooks={webhooks.data} targets={targets.data} />
            </Suspense>
          )}
          {profile && !workspace && !profile.emailVerified && targets.data && targets.data.length > 0 && (
            <Notice tone="info" icon={<Mail size={18} aria-hidden />}>
              {texts.confirm.text} <TextLink to="/user/settings">{texts.confirm.link}</TextLink>
            </Notice>
          )}
          {webhooks.data && targets.data && workspace?.role !== 'viewer' && (
            <Checklist webhooks={webhooks.data} targets={targets.data} />
          )}
          {webhooks.data && targets.data && (
            <AttentionList webhooks={webhooks.data} limits={account.data?.limits} needs={needs} />
          )}
          {used && limits}
          {used && webhooks.data && (
            <Panel title={texts.newest.title} headingId="newest-messages" padded={false}>
              <Suspense fallback={<MessageListSkeleton rows={newest} />}>
                <NewestMessages webhooks={webhooks.data} expected={newest} />
              </Suspense>
            </Panel>
          )}
          <div className="grid gap-4 lg:grid-cols-2">
            <WebhooksPanel
              webhooks={webhooks.data}
              targets={targets.data}
              failing={failing.data}
              failed={webhooks.isError}
              onRetry={retry}
              atLimit={account.data?.limits.webhookLimitHit ?? false}
            />
            <TargetsPanel
              targets={targets.data}
              failing={failing.data}
              failed={targets.isError}
              onRetry={retry}
              atLimit={account.data?.limits.targetLimitHit ?? false}
            />
          </div>
          {!used && limits}
        </div>
      ) : (
        <DashboardSkeleton />
      )}
    </Page>
  );
}

/** A placeholder until all notices are known, because a late notice would move the content below it. */
const DashboardSkeleton = () => (
  <div className="flex flex-col gap-4" aria-busy="true">
    <Skeleton className="h-16 w-full !rounded-panel" />
    <div className="grid gap-4 lg:grid-cols-2">
      <Skeleton className="h-96 !rounded-panel" />
      <Skeleton className="h-96 !rounded-panel max-lg:hidden" />
    </div>
  </div>
);

/** The greeting stays on one line, even for a long email address, so loading it doesn't move the content below. */
const Greeting = ({ email }: { email: string }) => (
  <span className="block max-w-full truncate" title={email}>
    {texts.greeting(email)}
  </span>
);
