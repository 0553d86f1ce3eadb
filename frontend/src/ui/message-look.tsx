import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { mailSubject, userName } from '../lib/envelope.ts';
import { Logo } from './icons.tsx';
import { PRODUCT } from './page.tsx';
import { ScrollBox } from './scroll-box.tsx';

const texts = {
  openLink: 'Open in Tellhook',
  app: 'App',
  now: 'now',
  mail: { from: 'From', subject: 'Subject', sender: 'Tellhook' },
} as const;

interface Shown {
  text: string;
  /** Counted from 1. */
  part: number;
  parts: number;
  webhookName: string;
}

const text = 'whitespace-pre-wrap wrap-anywhere';

/** One message as people see it at a kind of target. An unknown kind shows the bare text. */
export function MessageLook({ slug, shown }: { slug: string; shown: Shown }) {
  switch (slug) {
    case 'telegram':
      return <Bubble shown={shown} tone="bg-accent-soft" />;
    case 'whatsapp':
      return <Bubble shown={shown} tone="bg-ok-soft" />;
    case 'slack':
      return (
        <Post name={PRODUCT} shown={shown}>
          {shown.part === shown.parts && (
            <p className="mt-1 text-label text-ink-2">
              {shown.webhookName} · <u>{texts.openLink}</u>
            </p>
          )}
        </Post>
      );
    case 'discord':
      return <Post name={userName(shown.webhookName) ?? PRODUCT} shown={shown} />;
    case 'msteams':
      return <AdaptiveCard shown={shown} />;
    case 'email':
      return <Mail shown={shown} />;
    case 'http':
      return <Payload shown={shown} />;
    default:
      return <p className={clsx('rounded-panel bg-sunken px-4 py-3', text)}>{shown.text}</p>;
  }
}

function Bubble({ shown, tone }: { shown: Shown; tone: string }) {
  return (
    <div className={clsx('max-w-[440px] self-start rounded-[16px] rounded-bl-[4px] px-3.5 py-2.5', tone)}>
      <p className={text}>{shown.text}</p>
      <p className="mt-0.5 text-right text-label text-ink-2">{texts.now}</p>
    </div>
  );
}

function Post({ name, shown, children }: { name: string; shown: Shown; children?: ReactNode }) {
  return (
    <div className="flex gap-3">
      <Logo size={36} />
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2">
          <b className="font-semibold wrap-anywhere">{name}</b>
          <span className="rounded-[4px] bg-idle-soft px-1 text-label font-[550] text-idle uppercase">{texts.app}</span>
          <span className="text-label text-ink-2">{texts.now}</span>
        </p>
        <p className={text}>{shown.text}</p>
        {children}
      </div>
    </div>
  );
}

function AdaptiveCard({ shown: { text: message, part, parts, webhookName } }: { shown: Shown }) {
  return (
    <div className="rounded-control border border-line-strong bg-surface px-4 py-3 shadow-panel">
      {part === 1 && !message.startsWith(webhookName) && (
        <p className="mb-1 text-[15px] font-semibold wrap-anywhere">{webhookName}</p>
      )}
      <p className={text}>{message}</p>
      {part === parts && (
        <p className="mt-3 inline-flex h-7 items-center rounded-control border border-line-strong px-2.5 text-meta font-medium">
          {texts.openLink}
        </p>
      )}
    </div>
  );
}

function Mail({ shown }: { shown: Shown }) {
  return (
    <div className="overflow-hidden rounded-control border border-line-strong">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 border-b border-line bg-sunken px-4 py-2.5 text-meta">
        <dt className="text-ink-2">{texts.mail.from}</dt>
        <dd>{texts.mail.sender}</dd>
        <dt className="text-ink-2">{texts.mail.subject}</dt>
        <dd className="font-medium wrap-anywhere">{mailSubject(shown)}</dd>
      </dl>
      <div className="px-4 py-3">
        <p className={text}>{shown.text}</p>
        <p className="mt-3 text-accent-text underline">{texts.openLink}</p>
      </div>
    </div>
  );
}

function Payload({ shown }: { shown: Shown }) {
  const data = { webhook: shown.webhookName, text: shown.text, part: shown.part, parts: shown.parts };
  return (
    <ScrollBox as="pre" className={clsx('max-h-72 rounded-control bg-sunken p-3 text-code', text)}>
      {JSON.stringify({ type: 'message', data }, null, 2)}
    </ScrollBox>
  );
}
