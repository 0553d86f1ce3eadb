import { CardBox } from '../src/ui/message-frame.tsx';
import type { FakePage } from './fake-page.ts';

/** Draws a message as a card with its author: a notification, or a post in a chat app. */
export const cardFrame: NonNullable<FakePage['frame']> = ({ bubble, said, time }) => (
  <CardBox>
    <p className="font-semibold wrap-anywhere">{bubble.author}</p>
    {said}
    <p className="mt-1 text-label text-ink-2">{time}</p>
  </CardBox>
);
