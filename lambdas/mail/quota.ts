import { maxHeldCalls } from '../model/hold.ts';
import { QUOTA_NOTICE_PERCENTS } from '../model/plans.ts';
import type { NoticeParts } from './layout.ts';

interface QuotaFacts {
  percent: number;
  /** The plan's calls per day. */
  limit: number;
  /** Link to the settings. */
  link: string;
}

/** Builds the notice about a used share of the daily quota. It is sent at most once a day for each share. */
export const quotaParts = ({ percent, limit, link }: QuotaFacts): NoticeParts => ({
  subject: percent >= 100 ? `You’ve used all ${limit} calls for today` : `You’ve used ${percent}% of today’s calls`,
  heading: percent >= 100 ? 'You’ve used all calls for today' : `You’ve used ${percent}% of today’s calls`,
  paragraphs:
    percent >= 100
      ? [
          `Your webhooks have accepted all ${limit} calls in your daily quota. Up to ${maxHeldCalls(limit)} further calls are held. They are delivered after midnight UTC, or when you upgrade. Calls beyond that get a 429 response that states how long to wait.`,
          'Accepted calls are still delivered.',
        ]
      : [
          `Your webhooks have accepted ${percent}% of the ${limit} calls in your daily quota. When it is used up, further calls are held. They are delivered after midnight UTC, or when you upgrade.`,
        ],
  action: { label: 'See your plan', url: link },
  footer: `You get this email at ${QUOTA_NOTICE_PERCENTS.map((share) => `${share}%`).join(' and at ')} of your daily quota, each at most once a day.`,
});
