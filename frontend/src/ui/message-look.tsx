import { clsx } from 'clsx';
import { mailSubject, userName } from '../lib/envelope.ts';
import { Bubble, CardBox, cardButton, MailBox, messageText, Payload, Post } from './message-frame.tsx';
import { PRODUCT } from './page.tsx';
import { Time } from './time.tsx';

const texts = { openLink: 'Open in Tellhook', now: 'now', sender: 'Tellhook' } as const;

interface Shown {
  text: string;
  /** Counted from 1. */
  part: number;
  parts: number;
  webhookName: string;
  /** When it arrived; a message that no one has yet comes now. */
  at?: string | undefined;
}

/** One message as people see it at a kind of target. An unknown kind shows the bare text. */
export function MessageLook({ slug, shown }: { slug: string; shown: Shown }) {
  const time = shown.at === undefined ? texts.now : <Time date={shown.at} relative={false} />;
  const said = <p className={messageText}>{shown.text}</p>;
  switch (slug) {
    case 'telegram':
    case 'whatsapp':
      return (
        <Bubble time={time} tone={slug === 'telegram' ? 'blue' : 'green'}>
          {said}
        </Bubble>
      );
    case 'slack':
      return (
        <Post name={PRODUCT} time={time}>
          {said}
          {shown.part === shown.parts && (
            <p className="mt-1 text-label text-ink-2">
              {shown.webhookName} · <u>{texts.openLink}</u>
            </p>
          )}
        </Post>
      );
    case 'discord':
      return (
        <Post name={userName(shown.webhookName) ?? PRODUCT} time={time}>
          {said}
        </Post>
      );
    case 'msteams':
      return <Card shown={shown} />;
    case 'email':
      return (
        <MailBox from={texts.sender} subject={mailSubject(shown)}>
          <div className="px-4 py-3">
            {said}
            <p className="mt-3 text-accent-text underline">{texts.openLink}</p>
          </div>
        </MailBox>
      );
    case 'http':
      return <Payload>{payloadOf(shown)}</Payload>;
    default:
      return <p className={clsx('rounded-panel bg-sunken px-4 py-3', messageText)}>{shown.text}</p>;
  }
}

function Card({ shown: { text, part, parts, webhookName } }: { shown: Shown }) {
  return (
    <CardBox>
      {part === 1 && !text.startsWith(webhookName) && (
        <p className="mb-1 text-[15px] font-semibold wrap-anywhere">{webhookName}</p>
      )}
      <p className={messageText}>{text}</p>
      {part === parts && <p className={clsx('mt-3', cardButton)}>{texts.openLink}</p>}
    </CardBox>
  );
}

const payloadOf = ({ text, part, parts, webhookName }: Shown): string =>
  JSON.stringify({ type: 'message', data: { webhook: webhookName, text, part, parts } }, null, 2);
