import { ChevronLeft, CodeXml, MessageSquare, Plus } from 'virtual:icons';
import { useEffect, useState } from 'react';
import type { Provider, Thread } from '../../lib/local/fakes/wire.ts';
import { Badge } from '../src/ui/badge.tsx';
import { Button, buttonLook } from '../src/ui/button.tsx';
import { act } from './acting/act.ts';
import { BehaviourButton } from './acting/behaviour.tsx';
import { Composer, StartBanner } from './acting/composer.tsx';
import { CreatorDialog } from './acting/creator-dialog.tsx';
import { Conversation } from './conversation.tsx';
import type { Creator } from './fake-page.ts';
import { entriesOf, type Feed, liveliestThread, useFeed } from './feed.ts';
import { GuideFor } from './guides.tsx';
import { InspectorProvider } from './inspector.tsx';
import { Mailbox } from './mailbox.tsx';
import { forgetMarksAfter, markSeen } from './marks.ts';
import { pageOf } from './pages.ts';
import { pendingCode, placeIn, useHash, useWide } from './place.ts';
import { Requests } from './requests.tsx';
import { Shell } from './shell.tsx';
import { hasMails, Side } from './side.tsx';

const INBOX = 'inbox';

/** The providers' messages, each in its own layout, with their users' actions. */
export function ProvidersPage() {
  const { feed, connected } = useFeed();
  const hash = useHash();
  const wide = useWide();
  const [pending, setPending] = useState(pendingCode);
  const place = placeIn(hash || (pending?.slug ?? ''));
  const named = feed?.providers.find(({ slug }) => slug === place.slug);
  const provider = named ?? (wide ? feed?.providers[0] : undefined);
  const isMailbox = provider !== undefined && hasMails(provider);
  const threadId = provider && (isMailbox ? INBOX : (place.thread ?? (feed && liveliestThread(feed, provider))));
  const thread = provider?.threads.find(({ id }) => id === threadId);
  useFreshMarks(feed);
  useTitle(provider, isMailbox ? undefined : thread);
  return (
    <InspectorProvider>
      <Shell
        title="Providers"
        lead="Stand-ins of the services Tellhook writes to. Everything stays on this machine."
        listName="Providers"
        list={feed && <Side feed={feed} current={provider} threadId={place.requests ? undefined : thread?.id} />}
        reading={named !== undefined}
      >
        {!connected && (
          <p role="status" className="bg-warn-soft px-4 py-2 text-warn">
            The local machine does not answer. This page goes on when it is back.
          </p>
        )}
        {feed && provider ? (
          <ProviderView
            // Each conversation has its own key, so the input of its forms is not shown in another one.
            key={`${provider.slug}/${thread?.id}`}
            feed={feed}
            provider={provider}
            thread={thread}
            requests={place.requests}
            openMail={isMailbox ? place.thread : undefined}
            footer={
              pending?.slug === provider.slug && (
                <StartBanner provider={provider} pending={pending} onDone={() => setPending(undefined)} />
              )
            }
          />
        ) : (
          <h1 className="sr-only">Providers</h1>
        )}
      </Shell>
    </InspectorProvider>
  );
}

function useFreshMarks(feed: Feed | undefined): void {
  const epoch = feed?.epoch;
  const lastId = feed?.entries.at(-1)?.id ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: entries can disappear only between runs
  useEffect(() => {
    if (epoch !== undefined) forgetMarksAfter(lastId);
  }, [epoch]);
}

function useTitle(provider: Provider | undefined, thread: Thread | undefined): void {
  const title = [thread?.title, provider?.name, 'Tellhook providers'].filter(Boolean).join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}

function ProviderView({
  feed,
  provider,
  thread,
  requests,
  openMail,
  footer,
}: {
  feed: Feed;
  provider: Provider;
  thread: Thread | undefined;
  requests: boolean;
  openMail: string | undefined;
  footer: React.ReactNode;
}) {
  const { slug } = provider;
  const entries = entriesOf(feed, slug);
  const isMail = hasMails(provider);
  const inThread = !requests && !isMail && thread !== undefined;
  const said = inThread ? entries.filter((entry) => entry.thread === thread.id) : [];
  const last = said.at(-1);
  useEffect(() => {
    if (inThread && document.visibilityState === 'visible') markSeen(slug, thread.id, last);
  }, [inThread, slug, thread, last]);
  return (
    <div data-view={slug} className="flex h-full min-h-0 flex-col">
      <Head
        provider={provider}
        thread={inThread ? thread : undefined}
        requests={requests}
        back={openMail === undefined ? undefined : `#${slug}`}
      />
      {requests ? (
        <Requests provider={provider} entries={entries} />
      ) : isMail ? (
        <Mailbox provider={provider} entries={entries} openId={openMail} />
      ) : thread ? (
        <Conversation provider={provider} thread={thread} entries={said} />
      ) : (
        <GuideFor provider={provider} />
      )}
      {footer}
      {inThread && <Composer provider={provider} thread={thread} />}
    </div>
  );
}

function Head({
  provider,
  thread,
  requests,
  back,
}: {
  provider: Provider;
  thread: Thread | undefined;
  requests: boolean;
  back: string | undefined;
}) {
  const { slug, name } = provider;
  const [creator, setCreator] = useState<Creator>();
  const { creator: beginning, acts, form, plainChannels } = pageOf(slug);
  const asked = thread && form?.(thread);
  const isNamedChannel = thread?.kind === 'channel' && !plainChannels;
  return (
    <header className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line bg-surface px-4 py-2">
      <a
        href={back ?? '#'}
        aria-label={back ? 'Back to the inbox' : 'Back to the providers'}
        className={`${buttonLook({ tone: 'quiet' })} size-9 !px-0 md:!hidden`}
      >
        <ChevronLeft size={18} aria-hidden />
      </a>
      <h1 className="min-w-0 text-h2 font-semibold wrap-anywhere">
        {isNamedChannel && '# '}
        {thread?.title ?? name}
      </h1>
      {thread?.state && <Badge tone="warn">{thread.state}</Badge>}
      <div className="flex flex-wrap items-center gap-1.5 md:ml-auto">
        {thread &&
          acts?.(thread).map(({ label, path, input }) => (
            <Button key={path} size="small" tone="quiet" onClick={() => void act(path, input)}>
              {label}
            </Button>
          ))}
        {asked && (
          <Button size="small" tone="quiet" onClick={() => setCreator(asked)}>
            {asked.button}
          </Button>
        )}
        {beginning && (
          <Button size="small" icon={<Plus size={15} aria-hidden />} onClick={() => setCreator(beginning)}>
            {beginning.label}
          </Button>
        )}
        <a href={requests ? `#${slug}` : `#${slug}?requests`} className={buttonLook({ tone: 'quiet', size: 'small' })}>
          {requests ? <MessageSquare size={15} aria-hidden /> : <CodeXml size={15} aria-hidden />}
          {requests ? 'Messages' : 'Requests'}
        </a>
        <BehaviourButton provider={provider} />
      </div>
      <CreatorDialog slug={slug} creator={creator} onClose={() => setCreator(undefined)} />
    </header>
  );
}
