import { setups } from './setups.gen.ts';

const any = (sender: string) => `In ${sender}, find Webhooks under settings or integrations and add one.`;

/** The steps to set up a sender, in order. @param paste the second step, next to the URL */
export function stepsFor(
  sender: string,
  paste = 'Paste this as its URL.',
): [where: string, paste: string, test: string] {
  const way = setups[sender];
  return [
    way?.where ?? any(sender),
    `${paste}${way?.choose ? ` Choose: ${way.choose}` : ''}`,
    way?.test ?? 'Save it, then trigger an event there.',
  ];
}
