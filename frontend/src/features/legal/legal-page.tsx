import { type MarkdownText, Prose, partsOf } from '../../ui/legal/prose.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';

/** A legal text with its contents next to it on wide screens. */
export function LegalPage({ title, Text }: { title: string; Text: MarkdownText }) {
  const { parts, sections } = partsOf(Text);
  return (
    <Page title={title}>
      <div className="grid items-start gap-8 lg:grid-cols-[14rem_minmax(0,1fr)]">
        <nav aria-label="Contents" className="sticky top-20 max-lg:hidden">
          <ul className="flex flex-col gap-1 text-meta">
            {sections.map(({ id, title: name }) => (
              <li key={id}>
                <a href={`#${id}`} className="flex min-h-6 items-center text-ink-2 hover:text-ink hover:underline">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <Panel>
          <Prose linked>{parts}</Prose>
        </Panel>
      </div>
    </Page>
  );
}
