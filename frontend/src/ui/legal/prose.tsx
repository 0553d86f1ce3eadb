import { Link } from 'virtual:icons';
import { Children, createContext, isValidElement, type ReactElement, type ReactNode, useContext } from 'react';
import { TextLink } from '../button.tsx';

const Linked = createContext(false);

/**
 * Long text, 68 characters wide, with an anchor for each heading.
 * @param linked true if headings have a link to themselves; false inside a dialog, which a URL cannot open
 */
export function Prose({ children, linked = false }: { children: ReactNode; linked?: boolean }) {
  return (
    <Linked value={linked}>
      <div className="prose flex max-w-[68ch] flex-col gap-3 text-[15px]/6 wrap-anywhere [&_a]:font-medium [&_a]:text-accent-text [&_a]:underline [&_code]:rounded-[4px] [&_code]:bg-sunken [&_code]:px-1 [&_code]:text-code [&_ol]:list-decimal [&_ol]:pl-5 [&_pre_code]:bg-transparent [&_pre_code]:p-0 [&_ul]:list-disc [&_ul]:pl-5">
        {children}
      </div>
    </Linked>
  );
}

export interface SectionProps {
  /** The anchor of the heading. */
  id: string;
  title: string;
  level?: 2 | 3;
  /** Other anchors of this section, separated by spaces. */
  also?: string;
  /** Search terms that the text does not contain. */
  keywords?: string | undefined;
  children: ReactNode;
}

/** A section of long text; its heading has an anchor. */
export function Section({ id, title, level = 2, also, keywords, children }: SectionProps) {
  const Heading = `h${level}` as const;
  const linked = useContext(Linked);
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-3 first:[&>:first-child]:mt-0">
      <div className={`group flex items-start gap-1 ${level === 2 ? 'mt-5' : 'mt-2'}`}>
        <Heading
          id={id}
          data-keywords={keywords}
          className={level === 2 ? 'text-[18px]/6 font-semibold' : 'text-[15px]/6 font-semibold'}
        >
          {title}
        </Heading>
        {linked && (
          <a
            href={`#${id}`}
            aria-label={`Link to “${title}”`}
            className="grid size-6 shrink-0 place-items-center rounded-[4px] !text-ink-2 opacity-0 focus-visible:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-60"
          >
            <Link size={14} aria-hidden />
          </a>
        )}
        {also?.split(' ').map((anchor) => (
          <span key={anchor} id={anchor} className="scroll-mt-24" />
        ))}
      </div>
      {children}
    </section>
  );
}

/** A link in Markdown text. The router handles links to pages of the app, which the status page isn’t. */
function Anchor({ href = '', children }: { href?: string; children: ReactNode }) {
  if (!/^\/(?!api\/|status$)/.test(href)) return <a href={href}>{children}</a>;
  const [to = '', hash = ''] = href.split('#');
  return (
    <TextLink to={to} hash={hash}>
      {children}
    </TextLink>
  );
}

/** The default export of an MDX file. */
export type MarkdownText = (props: { components: object }) => ReactElement<{ children: ReactNode }>;

/**
 * Splits a Markdown text into parts, and returns the props of its sections.
 * @param components components for elements other than links and sections
 */
export function partsOf(Text: MarkdownText, components = {}) {
  const { children } = Text({ components: { a: Anchor, Section, ...components } }).props;
  const parts = Children.toArray(children);
  return {
    parts,
    sections: parts.flatMap((part) => (isValidElement<SectionProps>(part) && part.type === Section ? part.props : [])),
  };
}
