import { setups } from './setups.gen.ts';

const any = (sender: string) => `In ${sender}, find Webhooks under settings or integrations and add one.`;

/** The steps to set up a sender, in order; the URL is next to the second one. */
export function stepsFor(sender: string): [where: string, paste: string, test: string] {
  const way = setups[sender];
  return [
    way?.where ?? any(sender),
    `Paste this as its URL.${way?.choose ? ` Choose: ${way.choose}` : ''}`,
    way?.test ?? 'Save it, then trigger an event there.',
  ];
}
