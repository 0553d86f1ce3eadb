import { createHash } from 'node:crypto';
import { targetKind, targetKinds } from '../../integrations/targets/kinds.gen.ts';
import type { FollowUp } from '../model/matter.ts';
import type { Delivery, FollowedMessage, Lost, Message, MessageLimit } from '../model/message.ts';
import { type Provider, sealBinding, type Target } from '../model/target.ts';
import type { ProviderReferenceStore, Sealer, TargetStore } from '../model/target-ports.ts';
import type { Clock } from '../platform/clock.ts';
import { reasonOf } from '../platform/outbound/outcome.ts';
import { plainOf } from '../templates/rich/plain.ts';
import type { RichMessage } from '../templates/rich/tree.ts';
import { units } from '../templates/units.ts';
import { withAcknowledge } from './acknowledge-button.ts';
import type { DigestEntry } from './digest.ts';
import { digestMessage } from './digest-message.ts';
import type { OpenTarget, SendContext } from './send-context.ts';
import { applySettings, settingsOf, withoutSettings } from './settings.ts';
import { deliveryWithoutSecrets } from './strip-secrets.ts';
import type { DeliverContext, Driver } from './target-kind.ts';

export type SendPorts = SendContext & { sealer: Sealer };

/**
 * Sends one part of a message to a target and returns the outcome. Does not change the target, see {@link applyEffect}.
 * The result contains no secret of the target or of the operator.
 */
export const send = (message: Message, target: Target, ports: SendPorts): Promise<Delivery> =>
  withDriver<never>(target, ports, (driver, open, context) =>
    driver.deliver(applySettings(asSent(message, target), open.options), open, context),
  );

const asSent = (message: Message, { kind }: Target): Message => {
  const linked = targetKind(kind)?.acknowledgeButton ? message : withAcknowledge(message);
  return { ...linked, text: linked.text.toWellFormed() };
};

/** Changes an earlier message or replies to it, like {@link send}. */
export const follow = (
  message: Message,
  followed: FollowedMessage,
  target: Target,
  ports: SendPorts,
): Promise<Delivery | Lost> =>
  withDriver<Lost>(target, ports, async (driver, open, context) =>
    driver.follow
      ? driver.follow(applySettings(asSent(message, target), open.options), followed, open, context)
      : { kind: 'lost', why: 'refused' },
  );

/** The ways in which a kind's messages can follow up on earlier ones. */
export const followsOf = (slug: string): readonly (FollowUp | 'data')[] => targetKind(slug)?.follows ?? [];

/** A fingerprint of a target's chat and its credentials, which reveals neither. */
export const chatOf = ({ kind, options, sealedSecrets = '' }: Target): string => {
  const known = targetKind(kind);
  const chat = known?.chatOf ? known.chatOf(options) : withoutSettings(options);
  return createHash('sha256')
    .update(JSON.stringify([kind, chat, sealedSecrets]))
    .digest('base64url')
    .slice(0, 16);
};

/** True if the plan limits the single messages of a kind, whose digests contain whole texts. */
export const isMetered = (slug: string): boolean => targetKind(slug)?.metered === true;

/** Sends a digest's messages as one, like {@link send}: combined, or as a list of their titles. */
export const sendDigestMessage = (
  messages: DigestEntry[],
  id: string,
  link: string,
  target: Target,
  ports: SendPorts,
): Promise<Delivery> =>
  withDriver<never>(target, ports, async (driver, open, context) =>
    driver.deliverDigest
      ? driver.deliverDigest(
          messages.map((message) => ({ ...message, text: message.text.toWellFormed() })),
          id,
          open,
          context,
        )
      : driver.deliver(
          applySettings(
            digestMessage(messages, { id, link, limit: limitOf(target.kind, target.options) }),
            open.options,
          ),
          open,
          context,
        ),
  );

/** Runs a driver with the target's decrypted secrets, and removes them from its result. */
const withDriver = async <Other extends Lost>(
  target: Target,
  ports: SendPorts,
  deliver: (driver: Driver, open: OpenTarget, context: DeliverContext) => Promise<Delivery | Other>,
): Promise<Delivery | Other> => {
  const kind = targetKind(target.kind);
  if (!kind)
    return {
      kind: 'fail_target',
      code: 'kind-unsupported',
      reason: `Targets of the type "${target.kind}" are no longer supported. Create a target of another type.`,
    };
  let secrets: Record<string, string>;
  try {
    secrets = target.sealedSecrets ? ports.sealer.open(target.sealedSecrets, sealBinding(target)) : {};
  } catch {
    return {
      kind: 'fail_config',
      code: 'installation-misconfigured',
      reason: 'The stored credentials of this target can’t be read at the moment.',
    };
  }
  const http: SendContext['http'] = { send: (request) => ports.http.send({ ...request, account: target.userId }) };
  const context = { ...ports, http, client: ports.http };
  const delivery = await deliver(await kind.driver(), { ...target, secrets }, context);
  if (delivery.kind === 'lost') return delivery as Other;
  const known = [...Object.values(secrets), ...Object.values(ports.credentials[kind.slug] ?? {})];
  const patterns = targetKinds.flatMap(({ secretPattern }) => (secretPattern ? [secretPattern] : []));
  return deliveryWithoutSecrets(delivery, known, patterns);
};

/** The longest message of a target, above which `send-parts.ts` splits or cuts it; undefined for any length. */
export const limitOf = (slug: string, options: Record<string, unknown> = {}): MessageLimit | undefined => {
  const kind = targetKind(slug);
  return kind?.limitOf?.(options) ?? kind?.limit;
};

/**
 * Returns a function that checks whether a part of a rich message is within a kind's limits. The part must also fit
 * without its formatting, which a provider can reject. Returns undefined if the kind has no limit.
 */
export const richFitOf = async (
  kind: string,
  options?: Record<string, unknown>,
): Promise<((part: RichMessage) => boolean) | undefined> => {
  const limit = limitOf(kind, options);
  if (!limit) return undefined;
  const { fitsRich } = (await targetKind(kind)?.driver()) ?? {};
  const cost = units[limit.counted];
  return (part) => cost(plainOf(part)) <= limit.max && (!fitsRich || fitsRich(part));
};

/**
 * Returns a target's provider. A receiver at an owner's URL is a separate provider for each owner, so one owner's
 * unresponsive host does not affect others.
 */
export const providerOf = ({ kind: slug, userId, options }: Pick<Target, 'kind' | 'userId' | 'options'>): Provider => {
  const kind = targetKind(slug);
  const { name = kind?.name ?? slug, hostOf } = kind?.provider ?? {};
  return { id: hostOf ? `${slug} ${hostOf(options)} of ${userId}` : slug, kind: slug, name };
};

/** Returns the maximum messages per second to a target: its kind's limit, or a lower one set by its owner. */
export const paceOf = ({ kind, options }: Pick<Target, 'kind' | 'options'>): number =>
  Math.min(targetKind(kind)?.pace.messagesPerSecond ?? 1, (settingsOf(options).max_per_minute ?? Infinity) / 60);

/**
 * Applies a delivery's result to its target. A permanently rejected target becomes inactive, with the reason, and a
 * moved chat gets its new address. Safe to repeat.
 */
export const applyEffect = async (
  target: Target,
  delivery: Delivery,
  ports: { targets: TargetStore; references: ProviderReferenceStore; clock: Clock },
): Promise<void> => {
  if (delivery.options) {
    const reference = targetKind(target.kind)?.reference?.(delivery.options);
    if (reference) await ports.references.add(target.kind, reference, { userId: target.userId, targetId: target.id });
    const { userId, id, updatedAt } = target;
    // A target that was changed or reconnected during the request is not the one of this result.
    await ports.targets.update(userId, id, { options: delivery.options }, ports.clock(), { updatedAt });
  }
  if (delivery.kind === 'fail_target')
    await ports.targets.markInactive(target.userId, target.id, reasonOf(delivery), ports.clock());
};
