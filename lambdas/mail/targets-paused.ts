import type { NoticeParts } from './layout.ts';
import { listed, moment, quoted, unlinked } from './plain-text.ts';

interface PausedTarget {
  name: string;
  /** Time of the pause (RFC 3339). */
  since: string;
  /** The provider's error. */
  reason: string;
  link: string;
}

const WAITING = 'Its messages wait. They are sent in order when the target works again, until their time is over.';

/** Builds the notice about targets whose messages wait, because attempts have been failing for minutes. */
export const pausedParts = ({ targets, link }: { targets: PausedTarget[]; link: string }): NoticeParts => {
  const [first, ...others] = targets;
  const alone = first && others.length === 0;
  const title = alone
    ? `Messages to ${quoted(first.name)} are waiting`
    : `Messages to ${targets.length} targets are waiting`;
  return {
    subject: alone ? 'Messages to a target are waiting' : title,
    heading: title,
    paragraphs: alone
      ? [`Attempts have been failing since ${moment(first.since)}.`, unlinked(first.reason), WAITING]
      : [
          ...listed(
            targets.map(({ name, since, reason }) => `${quoted(name)}, since ${moment(since)}: ${unlinked(reason)}`),
          ),
          WAITING,
        ],
    action: alone ? { label: 'Open the target', url: first.link } : { label: 'See your targets', url: link },
    footer: 'You get at most three of these emails a day.',
  };
};
