import { Search } from 'virtual:icons';
import senders from 'virtual:senders';
import { clsx } from 'clsx';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { inputLook } from '../../ui/field.tsx';
import { SenderMark } from '../../ui/sender-mark.tsx';
import { texts } from './texts.ts';

const { gallery } = texts;

/** Number of services shown at first, the most used ones. */
const FIRST = 7;

type Sender = (typeof senders)[number];

/**
 * The senders that need no template. The chosen sender gives the webhook its name.
 * @param told the chosen sender; undefined for any other service
 */
export function SenderGallery({
  chosen: told,
  onChoose,
}: {
  chosen: Sender | undefined;
  onChoose(sender: Sender | undefined): void;
}) {
  const [wanted, setWanted] = useState('');
  const [all, setAll] = useState(false);
  const text = wanted.trim().toLowerCase();
  const found = senders.filter(({ name }) => name.toLowerCase().includes(text));
  const shown = text !== '' || all ? found : senders.filter((each, index) => index < FIRST || each === told);
  return (
    <fieldset className="min-w-0">
      <legend className="float-left mb-1 w-full font-medium">{gallery.title}</legend>
      <p className="clear-both mb-3 text-meta text-ink-2">{gallery.hint(senders.length)}</p>
      <div className="relative mb-3">
        <Search size={16} aria-hidden className="pointer-events-none absolute top-3 left-3 text-ink-3" />
        <input
          type="search"
          aria-label={gallery.search}
          placeholder={gallery.search}
          autoComplete="off"
          spellCheck={false}
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
          onKeyDown={(event) => {
            // Enter chooses the first match and does not submit the form.
            if (event.key !== 'Enter') return;
            event.preventDefault();
            if (text !== '' && found[0]) onChoose(found[0]);
          }}
          className={clsx(inputLook, '!pl-9')}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        {shown.map((each) => (
          <Choice key={each.slug} chosen={each === told} onChoose={() => onChoose(each)}>
            <SenderMark sender={each.name} />
            {each.name}
          </Choice>
        ))}
        {text === '' && (
          <Choice chosen={told === undefined} onChoose={() => onChoose(undefined)}>
            {gallery.other}
          </Choice>
        )}
        {text === '' && !all && (
          <Button tone="link" onClick={() => setAll(true)}>
            {gallery.all(senders.length)}
          </Button>
        )}
        {text !== '' && found.length === 0 && <p className="text-meta text-ink-2">{gallery.none}</p>}
      </div>
      <p role="status" className="mt-3 min-h-5 text-meta text-ink-2">
        {told &&
          (told.says ? (
            <>
              {gallery.says} <span className="rounded-[6px] bg-accent-soft px-2 py-0.5 text-ink">{told.says}</span>
            </>
          ) : (
            gallery.tells(told.tells)
          ))}
      </p>
    </fieldset>
  );
}

function Choice({ chosen, onChoose, children }: { chosen: boolean; onChoose(): void; children: React.ReactNode }) {
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={onChoose}
      className={clsx(
        'inline-flex min-h-9 items-center gap-2 rounded-control border px-3 text-meta',
        chosen
          ? 'border-accent bg-accent-soft font-medium text-ink'
          : 'border-line-strong hover:border-field-line hover:bg-sunken',
      )}
    >
      {children}
    </button>
  );
}
