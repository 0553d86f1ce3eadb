import { targetKind, targetKinds } from '../../integrations/targets/kinds.gen.ts';
import type { MailEvent } from '../mail/mail-event.ts';
import type { AccountResources, OwnerAccounts } from '../mail/own-address.ts';
import { type NoticeOutbox, refusedNotice } from '../mail/owner-notice.ts';
import { sealBinding } from '../model/target.ts';
import type { LateFailures, ProviderReferenceStore, TargetStore } from '../model/target-ports.ts';
import { dispatchOfMessage } from '../platform/ids.ts';
import type { CallbackAnswer, CallbackRequest } from '../platform/outbound/callback.ts';
import type { CallbackContext, TargetPatch } from './callback.ts';
import { codeHash, codesOf } from './codes.ts';
import { type DigestStore, digestOfMessage } from './digest.ts';
import { type OnboardingPorts, openTarget } from './onboarding.ts';
import { awaitsReview } from './review.ts';
import type { OpenTarget } from './send-context.ts';
import { storedSettingsOf, withSettings } from './settings.ts';
import type { TargetKind } from './target-kind.ts';

type CallbackPorts = Omit<OnboardingPorts, 'mail' | 'ownHosts'> & {
  targets: TargetStore;
  references: ProviderReferenceStore;
  lateFailures: LateFailures;
  outbox: NoticeOutbox;
  acknowledge: (click: { userId: number; dispatchId: string; by: string }) => Promise<string>;
  belongings: (userId: number) => Promise<AccountResources>;
  digests: Pick<DigestStore, 'messages'>;
  owners: OwnerAccounts;
};

/**
 * Answers a request to `/api/callbacks/<slug>[/…]`. Returns 404 for a kind that is unknown, not set up in this
 * deployment, or without callbacks.
 */
export const handleCallback = async (
  slug: string,
  request: CallbackRequest,
  ports: CallbackPorts,
): Promise<CallbackAnswer> => {
  const kind = targetKind(slug);
  if (!kind || kind.unavailable(ports.credentials)) return { status: 404 };
  const { callback } = await kind.driver();
  return callback ? callback(request, callbackContext(kind, ports)) : { status: 404 };
};

/** Passes reports on earlier emails to the kinds that send email. */
export const handleMailEvent = async (event: MailEvent, ports: CallbackPorts): Promise<void> => {
  await Promise.all(
    targetKinds.map(async (kind) => (await kind.driver()).mailEvent?.(event, callbackContext(kind, ports))),
  );
};

/** Restricts the ports to the targets of one kind. */
const callbackContext = (kind: TargetKind, ports: CallbackPorts): CallbackContext => {
  const codes = codesOf(kind.slug, ports.codes, ports.clock);
  const target = async (userId: number, targetId: number): Promise<OpenTarget | undefined> => {
    const found = await ports.targets.get(userId, targetId);
    return found?.kind === kind.slug ? openTarget(found, ports.sealer) : undefined;
  };
  return {
    http: ports.http,
    credentials: ports.credentials,
    clock: ports.clock,
    appUrl: ports.appUrl,
    links: ports.links,
    redeem: codes.redeem,
    peek: codes.peek,
    hashOf: codeHash,
    attempt: codes.attempt,
    consent: ports.consent,
    owners: ports.owners,
    belongings: ports.belongings,
    once: async (id, lifetimeSeconds, work) => {
      if (!(await codes.claim(id, lifetimeSeconds))) return false;
      try {
        await work();
      } catch (error) {
        await codes.unclaim(id);
        throw error;
      }
      return true;
    },
    target,
    targetsAt: async (reference) => {
      const owners = await ports.references.list(kind.slug, reference);
      const found = await Promise.all(owners.map(({ userId, targetId }) => target(userId, targetId)));
      // A stored reference can be outdated, so it is compared with the target.
      return found.filter((it) => it !== undefined).filter((it) => kind.reference?.(it.options) === reference);
    },
    acknowledge: ({ userId }, dispatchId, by) => ports.acknowledge({ userId, dispatchId, by }),
    change: (open, patch) => change(kind, open, patch, ports),
    reportFailure: async ({ userId, targetId }, messageId, reason) => {
      const digest = digestOfMessage({ userId, targetId }, messageId);
      // A bounce applies to all messages of the digest, because they have the same recipient.
      const ids = digest ? (await ports.digests.messages(digest)).map(({ id }) => id) : [messageId];
      for (const id of ids)
        await ports.lateFailures.report({ userId, targetId, dispatchId: dispatchOfMessage(id), reason });
    },
  };
};

const change = async (
  kind: TargetKind,
  target: OpenTarget,
  { secrets, ...patch }: TargetPatch,
  ports: CallbackPorts,
): Promise<OpenTarget | undefined> => {
  const owner = { userId: target.userId, targetId: target.id };
  if (patch.status === 'active') {
    const stored = await ports.targets.get(target.userId, target.id);
    if (stored && awaitsReview(stored)) return undefined;
  }
  // Save the notice first, as for a rejected message.
  if (patch.status === 'inactive' && target.status === 'active')
    await ports.outbox.put(refusedNotice(target, patch.statusReason?.text ?? ''), ports.clock());
  const before = kind.reference?.(target.options);
  const after = kind.reference?.(patch.options ?? target.options);
  // Add the reference before changing the target. An extra one is harmless, but without it, the provider's requests are
  // lost.
  if (after && after !== before) await ports.references.add(kind.slug, after, owner);
  const changed = await ports.targets.update(
    target.userId,
    target.id,
    {
      ...patch,
      ...(patch.options && { options: withSettings(patch.options, storedSettingsOf(target.options)) }),
      ...(secrets && { sealedSecrets: ports.sealer.seal(secrets, sealBinding(target)) }),
    },
    ports.clock(),
  );
  if (before && before !== after) await ports.references.remove(kind.slug, before, owner);
  return changed && openTarget(changed, ports.sealer);
};
