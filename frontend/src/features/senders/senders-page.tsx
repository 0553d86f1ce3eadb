import list from 'virtual:sender-list';
import { type ReactNode, useRef, useState } from 'react';
import { isNamed, ListFilter } from '../../ui/list-filter.tsx';
import { Page } from '../../ui/page.tsx';
import { PlainLink } from '../../ui/plain-link.tsx';
import { SenderMark } from '../../ui/sender-mark.tsx';
import { useSeen } from '../../ui/use-seen.ts';
import { texts } from './texts.ts';

const words = texts.list;

/** Number of recognised services. */
const senderCount = list.groups.reduce((sum, { senders }) => sum + senders.length, 0);

const groups = Object.keys(words.groups).flatMap((group) => list.groups.filter((each) => each.group === group));

/** All recognised services by group, with a search, and those that are only verified. */
export function SendersPage() {
  const [wanted, setWanted] = useState('');
  const grid = useRef<HTMLDivElement>(null);
  const seen = useSeen(grid);
  const found = groups
    .map(({ group, senders }) => ({ group, senders: senders.filter((each) => isNamed(each, wanted)) }))
    .filter(({ senders }) => senders.length > 0);
  const verified = list.verified.filter((each) => isNamed(each, wanted));
  return (
    <Page title={words.title} intro={words.intro(senderCount)}>
      <ListFilter
        name="service"
        label={words.search}
        value={wanted}
        onChange={setWanted}
        className="mb-6 w-full max-w-md"
      />
      <div ref={grid} className="flex flex-col gap-8">
        {found.map(({ group, senders }) => (
          <Group key={group} id={group} title={words.groups[group] ?? group}>
            {senders.map(({ slug, name }) => (
              <li key={slug}>
                <PlainLink
                  href={`/senders/${slug}`}
                  className="flex min-h-13 items-center gap-3 rounded-panel border border-line bg-surface px-3.5 py-2 font-medium shadow-panel hover:border-line-strong hover:bg-sunken"
                >
                  {seen ? (
                    <SenderMark sender={name} size={20} />
                  ) : (
                    <span className="size-5 shrink-0 rounded-badge bg-line" />
                  )}
                  <span className="min-w-0 leading-snug">{name}</span>
                </PlainLink>
              </li>
            ))}
          </Group>
        ))}
        {verified.length > 0 && (
          <Group id="verified" title={words.verified} text={words.verifiedText}>
            {verified.map(({ slug, name }) => (
              <li key={slug}>
                <PlainLink
                  href={`/docs/verify#from-${slug}`}
                  className="inline-flex min-h-6 items-center text-accent-text underline underline-offset-3"
                >
                  {name}
                </PlainLink>
              </li>
            ))}
          </Group>
        )}
      </div>
      <p role="status" className="text-ink-2">
        {found.length === 0 && verified.length === 0 && words.none}
      </p>
    </Page>
  );
}

function Group({ id, title, text, children }: { id: string; title: string; text?: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-h2 font-semibold">
        {title}
      </h2>
      {text && <p className="mt-1 text-meta text-ink-2">{text}</p>}
      <ul className="mt-3 grid grid-cols-2 gap-2 md:grid-cols-4">{children}</ul>
    </section>
  );
}
