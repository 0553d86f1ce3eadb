import type { ReactNode } from 'react';
import type { RichMessage } from '../../../lambdas/templates/rich/tree.ts';

/** A message and the parts that its provider shows next to it. */
export interface Shown {
  text: string;
  /** Its number, from 1. */
  part: number;
  parts: number;
  webhookName: string;
  /** Its time of arrival; the current time for a message that is not sent yet. */
  at?: string | undefined;
}

/** A formatted message; `text` is its plain form. */
export interface RichShown extends Shown {
  rich: RichMessage;
}

/** The look of a kind's messages: `integrations/targets/<slug>/look.tsx`. */
export interface Look {
  /** Its tab where visitors try a call, and the order of the tabs; omitted = no tab. */
  tab?: { name: string; place: number };
  /** One message in its messenger's frame; `said` is its content. */
  plain(shown: Shown, said: ReactNode, time: ReactNode): ReactNode;
}

/** One rich message from a kind's encoder: `rich-look.tsx`; omitted = the general layout, in the kind's own frame. */
export type ShowRich = (shown: RichShown, time: ReactNode) => ReactNode;

export const lookTexts = { openLink: 'Open in Tellhook', now: 'now' } as const;
