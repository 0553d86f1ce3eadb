import type { ReactNode } from 'react';
import type { RichMessage } from '../../../lambdas/templates/rich/tree.ts';

/** A message and the parts that its provider shows next to it. */
export interface Shown {
  text: string;
  /** Counted from 1. */
  part: number;
  parts: number;
  webhookName: string;
  /** Its time of arrival; a message without a receiver yet arrives now. */
  at?: string | undefined;
}

/** A formatted message; `text` is its plain form. */
export interface RichShown extends Shown {
  rich: RichMessage;
}

/** The look of a kind's messages: `integrations/targets/<slug>/look.tsx`. */
export interface Look {
  /** Its tab where visitors try their own call, and the order of the tabs; omitted = no tab. */
  tab?: { name: string; place: number };
  /** One message in the frame of its messenger; `said` is its words. */
  plain(shown: Shown, said: ReactNode, time: ReactNode): ReactNode;
}

/** One rich message from a kind's encoder: `rich-look.tsx`; omitted = the general layout, in the kind's own frame. */
export type ShowRich = (shown: RichShown, time: ReactNode) => ReactNode;

export const lookTexts = { openLink: 'Open in Tellhook', now: 'now' } as const;
