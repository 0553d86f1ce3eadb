import type { NoticeOutbox } from '../mail/owner-notice.ts';
import type { Target } from '../model/target.ts';
import type { LateFailures, TargetEffects, TargetStore } from '../model/target-ports.ts';
import { secondsAfter } from '../platform/clock.ts';
import { dispatchOfMessage } from '../platform/ids.ts';
import { type Reason, reasonOf } from '../platform/outbound/outcome.ts';
import { type Digest, type DigestEntry, type DigestStore, mailIdOf, mailsOf } from './digest.ts';
import { isMetered, type SendPorts, sendDigestMessage } from './send.ts';
import { notifyAndApply } from './send-parts.ts';

type SendDigestPorts = SendPorts & {
  digests: DigestStore;
  targets: TargetStore;
  effects: TargetEffects;
  outbox: NoticeOutbox;
  lateFailures: LateFailures;
};

const AGAIN_SECONDS = 300;
/** Seconds after which a digest that cannot be sent is dropped. Each of its messages then shows the failure. */
const GIVE_UP_SECONDS = 24 * 3600;
/** The same for a disabled target, which its owner may enable again. */
const GIVE_UP_DISABLED_SECONDS = 6 * 24 * 3600;

/**
 * Sends a target’s digest: one message, or as few emails as possible. Safe to repeat: sent ones are not sent again,
 * except the last one before a crash. Its messages already count as delivered since they were batched. Messages that
 * cannot be sent are marked failed, with the reason.
 */
export const sendDigest = async (digest: Digest, ports: SendDigestPorts): Promise<void> => {
  const found = await ports.digests.open(digest);
  if (!found) return;
  const target = await ports.targets.get(digest.userId, digest.targetId);
  const messages = await ports.digests.messages(digest);
  // A list of titles is one message. Only metered kinds combine whole texts.
  const mails = !target || isMetered(target.kind) ? mailsOf(messages) : [messages];
  const waited = (ports.clock().getTime() - found.startedAt.getTime()) / 1000;
  if (target?.status === 'disabled' && waited < GIVE_UP_DISABLED_SECONDS)
    return ports.digests.postpone(digest, secondsAfter(ports.clock(), AGAIN_SECONDS));
  if (target?.status !== 'active') {
    const reason: Reason = target
      ? {
          code: `target-${target.status === 'created' ? 'pending' : target.status}`,
          text: `The target is ${target.status}. ${target.statusReason?.text ?? ''}`.trim(),
        }
      : { code: 'target-deleted', text: 'The target was deleted.' };
    return giveUp(digest, mails.slice(found.mailsDone), reason, ports);
  }
  for (let done = found.mailsDone; done < mails.length; done += 1) {
    const verdict = await sendOne(digest, mails[done] ?? [], done, target, ports);
    if (verdict === 'sent') await ports.digests.progress(digest, done + 1);
    else if (verdict.final || waited >= GIVE_UP_SECONDS)
      return giveUp(digest, mails.slice(done), verdict.reason, ports);
    else
      return ports.digests.postpone(
        digest,
        secondsAfter(ports.clock(), Math.max(AGAIN_SECONDS, verdict.afterSeconds ?? 0)),
      );
  }
  await ports.digests.close(digest);
};

type Verdict = 'sent' | { final: boolean; reason: Reason; afterSeconds?: number | undefined };

const sendOne = async (
  digest: Digest,
  messages: DigestEntry[],
  number: number,
  target: Target,
  ports: SendDigestPorts,
): Promise<Verdict> => {
  const link = `${ports.appUrl}/${digest.webhookId ? `webhooks/${digest.webhookId}` : `targets/${target.id}`}`;
  const delivery = await sendDigestMessage(messages, mailIdOf(digest, number + 1), link, target, ports);
  await notifyAndApply(target, delivery, ports);
  switch (delivery.kind) {
    case 'ok':
      return 'sent';
    case 'retry':
      return { final: false, reason: reasonOf(delivery), afterSeconds: delivery.afterSeconds };
    case 'ambiguous':
    case 'fail_config':
      return { final: false, reason: reasonOf(delivery) };
    case 'fail_message':
    case 'fail_target':
      return { final: true, reason: reasonOf(delivery) };
  }
};

/** Reports the failed messages before closing the digest. A crash in between reports them twice, which is harmless. */
const giveUp = async (
  digest: Digest,
  mails: DigestEntry[][],
  reason: Reason,
  ports: SendDigestPorts,
): Promise<void> => {
  for (const { id } of mails.flat())
    await ports.lateFailures.report({
      userId: digest.userId,
      targetId: digest.targetId,
      dispatchId: dispatchOfMessage(id),
      reason,
    });
  await ports.digests.close(digest);
};
