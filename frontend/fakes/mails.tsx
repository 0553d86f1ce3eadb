import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type MailExample, mailExamples } from '../../lib/local/fakes/wire.ts';
import { buttonLook } from '../src/ui/button.tsx';
import { messageText } from '../src/ui/message-frame.tsx';
import { FailedLoad } from '../src/ui/panel.tsx';
import { ScrollBox } from '../src/ui/scroll-box.tsx';
import { call } from './api.ts';
import { useHash, useWide } from './place.ts';
import { listLink, Shell } from './shell.tsx';

/** Options for viewing an email. The email itself is in the URL, so it can be linked to. */
const choices = {
  part: ['HTML', 'Plain text'],
  colours: ['Light', 'Dark'],
  width: ['390 px', '700 px'],
} as const;
type View = { [Name in keyof typeof choices]: (typeof choices)[Name][number] };
const names: Record<keyof View, string> = { part: 'Part', colours: 'Colours', width: 'Width' };

/** Every email of the product, with example data. */
export function MailsPage() {
  const { data, isError, refetch } = useQuery({
    queryKey: ['mails'],
    queryFn: () => call('mails', mailExamples),
    meta: { silent: true },
  });
  const hash = useHash();
  const mails = data?.mails ?? [];
  const wide = useWide();
  const open = mails.find(({ id }) => id === hash) ?? (wide ? mails[0] : undefined);
  useEffect(() => {
    document.title = `${open?.name ?? 'Mail templates'} · Tellhook mail templates`;
  }, [open]);
  return (
    <Shell
      title="Mail templates"
      lead="Every mail of the product, with example data."
      listName="Mails"
      reading={open !== undefined}
      list={
        <>
          <p className="p-2">
            <a href="/__fakes#email" className={buttonLook({ size: 'small' })}>
              Mailbox
            </a>
          </p>
          <h2 className="px-2 py-1 text-meta text-ink-2">{mails.length} templates</h2>
          <ul>
            {mails.map(({ id, name }) => (
              <li key={id}>
                <a href={`#${id}`} aria-current={id === open?.id ? 'page' : undefined} className={listLink}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </>
      }
    >
      {isError && <FailedLoad text="The mails could not be loaded." onRetry={() => void refetch()} />}
      {open ? <OpenMail mail={open} /> : <h1 className="sr-only">Mail templates</h1>}
    </Shell>
  );
}

function OpenMail({ mail: { id, name, when, subject, text } }: { mail: MailExample }) {
  const [view, setView] = useState<View>({
    part: 'HTML',
    colours: 'Light',
    width: matchMedia('(min-width: 68rem)').matches ? '700 px' : '390 px',
  });
  const isHtml = view.part === 'HTML';
  return (
    <div className="flex h-full flex-col">
      <header className="shrink-0 border-b border-line bg-surface px-4 py-3 md:px-5">
        <a href="/__fakes/mails" className="inline-flex min-h-6 items-center text-accent-text underline md:hidden">
          All mails
        </a>
        <h1 className="text-h2 font-semibold wrap-anywhere">{subject}</h1>
        <p className="text-ink-2">{when}</p>
        <div className="mt-2 flex flex-wrap gap-3">
          {(Object.keys(choices) as (keyof View)[]).map((choice) => (
            <fieldset key={choice} aria-label={names[choice]} className="flex gap-1">
              {choices[choice].map((value) => (
                <button
                  key={value}
                  type="button"
                  aria-pressed={view[choice] === value}
                  disabled={!isHtml && choice !== 'part'}
                  onClick={() => setView({ ...view, [choice]: value })}
                  className={`${buttonLook({ size: 'small' })} aria-pressed:border-accent aria-pressed:bg-accent-soft`}
                >
                  {value}
                </button>
              ))}
            </fieldset>
          ))}
        </div>
      </header>
      <ScrollBox role="region" aria-label="Preview" className="min-h-0 flex-1 p-4 -outline-offset-2 md:p-5">
        {isHtml ? (
          <iframe
            title={`Mail: ${name}`}
            src={`/__fakes/api/mails/${id}?scheme=${view.colours.toLowerCase()}`}
            sandbox="allow-popups allow-popups-to-escape-sandbox"
            className={`mx-auto h-full max-w-full rounded-control border border-line ${view.width === '390 px' ? 'w-[390px]' : 'w-[700px]'}`}
          />
        ) : (
          <p className={messageText}>{text}</p>
        )}
      </ScrollBox>
    </div>
  );
}
