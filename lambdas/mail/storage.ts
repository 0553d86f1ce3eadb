import { STORAGE_NOTICE_PERCENT } from '../model/plans.ts';
import { formatBytes } from '../platform/format-bytes.ts';
import { layOut, type MailContent } from './layout.ts';
import { stopNotices } from './plain-text.ts';

interface StorageFacts {
  percent: number;
  /** The plan's storage for calls. */
  maxBytes: number;
  /** The settings. */
  link: string;
  /** The link with which the owner stops such notices. */
  stop: string;
}

/** Warns an owner that the storage for calls is nearly or completely full; at most one email a day each. */
export const storageMail = ({ percent, maxBytes, link, stop }: StorageFacts): MailContent => {
  const room = formatBytes(maxBytes);
  const title = percent >= 100 ? 'Your call storage is full' : `Your call storage is ${percent} % full`;
  return layOut({
    subject: title,
    heading: title,
    paragraphs:
      percent >= 100
        ? [
            `Stored calls use all ${room} of your plan. New calls return 429 with the time to wait, until older calls expire.`,
            'Accepted calls are still delivered. Send fewer or smaller calls, or shorten a webhook’s retention.',
          ]
        : [
            `Stored calls use ${percent} % of the ${room} in your plan. When it is full, new calls are rejected until older ones expire.`,
          ],
    action: { label: 'See your plan', url: link },
    footer: `You get this email at ${STORAGE_NOTICE_PERCENT} % and when calls are rejected, at most once a day each.`,
    stop: stopNotices(stop),
  });
};
