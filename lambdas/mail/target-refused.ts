import { layOut, type MailContent } from './layout.ts';
import { stopNotices } from './words.ts';

/** Tells an owner that a provider refuses a target for good, and what to do. */
export const targetRefusedMail = (facts: {
  targetName: string;
  reason: string;
  link: string;
  /** Where the owner ends such notices. */
  stop: string;
}): MailContent =>
  layOut({
    subject: `“${facts.targetName}” takes no messages any more`,
    heading: `“${facts.targetName}” takes no messages any more`,
    paragraphs: [
      'The provider of this target refused a message for good, so that the target is inactive now.',
      facts.reason,
      'Once it works again, reactivate the target; messages that failed meanwhile can be sent again from their webhook.',
    ],
    action: { label: 'Open the target', url: facts.link },
    footer: 'You get this mail once each time that a target becomes inactive.',
    stop: stopNotices(facts.stop),
  });
