import { useAccount, usePlans } from '../../data/account.ts';
import { useWorkspace } from '../../data/workspaces.ts';
import { LoadFailed } from '../../shell/error-page.tsx';
import { TextLink } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel, Skeleton } from '../../ui/panel.tsx';
import { useOnceTrue } from '../../ui/use-once-true.ts';
import { DangerZone } from './danger-zone.tsx';
import { KeysPanel } from './keys-panel.tsx';
import { NoticesPanel } from './notices-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { PreferencesPanel } from './preferences-panel.tsx';
import { StatusPanel } from './status-panel.tsx';
import type { Arrival } from './subscription.tsx';
import { TeamPanel } from './team-panel.tsx';
import { texts } from './texts.ts';
import { WorkspaceSettings, WorkspacesPanel } from './workspaces-panel.tsx';

/**
 * The page for the plan and all account settings.
 * @param arrival the result of the payment page
 * @param onArrived called after its message was shown
 */
export function SettingsPage({ arrival, onArrived = () => {} }: { arrival?: Arrival; onArrived?(): void }) {
  const account = useAccount();
  const inWorkspace = useWorkspace() !== undefined;
  // Waits for the plans, because the plan's panel would move the content below if it loaded later.
  const plansLoaded = useOnceTrue(!usePlans().isPending);
  if (inWorkspace) return <WorkspaceSettings />;
  if (account.data === undefined && account.error) return <LoadFailed error={account.error} />;
  const known = plansLoaded ? account.data : undefined;
  return (
    <Page title={texts.title} width="form">
      {known ? (
        <div className="flex flex-col gap-4">
          <StatusPanel account={known} arrival={arrival} onArrived={onArrived} />
          <NoticesPanel profile={known.profile} />
          <PreferencesPanel profile={known.profile} />
          <PasswordPanel email={known.profile.email} />
          <TeamPanel />
          {known.profile.joinedWorkspace && <WorkspacesPanel />}
          <KeysPanel />
          <Panel title={texts.audit.title} headingId="audit">
            <p className="text-ink-2">
              {texts.audit.text} <TextLink to="/user/audit">{texts.audit.open}</TextLink>
            </p>
          </Panel>
          <DangerZone profile={known.profile} />
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
