import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Logo } from './icons.tsx';
import { ScrollBox } from './scroll-box.tsx';

const texts = { app: 'App', mail: { from: 'From', subject: 'Subject' } } as const;

/** The style of text that keeps its line breaks; long words never widen its box. */
export const messageText = 'whitespace-pre-wrap wrap-anywhere';

/** Author and time, if a kind of target shows them next to a message. */
interface Said {
  name: string;
  time: ReactNode;
  children: ReactNode;
}

/** A bubble in a private chat. Messages of the page's user (`mine`) are on the opposite side. */
export function Bubble({
  name,
  time,
  tone,
  mine = false,
  children,
}: Omit<Said, 'name'> & { name?: ReactNode; tone: 'blue' | 'green' | 'plain'; mine?: boolean }) {
  return (
    <div
      className={clsx(
        'max-w-[440px] rounded-[16px] px-3.5 py-2.5',
        mine ? 'self-end rounded-br-[4px]' : 'self-start rounded-bl-[4px]',
        { blue: 'bg-accent-soft', green: 'bg-ok-soft', plain: 'bg-sunken' }[tone],
      )}
    >
      {name}
      {children}
      <div className="mt-0.5 text-right text-label text-ink-2">{time}</div>
    </div>
  );
}

/** A post of an app in a channel, with its picture. */
export function Post({ name, time, children }: Said) {
  return (
    <div className="flex gap-3">
      <Logo size={36} />
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2">
          <b className="font-semibold wrap-anywhere">{name}</b>
          <span className="rounded-[4px] bg-idle-soft px-1 text-label font-[550] text-idle uppercase">{texts.app}</span>
          <span className="text-label text-ink-2">{time}</span>
        </p>
        {children}
      </div>
    </div>
  );
}

/** A card in a channel. */
export function CardBox({ children }: { children: ReactNode }) {
  return <div className="rounded-control border border-line-strong bg-surface px-4 py-3 shadow-panel">{children}</div>;
}

/** The style of a button in a message. */
export const cardButton =
  'inline-flex h-7 items-center rounded-control border border-line-strong px-2.5 text-meta font-medium';

/** An email with its header lines. */
export function MailBox({ from, subject, children }: { from: string; subject: string; children: ReactNode }) {
  return (
    <div className="overflow-hidden rounded-control border border-line-strong">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 border-b border-line bg-sunken px-4 py-2.5 text-meta">
        <dt className="text-ink-2">{texts.mail.from}</dt>
        <dd className="wrap-anywhere">{from}</dd>
        <dt className="text-ink-2">{texts.mail.subject}</dt>
        <dd className="font-medium wrap-anywhere">{subject}</dd>
      </dl>
      {children}
    </div>
  );
}

/** The body of the request that a program receives. */
export function Payload({ children }: { children: string }) {
  return (
    <ScrollBox as="pre" className={clsx('max-h-72 rounded-control bg-sunken p-3 text-code', messageText)}>
      {children}
    </ScrollBox>
  );
}
