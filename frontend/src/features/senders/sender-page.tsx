import { ArrowRight } from 'virtual:icons';
import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { looks } from '../../../../integrations/targets/looks.gen.tsx';
import { marks } from '../../../../integrations/targets/marks.gen.tsx';
import { useCredentials } from '../../data/account.ts';
import { ButtonLink, TextLink, textLink } from '../../ui/button.tsx';
import { Crumbs, Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RichLook } from '../../ui/rich-look.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { MarkShape } from '../../ui/sender-mark.tsx';
import { KindMark } from '../../ui/type-tile.tsx';
import type { SenderExample, SenderFacts } from './facts.ts';
import { texts } from './texts.ts';

const words = texts.page;

/** The chosen example, by its number from 1, and app. */
interface Chosen {
  example: number;
  app: string;
}

/** The apps that show messages. */
const apps = marks.filter(({ slug }) => looks[slug]);

/**
 * A service's public page: its messages in each app, its setup and its verification.
 * @param search the URL's search parameters; the route leaves them to this page, because all pages load its code
 */
export function SenderPage({ sender, search }: { sender: SenderFacts; search: Record<string, unknown> }) {
  const { name, mark, events, hasOthers } = sender;
  return (
    <Page
      title={words.title(name)}
      crumbs={<Crumbs to="/senders" parent={texts.list.title} here={name} />}
      heading={
        <span className="flex items-center gap-3">
          <MarkShape path={mark} name={name} size={30} />
          {words.heading(name)}
        </span>
      }
      intro={words.intro(name)}
      actions={<Use {...sender} />}
    >
      <div className="flex flex-col gap-4">
        <Messages sender={sender} example={Number(search.example ?? 1)} app={search.app} />
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <Setup {...sender} />
          <Verification {...sender} />
        </div>
        {events.length + Number(hasOthers) > 1 && (
          <Panel title={words.events} headingId="events">
            <ul className="grid grid-cols-2 gap-x-2 gap-y-2 text-meta text-ink-2 md:grid-cols-4">
              {events.map((event) => (
                <li key={event}>{event.charAt(0).toUpperCase() + event.slice(1)}</li>
              ))}
              {hasOthers && <li>{words.others}</li>}
            </ul>
          </Panel>
        )}
      </div>
    </Page>
  );
}

/** Leads visitors through the registration, which continues at the new webhook. */
function Use({ slug, name, proof }: SenderFacts) {
  const hint = words.useHint(name, proof !== undefined);
  const content = (
    <>
      {words.use}
      <ArrowRight size={17} aria-hidden />
    </>
  );
  return useCredentials().logged_in ? (
    <ButtonLink to="/webhooks/new" search={{ sender: slug }} tone="primary" size="large" title={hint}>
      {content}
    </ButtonLink>
  ) : (
    <ButtonLink
      to="/register"
      search={{ next: `/webhooks/new?sender=${slug}` }}
      tone="primary"
      size="large"
      title={hint}
    >
      {content}
    </ButtonLink>
  );
}

/** One example in one app. The choices are links, so they work before the code has loaded. */
function Messages({ sender, ...wanted }: { sender: SenderFacts; example: number; app: unknown }) {
  const { name, examples } = sender;
  const app = apps.find(({ slug }) => slug === wanted.app) ?? apps[0];
  const example = examples[wanted.example - 1] ?? examples[0];
  if (!example || !app) return null;
  const chosen: Chosen = { example: examples.indexOf(example) + 1, app: app.slug };
  const { rich, text, sent } = example;
  return (
    <div className={clsx('grid items-start gap-4', examples.length > 1 && 'lg:grid-cols-2')}>
      <Panel title={words.message} headingId="message">
        <ul aria-label={words.apps} className="mb-4 flex flex-wrap gap-1.5">
          {apps.map(({ slug, name: said, paths }) => (
            <li key={slug}>
              <Choice chosen={slug === app.slug} search={{ ...chosen, app: slug }}>
                <KindMark paths={paths} size={15} />
                {said}
              </Choice>
            </li>
          ))}
        </ul>
        <div data-message className="flex min-h-36 flex-col">
          <RichLook slug={app.slug} shown={{ rich, text, part: 1, parts: 1, webhookName: name }} />
        </div>
        <details className="mt-4 border-t border-line pt-3">
          <summary className="min-h-6 cursor-pointer text-meta text-accent-text">{words.sent(name)}</summary>
          <ScrollBox
            as="pre"
            className="mt-2 max-h-80 rounded-control bg-sunken p-3 text-code whitespace-pre-wrap wrap-anywhere"
          >
            {sent}
          </ScrollBox>
        </details>
      </Panel>
      {examples.length > 1 && <Examples examples={examples} chosen={chosen} />}
    </div>
  );
}

function Examples({ examples, chosen }: { examples: readonly SenderExample[]; chosen: Chosen }) {
  return (
    <Panel title={words.examples} headingId="examples">
      <ul className="-mx-2 flex flex-col gap-1">
        {examples.map((example, at) => (
          <li key={example.title}>
            <Choice chosen={at + 1 === chosen.example} search={{ ...chosen, example: at + 1 }} wide>
              <span className="min-w-0 wrap-anywhere">{example.title}</span>
            </Choice>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Choice({
  chosen,
  search,
  wide = false,
  children,
}: {
  chosen: boolean;
  search: Chosen;
  wide?: boolean;
  children: React.ReactNode;
}) {
  return (
    <Link
      to="."
      // The route declares no parameters.
      search={search as never}
      replace
      resetScroll={false}
      rel="nofollow"
      aria-current={chosen ? 'true' : undefined}
      className={clsx(
        'flex min-h-8 items-center gap-1.5 rounded-control border px-2.5 py-1 text-meta',
        wide && 'border-transparent',
        chosen
          ? 'border-accent bg-accent-soft font-medium text-ink'
          : 'border-line text-ink-2 hover:bg-sunken hover:text-ink',
      )}
    >
      {children}
    </Link>
  );
}

const steps = 'flex list-decimal flex-col gap-2 pl-5 marker:text-ink-2';

function Setup({ name, setup, docs }: SenderFacts) {
  return (
    <Panel title={words.setup} headingId="setup">
      <ol className={steps}>
        {setup.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {docs !== '' && (
        <p className="mt-3 text-meta">
          <a href={docs} rel="noreferrer" className={textLink}>
            {words.docs(name)}
          </a>
        </p>
      )}
    </Panel>
  );
}

function Verification({ name, slug, proof }: SenderFacts) {
  return (
    <Panel title={words.verification} headingId="verification">
      {proof ? (
        <>
          <ol className={steps}>
            {proof.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <p className="mt-3 text-meta text-ink-2">{proof.text}</p>
        </>
      ) : (
        <p>{words.unsigned(name)}</p>
      )}
      <p className="mt-3 text-meta">
        <TextLink to="/docs/verify" {...(proof && { hash: `from-${slug}` })}>
          {words.verificationLink}
        </TextLink>
      </p>
    </Panel>
  );
}
