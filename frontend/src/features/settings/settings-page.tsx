import { useAccount } from '../../data/account.ts';
import { LoadFailed } from '../../shell/error-page.tsx';
import { PageSkeleton } from '../../shell/page-skeleton.tsx';
import { Page } from '../../ui/page.tsx';
import { DangerZone } from './danger-zone.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { PreferencesPanel } from './preferences-panel.tsx';
import { StatusPanel } from './status-panel.tsx';
import type { Arrival } from './subscription.tsx';
import { texts } from './texts.ts';

/** @param arrival what the browser comes back from · onArrived when that has been told */
export function SettingsPage({ arrival, onArrived = () => {} }: { arrival?: Arrival; onArrived?(): void }) {
  const account = useAccount();
  if (account.data === undefined) return account.error ? <LoadFailed error={account.error} /> : <PageSkeleton />;
  return (
    <Page title={texts.title} width="form">
      <div className="flex flex-col gap-4">
        <StatusPanel account={account.data} arrival={arrival} onArrived={onArrived} />
        <PreferencesPanel profile={account.data.profile} />
        <PasswordPanel email={account.data.profile.email} />
        <DangerZone profile={account.data.profile} />
      </div>
    </Page>
  );
}
