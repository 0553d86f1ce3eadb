import { layOut, type MailContent, type NoticeParts } from './layout.ts';
import { failedParts } from './message-failed.ts';
import type { OwnerNotice } from './owner-notice.ts';
import { stopNotices } from './plain-text.ts';
import { quotaParts } from './quota.ts';
import { silentParts, soundParts } from './silence.ts';
import { storageParts } from './storage.ts';
import { pausedParts } from './targets-paused.ts';
import { refusedParts } from './targets-refused.ts';

/** A notice as an email. `stop` is the link with which the owner stops emails about notices. */
export const noticeMail = (parts: NoticeParts, stop: string): MailContent =>
  layOut({ ...parts, stop: stopNotices(stop) });

/** A notice as a plain message for a target. */
export const noticeText = ({ heading, paragraphs, action }: NoticeParts): string =>
  [heading, ...paragraphs, `${action.label}: ${action.url}`].join('\n\n');

/** The content about some notices of one kind. Only notices about targets are combined. */
export const noticeParts = (notices: readonly [OwnerNotice, ...OwnerNotice[]], appUrl: string): NoticeParts => {
  const [notice] = notices;
  switch (notice.kind) {
    case 'quota':
      return quotaParts({ ...notice, link: `${appUrl}/user/settings` });
    case 'storage':
      return storageParts({ ...notice, link: `${appUrl}/user/settings` });
    case 'message-failed':
      return failedParts({ ...notice, link: `${appUrl}/webhooks/${notice.webhookId}?inv=${notice.invocationId}` });
    case 'webhook-silent':
      return silentParts({ ...notice, link: `${appUrl}/webhooks/${notice.webhookId}` });
    case 'webhook-sound':
      return soundParts({ ...notice, link: `${appUrl}/webhooks/${notice.webhookId}` });
    case 'target-paused': {
      const targets = notices.flatMap((each) => (each.kind === 'target-paused' ? [each] : []));
      return pausedParts({
        targets: targets.map(({ targetId, targetName: name, since, reason }) => ({
          ...{ name, since, reason, link: `${appUrl}/targets/${targetId}` },
        })),
        link: `${appUrl}/targets`,
      });
    }
    case 'target-refused': {
      const targets = notices.flatMap((each) => (each.kind === 'target-refused' ? [each] : []));
      return refusedParts({
        targets: targets.map(({ targetId, targetName: name, reason }) => ({
          ...{ name, reason, link: `${appUrl}/targets/${targetId}` },
        })),
        link: `${appUrl}/targets`,
      });
    }
  }
};
