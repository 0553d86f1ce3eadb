import type { MailboxConsent } from '../mail/consent.ts';
import type { OutboundMail } from '../model/message.ts';
import { sealBinding, type Target } from '../model/target.ts';
import type { CodeStore, Sealer } from '../model/target-ports.ts';
import { codeHash, codesOf } from './codes.ts';
import type { OpenTarget, SendContext } from './send-context.ts';
import { type StoredSettings, withSettings } from './settings.ts';
import type { BeginContext, OnboardingResult, TargetKind } from './target-kind.ts';

export type OnboardingPorts = SendContext & {
  mail: OutboundMail & { clearSuppression(address: string): Promise<void> };
  consent: MailboxConsent;
  codes: CodeStore;
  sealer: Sealer;
  links: Readonly<Record<string, string>>;
  ownHosts: readonly string[];
};

/** Builds the context with which a kind begins or repeats a target's onboarding. */
export const beginContext = (
  kind: TargetKind,
  target: { id: number; userId: number; name: string },
  owner: { email: string; emailVerified: boolean },
  ports: OnboardingPorts,
): BeginContext => {
  const codes = codesOf(kind.slug, ports.codes, ports.clock);
  return {
    http: ports.http,
    mail: ports.mail,
    consent: ports.consent,
    credentials: ports.credentials,
    clock: ports.clock,
    appUrl: ports.appUrl,
    ...(ports.renderer && { renderer: ports.renderer }),
    links: ports.links,
    ownHosts: ports.ownHosts,
    userId: target.userId,
    targetId: target.id,
    targetName: target.name,
    ownerEmail: owner.email,
    ownerEmailVerified: owner.emailVerified,
    issueCode: (purpose, lifetimeSeconds, form = 'url') =>
      codes.issue(purpose, lifetimeSeconds, form, { userId: target.userId, targetId: target.id }),
    hashOf: codeHash,
    revokeCode: codes.revoke,
    attempt: codes.attempt,
  };
};

/** Returns the fields of a stored target that onboarding sets, with its owner's message settings. */
export const applyOnboarding = (
  target: { id: number; userId: number },
  { status, statusReason, options, secrets }: OnboardingResult,
  settings: StoredSettings,
  sealer: Sealer,
): Pick<Target, 'status' | 'statusReason' | 'options' | 'sealedSecrets'> => ({
  status,
  statusReason,
  options: withSettings(options, settings),
  sealedSecrets: secrets && sealer.seal(secrets, sealBinding(target)),
});

export const openTarget = (target: Target, sealer: Sealer): OpenTarget => ({
  id: target.id,
  userId: target.userId,
  name: target.name,
  status: target.status,
  options: target.options,
  secrets: target.sealedSecrets ? sealer.open(target.sealedSecrets, sealBinding(target)) : {},
});
