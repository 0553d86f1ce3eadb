import type { ReactNode } from 'react';
import type { RichMessage } from '../../../lambdas/templates/rich/tree.ts';

/** A message and the parts that its provider shows next to it. */
export interface Shown {
  text: string;
  /** The number of this part of the message, from 1. */
  part: number;
  parts: number;
  webhookName: string;
  /** The first line of a fallback, which names the other target. */
  lead?: string | undefined;
  /** The time of arrival; undefined for a message that has not been sent yet, which shows “now”. */
  at?: string | undefined;
}

/** A formatted message; `text` is its plain form. */
export interface RichShown extends Shown {
  rich: RichMessage;
}

/** The look of a kind's messages: `integrations/targets/<slug>/look.tsx`. */
export interface Look {
  /** The kind's tab where visitors can try a call, and its position. If unset, there is no tab. */
  tab?: { name: string; place: number };
  /** Draws a message in its messenger's frame; `said` is the content. */
  plain(shown: Shown, said: ReactNode, time: ReactNode): ReactNode;
}

/** Renders a rich message like a kind's encoder: `rich-look.tsx`. If unset, the general layout is used in its frame. */
export type ShowRich = (shown: RichShown, time: ReactNode) => ReactNode;

export const lookTexts = { openLink: 'Open in Tellhook', now: 'now' } as const;
