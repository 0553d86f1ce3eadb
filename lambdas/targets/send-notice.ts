import type { NoticeChoices } from '../mail/notice-choice.ts';
import { noticeParts, noticeText } from '../mail/notice-parts.ts';
import { recipientsOf } from '../mail/notice-recipients.ts';
import type { NoticeReader, NoticeRecords } from '../mail/send-notices.ts';
import type { Sender, TargetEffects, TargetStore } from '../model/target-ports.ts';
import type { Clock } from '../platform/clock.ts';
import { dispatchId, messageId } from '../platform/ids.ts';
import { log } from '../platform/log.ts';
import { cutText } from './digest-message.ts';

interface SendNoticePorts {
  outbox: Pick<NoticeReader, 'get'> & NoticeRecords;
  choices: Pick<NoticeChoices, 'get'>;
  targets: Pick<TargetStore, 'list'>;
  sender: Pick<Sender, 'send' | 'limitOf'>;
  effects: TargetEffects;
  clock: Clock;
  appUrl: string;
}

/**
 * Sends an owner's notice to a target. Does nothing if it was already sent there. After a temporary failure, the sweeper
 * queues it again. After a permanent one, the sweeper emails it within a minute. The target then becomes inactive
 * without another notice, so notices never cause notices.
 */
export const sendNotice = async (
  { userId, targetId, noticeId }: { userId: number; targetId: number; noticeId: string },
  ports: SendNoticePorts,
): Promise<void> => {
  const { outbox, targets, sender, clock, appUrl } = ports;
  const [pending, choice, all] = await Promise.all([
    outbox.get(userId, noticeId),
    ports.choices.get(userId),
    targets.list(userId),
  ]);
  const target = all.find(({ id }) => id === targetId);
  if (!pending || !choice || !target) return;
  const { targetIds, remarks } = recipientsOf(pending, choice, all, clock());
  if (!targetIds.includes(targetId)) return;
  const parts = noticeParts([pending.notice], appUrl);
  const text = noticeText({ ...parts, paragraphs: [...parts.paragraphs, ...remarks] });
  // A notice can be repeated with the same id, but providers drop a message with a known id.
  const occurrence = `notice-${noticeId}-${Date.parse(pending.madeAt).toString(36)}`;
  const delivery = await sender.send(
    {
      text: cutText(text, sender.limitOf(target.kind, target.options)),
      id: messageId(dispatchId(occurrence, targetId), 1),
      part: 1,
      parts: 1,
      webhookName: parts.subject,
      link: parts.action.url,
    },
    target,
  );
  await ports.effects.apply(target, delivery);
  switch (delivery.kind) {
    case 'ok':
    case 'fail_message':
    case 'fail_target':
      await outbox.tell(pending, targetId, clock(), delivery.kind === 'ok' ? undefined : delivery.reason);
      // The sweeper then sends an email if needed, or ends the notice.
      return outbox.postpone(pending, clock());
    case 'retry':
    case 'ambiguous':
    case 'fail_config':
      log.warn('notice not sent', { userId, targetId, reason: delivery.reason });
  }
};
