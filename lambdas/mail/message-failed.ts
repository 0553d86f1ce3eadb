import type { NoticeParts } from './layout.ts';
import { quoted, unlinked } from './plain-text.ts';

/** Builds the notice about a message that will not be delivered. */
export const failedParts = ({
  targetName,
  webhookName,
  reason,
  link,
}: {
  targetName: string;
  webhookName: string;
  /** The dispatch's error, and the next step. */
  reason: string;
  /** Link to the call. */
  link: string;
}): NoticeParts => {
  return {
    subject: 'A message could not be delivered',
    heading: `A message to ${quoted(targetName)} failed`,
    paragraphs: [
      `A call to ${quoted(webhookName)} could not be delivered to this target, and is not retried.`,
      unlinked(reason),
      'Fix the cause, then resend the message from the call. Further failures within six hours cause no notice.',
    ],
    action: { label: 'Open the call', url: link },
    footer: 'You get at most three of these emails a day.',
  };
};
