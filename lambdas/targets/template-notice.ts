import type { Target } from '../model/target.ts';
import type { NoticeStore, Sender } from '../model/target-ports.ts';
import type { Webhook } from '../model/webhook.ts';
import type { Clock } from '../platform/clock.ts';
import { dispatchId } from '../platform/ids.ts';

/** A target gets at most one notice about a webhook in this many seconds. */
const NOTICE_EVERY_SECONDS = 600;

/**
 * Informs a target that a message could not be rendered: the webhook's name, the error with its place, and a link. It
 * contains no part of the payload, because the template may be meant to hide it. A failed notice is not sent again,
 * because the dispatch also shows the error.
 */
export const sendTemplateNotice = async (
  error: string,
  {
    dispatch,
    webhook,
    target,
  }: { dispatch: { invocationId: string; targetId: number }; webhook: Webhook; target: Target },
  ports: { notices: NoticeStore; sender: Sender; clock: Clock; appUrl: string },
): Promise<void> => {
  if (!(await ports.notices.claim(webhook.id, target.id, NOTICE_EVERY_SECONDS, ports.clock()))) return;
  const link = `${ports.appUrl}/webhooks/${webhook.id}?inv=${dispatch.invocationId}`;
  await ports.sender.send(
    {
      text: `${webhook.name}: the template could not create a message.\n${error}\n${link}`,
      id: `${dispatchId(dispatch.invocationId, dispatch.targetId)}.notice`,
      part: 1,
      parts: 1,
      webhookName: webhook.name,
      link,
    },
    target,
  );
};
