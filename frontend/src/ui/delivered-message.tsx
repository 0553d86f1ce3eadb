import { type ReactNode, useEffect, useState } from 'react';
import type { RichMessage } from '../../../lambdas/templates/rich/tree.ts';
import type { Shown } from './look.ts';
import { MessageLook } from './message-look.tsx';

type Looks = typeof import('./rich-look.tsx');
let ready: Looks | undefined;

/** Number of a long message's characters that are rendered at first. */
export const SHOWN_CHARACTERS = 10_000;

interface DeliveredShown extends Omit<Shown, 'part' | 'parts'> {
  /** The formatted message, if it was sent with formatting. */
  rich: RichMessage | undefined;
}

/**
 * The beginning of a delivered message as a kind of target shows it. The text appears immediately. The formatting
 * follows when its code has arrived, which is fetched for the first rich message.
 */
export function DeliveredMessage({
  slug,
  shown: { rich, text, ...rest },
}: {
  slug: string;
  shown: DeliveredShown;
}): ReactNode {
  const [looks, setLooks] = useState(() => ready);
  const isRich = rich !== undefined;
  useEffect(() => {
    if (!isRich || looks) return;
    let gone = false;
    import('./rich-look.tsx').then(
      (module) => {
        ready = module;
        if (!gone) setLooks(module);
      },
      // If the code cannot be loaded, the plain text stays.
      () => {},
    );
    return () => {
      gone = true;
    };
  }, [isRich, looks]);
  const shown = { ...rest, text: text.slice(0, SHOWN_CHARACTERS), part: 1, parts: 1 };
  if (!rich || !looks) return <MessageLook slug={slug} shown={shown} />;
  return <looks.RichLook slug={slug} shown={{ ...shown, rich: looks.beginningOf(rich, SHOWN_CHARACTERS) }} />;
}
