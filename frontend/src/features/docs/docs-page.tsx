import { ArrowLeft, ArrowRight, ChevronRight } from 'virtual:icons';
import { Link } from '@tanstack/react-router';
import { type MarkdownText, Prose, partsOf, type SectionProps } from '../../ui/legal/prose.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type DocsPath, docsPages } from './contents.ts';
import { DocsSearch } from './docs-search.tsx';
import { docsComponents } from './parts.tsx';

/** A page of the docs: search and contents on the left, then its sections and a link to the next page. */
export function DocsPage({
  at,
  Text,
  query = '',
}: {
  at: DocsPath;
  Text: MarkdownText;
  /** The text to search for when the page opens. */
  query?: string;
}) {
  const place = docsPages.findIndex(({ to }) => to === at);
  const page = docsPages[place] ?? docsPages[0];
  const { parts, sections } = partsOf(Text, docsComponents);
  return (
    <Page
      title={at === '/docs' ? 'Documentation' : `${page.title} - Documentation`}
      heading={at === '/docs' ? 'Documentation' : page.title}
    >
      <div className="grid items-start gap-x-8 gap-y-4 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <div className="z-10 flex min-w-0 flex-col gap-4 lg:sticky lg:top-18 lg:max-h-[calc(100dvh-5rem)]">
          <DocsSearch initial={query} />
          <details className="group rounded-panel border border-line bg-surface px-4 lg:hidden">
            <summary className="flex min-h-11 items-center gap-2 font-medium">
              <ChevronRight size={16} aria-hidden className="transition-transform group-open:rotate-90" />
              Contents
            </summary>
            <nav aria-label="Contents" className="pb-3">
              <Contents at={at} sections={sections} />
            </nav>
          </details>
          <nav aria-label="Contents" className="min-h-0 overflow-y-auto pb-4 max-lg:hidden">
            <Contents at={at} sections={sections} />
          </nav>
        </div>
        <Panel>
          <article data-docs={at}>
            <Prose linked>{parts}</Prose>
          </article>
          <Neighbours before={docsPages[place - 1]} after={docsPages[place + 1]} />
        </Panel>
      </div>
    </Page>
  );
}

const partLook = 'flex min-h-6 items-center py-0.5 text-ink-2 hover:text-ink hover:underline';

/** Returns a page's sections for the contents: all for the current page, and only the fixed ones for other pages. */
function listedOf(page: (typeof docsPages)[number], at: DocsPath, sections: readonly Named[]) {
  if (page.to === at) return sections;
  return 'parts' in page ? page.parts : [];
}

type Named = Pick<SectionProps, 'id' | 'title'>;

function Contents({ at, sections }: { at: DocsPath; sections: readonly Named[] }) {
  const listed = docsPages.map((page) => ({ ...page, parts: listedOf(page, at, sections) }));
  return (
    <ul className="flex flex-col gap-0.5 text-meta">
      {listed.map(({ to, title, parts }) => (
        <li key={to}>
          <Link
            to={to}
            aria-current={to === at ? 'page' : undefined}
            className={`flex min-h-8 items-center rounded-control px-2.5 font-medium ${to === at ? 'bg-idle-soft text-ink forced-colors:underline' : 'text-ink-2 hover:bg-sunken hover:text-ink'}`}
          >
            {title}
          </Link>
          {parts.length > 0 && (
            <ul className="my-1 ml-2.5 border-l border-line pl-3">
              {parts.map(({ id, title: name }) => (
                <li key={id}>
                  {to === at ? (
                    <a href={`#${id}`} className={partLook}>
                      {name}
                    </a>
                  ) : (
                    <Link to={to} hash={id} className={partLook}>
                      {name}
                    </Link>
                  )}
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

type Neighbour = (typeof docsPages)[number] | undefined;

function Neighbours({ before, after }: { before: Neighbour; after: Neighbour }) {
  const look = 'inline-flex min-h-9 items-center gap-2 font-medium text-accent-text hover:underline';
  return (
    <nav
      aria-label="Neighbouring pages"
      className="mt-8 flex flex-wrap justify-between gap-x-6 gap-y-1 border-t border-line pt-3"
    >
      {before ? (
        <Link to={before.to} className={look}>
          <ArrowLeft size={16} aria-hidden />
          {before.title}
        </Link>
      ) : (
        <span />
      )}
      {after && (
        <Link to={after.to} className={look}>
          {after.title}
          <ArrowRight size={16} aria-hidden />
        </Link>
      )}
    </nav>
  );
}
