import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useAccount, usePlans } from '../../data/account.ts';
import { useWorkspace } from '../../data/workspaces.ts';
import type { Account } from '../../lib/wire.ts';
import { LoadFailed } from '../../shell/error-page.tsx';
import { TextLink } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel, Skeleton } from '../../ui/panel.tsx';
import { tabLook } from '../../ui/tab-look.ts';
import { useOnceTrue } from '../../ui/use-once-true.ts';
import { DangerZone } from './danger-zone.tsx';
import { KeysPanel } from './keys-panel.tsx';
import { NoticesPanel } from './notices-panel.tsx';
import { PasskeysPanel } from './passkeys-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { PreferencesPanel } from './preferences-panel.tsx';
import { StatusPanel } from './status-panel.tsx';
import type { Arrival } from './subscription.tsx';
import { TeamPanel } from './team-panel.tsx';
import { texts } from './texts.ts';
import { WorkspaceSettings, WorkspacesPanel } from './workspaces-panel.tsx';

const TABS = ['account', 'notices', 'team', 'keys'] as const;
type Tab = (typeof TABS)[number];

/** The tab of a link's hash, and the heading to which the page scrolls. A tab's own name leads to its top. */
const PLACES: Readonly<Record<string, { tab: Tab; heading?: string }>> = {
  notices: { tab: 'notices' },
  team: { tab: 'team' },
  workspaces: { tab: 'team', heading: 'workspaces' },
  keys: { tab: 'keys' },
  plan: { tab: 'account', heading: 'status' },
  invoice: { tab: 'account', heading: 'status' },
  password: { tab: 'account', heading: 'password' },
  passkeys: { tab: 'account', heading: 'sign-in' },
  audit: { tab: 'account', heading: 'audit' },
};

/**
 * The page for the plan and all account settings.
 * @param arrival the result of the payment page
 * @param onArrived called after its message was shown
 */
export function SettingsPage({ arrival, onArrived = () => {} }: { arrival?: Arrival; onArrived?(): void }) {
  const account = useAccount();
  const inWorkspace = useWorkspace() !== undefined;
  const { tab, heading } = PLACES[useLocation({ select: ({ hash }) => hash.toLowerCase() })] ?? { tab: 'account' };
  // Waits for the plans, because the plan's panel would move the content below if it loaded later.
  const plansLoaded = useOnceTrue(!usePlans().isPending);
  const known = plansLoaded ? account.data : undefined;
  const isShown = known !== undefined;
  const shownTab = useRef(tab);
  useEffect(() => {
    if (isShown && heading) document.getElementById(heading)?.closest('section')?.scrollIntoView();
    else if (shownTab.current !== tab) scrollTo(0, 0);
    shownTab.current = tab;
  }, [isShown, heading, tab]);
  if (inWorkspace) return <WorkspaceSettings />;
  if (account.data === undefined && account.error) return <LoadFailed error={account.error} />;
  return (
    <Page
      title={tab === 'account' ? texts.title : `${texts.tabs[tab]} - ${texts.title}`}
      heading={texts.title}
      width="form"
    >
      <SettingsTabs current={tab} />
      {known ? (
        <div className="flex flex-col gap-4">
          {tab === 'account' && <AccountTab account={known} arrival={arrival} onArrived={onArrived} />}
          {tab === 'notices' && <NoticesPanel profile={known.profile} />}
          {tab === 'team' && <TeamTab hasJoined={known.profile.joinedWorkspace} />}
          {tab === 'keys' && <KeysPanel />}
        </div>
      ) : (
        <div className="flex flex-col gap-4" aria-busy="true">
          <Skeleton className="h-96 w-full !rounded-panel" />
          <Skeleton className="h-96 w-full !rounded-panel" />
        </div>
      )}
    </Page>
  );
}

const SettingsTabs = ({ current }: { current: Tab }) => (
  <nav aria-label={texts.title} className="mb-4 flex overflow-x-auto border-b border-line">
    {TABS.map((tab) => (
      <Link
        key={tab}
        to="/user/settings"
        hash={tab}
        hashScrollIntoView={false}
        resetScroll={false}
        aria-current={tab === current ? 'page' : undefined}
        data-active={tab === current ? '' : undefined}
        className={`${tabLook} flex items-center`}
      >
        {texts.tabs[tab]}
      </Link>
    ))}
  </nav>
);

function AccountTab({ account, ...rest }: { account: Account; arrival: Arrival | undefined; onArrived(): void }) {
  return (
    <>
      <StatusPanel account={account} {...rest} />
      <PasswordPanel email={account.profile.email} />
      <PasskeysPanel confirmed={account.profile.emailVerified} />
      <PreferencesPanel profile={account.profile} />
      <Panel title={texts.audit.title} headingId="audit">
        <p className="text-ink-2">
          {texts.audit.text} <TextLink to="/user/audit">{texts.audit.open}</TextLink>
        </p>
      </Panel>
      <DangerZone profile={account.profile} />
    </>
  );
}

const TeamTab = ({ hasJoined }: { hasJoined: boolean }) => (
  <>
    <TeamPanel />
    {hasJoined && <WorkspacesPanel />}
  </>
);
