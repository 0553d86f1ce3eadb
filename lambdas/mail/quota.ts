import { QUOTA_NOTICE_PERCENTS } from '../model/plans.ts';
import { layOut, type MailContent } from './layout.ts';
import { stopNotices } from './plain-text.ts';

interface QuotaFacts {
  percent: number;
  /** The plan's calls per day. */
  limit: number;
  /** The settings. */
  link: string;
  /** The link with which the owner stops such notices. */
  stop: string;
}

/** Notifies an owner that a share of the day's calls is used; at most one email a day per share. */
export const quotaMail = ({ percent, limit, link, stop }: QuotaFacts): MailContent =>
  layOut({
    subject: percent >= 100 ? `You’ve used all ${limit} calls for today` : `You’ve used ${percent} % of today’s calls`,
    heading: percent >= 100 ? 'You’ve used all calls for today' : `You’ve used ${percent} % of today’s calls`,
    paragraphs:
      percent >= 100
        ? [
            `Your webhooks have accepted all ${limit} calls in your daily quota. Up to three times that number of further calls are held. They are delivered from midnight UTC, or when you upgrade. Any further calls return 429 with the time to wait.`,
            'Accepted calls are still delivered.',
          ]
        : [
            `Your webhooks have accepted ${percent} % of the ${limit} calls in your daily quota. After that, further calls are held. They are delivered from midnight UTC, or when you upgrade.`,
          ],
    action: { label: 'See your plan', url: link },
    footer: `You get this email at ${QUOTA_NOTICE_PERCENTS.map((share) => `${share} %`).join(' and at ')} of your daily quota, at most once a day each.`,
    stop: stopNotices(stop),
  });
