import { Prose } from '../../ui/legal/prose.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { sections } from './sections.tsx';

/** All sections on one page, each heading with an address of its own. */
export function DocsPage() {
  return (
    <Page title="Documentation">
      <div className="grid items-start gap-8 lg:grid-cols-[14rem_minmax(0,1fr)]">
        <nav aria-label="Contents" className="max-h-[calc(100dvh-6rem)] overflow-y-auto lg:sticky lg:top-20">
          <ul className="flex flex-col gap-0.5 text-meta max-lg:grid max-lg:grid-cols-2">
            {sections.map(({ id, title, parts }) => (
              <li key={id}>
                <a href={`#${id}`} className="flex min-h-7 items-center font-medium hover:underline">
                  {title}
                </a>
                {parts && (
                  <ul className="ml-3 border-l border-line pl-3">
                    {parts.map((part) => (
                      <li key={part.id}>
                        <a
                          href={`#${part.id}`}
                          className="flex min-h-6 items-center text-ink-2 hover:text-ink hover:underline"
                        >
                          {part.title}
                        </a>
                      </li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
          </ul>
        </nav>
        <Panel>
          <Prose>
            {sections.map(({ id, Content }) => (
              <Content key={id} />
            ))}
          </Prose>
        </Panel>
      </div>
    </Page>
  );
}
