import { layOut, type MailContent } from './layout.ts';
import { quoted, stopNotices, unlinked } from './words.ts';

interface RefusedTarget {
  name: string;
  /** What the provider refuses, and what to do. */
  reason: string;
  link: string;
}

/** More than so many are counted and not listed. */
const MAX_LISTED = 20;

const AGAIN =
  'Once a target works again, reactivate it; messages that failed meanwhile can be sent again from their webhook.';

const listed = (targets: RefusedTarget[]): string[] => {
  const lines = targets.slice(0, MAX_LISTED).map(({ name, reason }) => `${quoted(name)}: ${unlinked(reason)}`);
  return targets.length > MAX_LISTED ? [...lines, `And ${targets.length - MAX_LISTED} more.`] : lines;
};

/** Tells an owner which targets their providers refuse for good, and what to do. */
export const targetsRefusedMail = (facts: {
  /** At least one, in the order in which they were refused. */
  targets: RefusedTarget[];
  /** All targets in the product. */
  link: string;
  /** Where the owner ends such notices. */
  stop: string;
}): MailContent => {
  const [first, ...others] = facts.targets;
  const alone = first && others.length === 0;
  const title = alone
    ? 'A target takes no messages any more'
    : `${facts.targets.length} targets take no messages any more`;
  return layOut({
    subject: title,
    heading: title,
    paragraphs: alone
      ? [
          `The provider of ${quoted(first.name)} refused a message for good, so that the target is inactive now.`,
          unlinked(first.reason),
          AGAIN,
        ]
      : ['Their providers refused a message for good, so that they are inactive now.', ...listed(facts.targets), AGAIN],
    action: alone ? { label: 'Open the target', url: first.link } : { label: 'See your targets', url: facts.link },
    footer: 'You get at most three such mails a day; what else becomes inactive is in one mail the next day.',
    stop: stopNotices(facts.stop),
  });
};
