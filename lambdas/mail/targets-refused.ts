import type { NoticeParts } from './layout.ts';
import { listed, quoted, unlinked } from './plain-text.ts';

interface RefusedTarget {
  name: string;
  /** The provider's error, and the next step. */
  reason: string;
  link: string;
}

const AGAIN =
  'When a target works again, reactivate it. You can then resend its failed messages from the webhook’s page.';

const lineOf = ({ name, reason }: RefusedTarget): string => `${quoted(name)}: ${unlinked(reason)}`;

/** Builds the notice about targets that became inactive, with the next steps. */
export const refusedParts = (facts: {
  /** At least one target, in the order in which they were rejected. */
  targets: RefusedTarget[];
  /** Link to all targets. */
  link: string;
}): NoticeParts => {
  const [first, ...others] = facts.targets;
  const alone = first && others.length === 0;
  const title = alone
    ? 'A target stopped receiving messages'
    : `${facts.targets.length} targets stopped receiving messages`;
  return {
    subject: title,
    heading: title,
    paragraphs: alone
      ? [`${quoted(first.name)} is now inactive and gets no more messages.`, unlinked(first.reason), AGAIN]
      : ['These targets are now inactive and get no more messages:', ...listed(facts.targets.map(lineOf)), AGAIN],
    action: alone ? { label: 'Open the target', url: first.link } : { label: 'See your targets', url: facts.link },
    footer:
      'You get at most three of these emails a day. Any further inactive targets are listed in one email the next day.',
  };
};
