import { STORAGE_NOTICE_PERCENT } from '../model/plans.ts';
import { formatBytes } from '../platform/format-bytes.ts';
import type { NoticeParts } from './layout.ts';

interface StorageFacts {
  percent: number;
  /** The plan's storage for calls. */
  maxBytes: number;
  /** Link to the settings. */
  link: string;
}

/**
 * Builds the notice about call storage that is nearly or completely full. Each of the two is sent at most once a day.
 */
export const storageParts = ({ percent, maxBytes, link }: StorageFacts): NoticeParts => {
  const room = formatBytes(maxBytes);
  const title = percent >= 100 ? 'Your call storage is full' : `Your call storage is ${percent}% full`;
  return {
    subject: title,
    heading: title,
    paragraphs:
      percent >= 100
        ? [
            `Stored calls use all ${room} in your plan. Until older calls expire, new calls get a 429 response that states how long to wait.`,
            'Accepted calls are still delivered. To use less storage, shorten a webhook’s retention, or send fewer or smaller calls.',
          ]
        : [
            `Stored calls use ${percent}% of the ${room} in your plan. When the storage is full, new calls are rejected until older ones expire.`,
          ],
    action: { label: 'See your plan', url: link },
    footer: `You get this email at ${STORAGE_NOTICE_PERCENT}% and when calls are rejected, each at most once a day.`,
  };
};
