import type { NoticeParts } from './layout.ts';
import { moment, quoted, unlinked } from './plain-text.ts';

interface SilenceLinks {
  webhookName: string;
  /** Link to the webhook's page. */
  link: string;
}

/** Formats a duration such as `25 hours`: in minutes below two hours, in hours below three days, otherwise in days. */
const duration = (minutes: number): string => {
  const [count, unit] =
    minutes < 120 ? [minutes, 'minute'] : minutes < 4320 ? [minutes / 60, 'hour'] : [minutes / 1440, 'day'];
  const whole = Math.floor(count);
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`;
};

const minutesBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 60_000;

const action = (url: string) => ({ label: 'Open the webhook', url });
const footer = 'Change or turn off the silence alarm in this webhook’s settings.';

/** Builds the notice about a webhook without calls for longer than its silence alarm allows. */
export const silentParts = ({
  webhookName,
  minutes,
  lastCall,
  refusal,
  link,
}: SilenceLinks & {
  minutes: number;
  /** Time of the last call (RFC 3339), if any. */
  lastCall?: string | undefined;
  /** The reason for the silence if the webhook accepts no calls. */
  refusal?: string | undefined;
}): NoticeParts => {
  const title = `No calls to ${quoted(webhookName)} for ${duration(minutes)}`;
  return {
    subject: title,
    heading: title,
    paragraphs: [
      lastCall ? `The last call arrived at ${moment(lastCall)}.` : 'This webhook has not been called yet.',
      refusal ? unlinked(refusal) : 'Check that the service is running and calls this webhook’s invoke URL.',
      'You’ll get another notice when calls resume.',
    ],
    action: action(link),
    footer,
  };
};

/** Builds the notice about new calls after a silence alarm. */
export const soundParts = ({
  webhookName,
  silentSince,
  lastCall,
  link,
}: SilenceLinks & { silentSince: string; lastCall: string }): NoticeParts => {
  const title = `Calls to ${quoted(webhookName)} are back`;
  return {
    subject: title,
    heading: title,
    paragraphs: [
      `The latest call arrived at ${moment(lastCall)}, after ${duration(minutesBetween(silentSince, lastCall))} without one.`,
    ],
    action: action(link),
    footer,
  };
};
