import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { looks } from '../../../integrations/targets/looks.gen.tsx';
import { lookTexts, type Shown } from './look.ts';
import { messageText } from './message-frame.tsx';
import { Time } from './time.tsx';

/** One message in the layout of a kind of target; plain text for an unknown kind. */
export function MessageLook({ slug, shown }: { slug: string; shown: Shown }): ReactNode {
  const time = shown.at === undefined ? lookTexts.now : <Time date={shown.at} relative={false} />;
  const look = looks[slug];
  if (!look) return <p className={clsx('rounded-panel bg-sunken px-4 py-3', messageText)}>{shown.text}</p>;
  return look.plain(shown, <p className={messageText}>{shown.text}</p>, time);
}
