import { STORAGE_NOTICE_PERCENT } from '../model/plans.ts';
import { mebibytes } from '../platform/format-bytes.ts';
import { layOut, type MailContent } from './layout.ts';
import { stopNotices } from './words.ts';

interface StorageFacts {
  percent: number;
  /** What the plan has for all stored calls. */
  maxBytes: number;
  /** The settings. */
  link: string;
  /** Where the owner ends such notices. */
  stop: string;
}

/** Tells an owner that the room for stored calls runs out, or has run out; at most one mail a day each. */
export const storageMail = ({ percent, maxBytes, link, stop }: StorageFacts): MailContent => {
  const room = mebibytes(maxBytes);
  const title = percent >= 100 ? 'The room for stored calls is full' : `${percent} % of the room for calls is taken`;
  return layOut({
    subject: title,
    heading: title,
    paragraphs:
      percent >= 100
        ? [
            `The calls that are kept take up all of the ${room} that your plan has for them. A call was refused with 429 and the time to wait; further ones are, until older calls expire.`,
            'Whatever was accepted is delivered. Let senders send less, or let a webhook keep its calls for fewer days.',
          ]
        : [
            `The calls that are kept take up ${percent} % of the ${room} that your plan has for them. Once it is full, further calls are refused until older ones expire.`,
          ],
    action: { label: 'See your plan', url: link },
    footer: `You get this mail at ${STORAGE_NOTICE_PERCENT} % and when calls are refused, at most once a day each.`,
    stop: stopNotices(stop),
  });
};
