import { TriangleAlert } from 'virtual:icons';
import { Tabs } from '@base-ui/react/tabs';
import { clsx } from 'clsx';
import { useEffect, useState } from 'react';
import type { EntrySummary, Provider } from '../../lib/local/fakes/wire.ts';
import { Button, textLink } from '../src/ui/button.tsx';
import { messageText } from '../src/ui/message-frame.tsx';
import { ScrollBox } from '../src/ui/scroll-box.tsx';
import { act } from './acting/act.ts';
import { When } from './clock.tsx';
import { wasAccepted } from './feed.ts';
import { GuideFor } from './guides.tsx';
import { RequestButton } from './inspector.tsx';
import { markRead, useMarks } from './marks.ts';

const PREVIEW_CHARACTERS = 110;

/** The inbox of all recipients: a list, and the opened email next to it. */
export function Mailbox({
  provider,
  entries,
  openId,
}: {
  provider: Provider;
  entries: readonly EntrySummary[];
  openId: string | undefined;
}) {
  const mails = entries.filter(({ mail }) => mail).toReversed();
  const open = mails.find(({ id }) => String(id) === openId);
  const id = open?.id;
  useEffect(() => {
    if (id !== undefined) markRead(id);
  }, [id]);
  if (mails.length === 0) return <GuideFor provider={provider} />;
  return (
    <div className="flex min-h-0 flex-1">
      <ul
        aria-label="Mails, newest first"
        className={clsx('w-full shrink-0 overflow-y-auto border-line md:w-80 md:border-r', open && 'hidden md:block')}
      >
        {mails.map((entry) => (
          <li key={entry.id}>
            <MailLine entry={entry} isOpen={entry === open} />
          </li>
        ))}
      </ul>
      {open ? <OpenMail key={open.id} entry={open} /> : <NothingOpen />}
    </div>
  );
}

function MailLine({ entry, isOpen }: { entry: EntrySummary; isOpen: boolean }) {
  const { mail } = entry;
  const unread = !useMarks().mails.includes(entry.id);
  return (
    <a
      href={`#email/${entry.id}`}
      aria-current={isOpen ? 'page' : undefined}
      className="block border-b border-line px-4 py-3 -outline-offset-2 hover:bg-sunken aria-[current]:bg-accent-soft"
    >
      <span className="flex gap-2 text-meta text-ink-2">
        <span className="min-w-0 flex-1 truncate">{mail?.to}</span>
        <When at={entry.at} />
      </span>
      <span className={clsx('flex items-center gap-2', unread && 'font-semibold')}>
        {unread && <span aria-hidden className="size-2 shrink-0 rounded-full bg-accent" />}
        <span className="truncate">{mail?.subject || '(no subject)'}</span>
      </span>
      <span className="block truncate text-meta text-ink-2">
        {wasAccepted(entry)
          ? mail?.text.replace(/\s+/g, ' ').slice(0, PREVIEW_CHARACTERS)
          : `Not sent: ${entry.note ?? entry.status}`}
      </span>
      {unread && <span className="sr-only">unread</span>}
    </a>
  );
}

function NothingOpen() {
  return (
    <div className="m-auto hidden text-center text-ink-2 md:block">
      <p>Choose a mail to read it.</p>
      <p className="mt-2">
        <a href="/__fakes/mails" className={textLink}>
          See every mail of the product
        </a>
      </p>
    </div>
  );
}

type Part = 'html' | 'text';
const partNames: Record<Part, string> = { html: 'Mail', text: 'Plain text' };

function OpenMail({ entry }: { entry: EntrySummary }) {
  const { mail, note, id } = entry;
  const parts: Part[] = [...(mail?.hasHtml ? ['html' as const] : []), ...(mail?.text ? ['text' as const] : [])];
  const [part, setPart] = useState<Part>(parts[0] ?? 'text');
  if (!mail) return null;
  const accepted = wasAccepted(entry);
  const fate = accepted ? note : `Not sent: ${note ?? entry.status}`;
  return (
    <Tabs.Root
      value={part}
      onValueChange={(next) => setPart(next as Part)}
      render={<article aria-label={mail.subject} />}
      className="flex min-w-0 flex-1 flex-col bg-surface"
    >
      <header className="shrink-0 border-b border-line px-4 pt-4 md:px-5">
        <h2 className="text-h2 font-semibold wrap-anywhere">{mail.subject || '(no subject)'}</h2>
        <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-meta">
          <dt className="text-ink-2">From</dt>
          <dd className="wrap-anywhere">{mail.from}</dd>
          <dt className="text-ink-2">To</dt>
          <dd className="wrap-anywhere">{mail.to}</dd>
        </dl>
        {fate && (
          <p className="mt-1.5 flex items-start gap-1.5 text-meta text-warn">
            <TriangleAlert size={14} aria-hidden className="mt-[3px] shrink-0" />
            <span className="wrap-anywhere">{fate}</span>
          </p>
        )}
        <div className="mt-2 flex flex-wrap items-end justify-between gap-x-3 gap-y-1">
          <Tabs.List aria-label="Parts of the mail" className="flex gap-1">
            {parts.map((each) => (
              <Tabs.Tab
                key={each}
                value={each}
                className="h-9 border-b-2 border-transparent px-2 text-ink-2 aria-selected:border-accent aria-selected:font-medium aria-selected:text-ink"
              >
                {partNames[each]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <span className="flex flex-wrap items-center gap-1 pb-1">
            {accepted && !note && (
              <>
                <FateButton label="Bounce" path="email/bounce" id={id} />
                <FateButton label="Mark as spam" path="email/complain" id={id} />
              </>
            )}
            <RequestButton entry={entry}>Source</RequestButton>
          </span>
        </div>
      </header>
      <Tabs.Panel value="html" tabIndex={-1} className="min-h-0 flex-1">
        {/* The frame runs no scripts and loads nothing. Links open in a new tab, outside the sandbox. */}
        <iframe
          title={`Mail: ${mail.subject}`}
          src={`/__fakes/api/mail/${id}`}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          className="size-full border-0 bg-white"
        />
      </Tabs.Panel>
      <Tabs.Panel value="text" tabIndex={-1} className="min-h-0 flex-1">
        <ScrollBox className={clsx('h-full p-4 -outline-offset-2 md:p-5', messageText)}>{mail.text}</ScrollBox>
      </Tabs.Panel>
    </Tabs.Root>
  );
}

/** A button for the reaction of a recipient, or of the recipient's server, to an email that SES has sent. */
function FateButton({ label, path, id }: { label: string; path: string; id: number }) {
  return (
    <Button size="small" tone="quiet" onClick={() => void act(path, { id })}>
      {label}
    </Button>
  );
}
