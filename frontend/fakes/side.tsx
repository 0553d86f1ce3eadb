import { CreditCard, Hash, TriangleAlert, User, Users, Webhook } from 'virtual:icons';
import type { Provider, Thread } from '../../lib/local/fakes/wire.ts';
import { textLink } from '../src/ui/button.tsx';
import { KindTile } from '../src/ui/type-tile.tsx';
import { ClockButtons } from './acting/clock-buttons.tsx';
import type { Feed } from './feed.ts';
import { unreadAt, unreadIn, useMarks } from './marks.ts';
import { listLink } from './shell.tsx';

/** The list of providers. The open one shows its conversations; if none is open, all do. */
export function Side({
  feed,
  current,
  threadId,
}: {
  feed: Feed;
  current: Provider | undefined;
  threadId: string | undefined;
}) {
  const seen = useMarks();
  return (
    <>
      <ul>
        {feed.providers.map((provider) => {
          const open = provider.slug === current?.slug;
          const misbehaves = provider.behaviour.mode !== 'ok';
          return (
            <li key={provider.slug}>
              <a href={`#${provider.slug}`} aria-current={open ? 'true' : undefined} className={listLink}>
                <ProviderTile provider={provider} size="small" />
                <span className="flex-1 truncate">{provider.name}</span>
                {misbehaves && (
                  <span className="text-warn">
                    <TriangleAlert size={15} aria-hidden />
                    <span className="sr-only"> misbehaves</span>
                  </span>
                )}
                <Unread count={unreadAt(feed, seen, provider)} />
              </a>
              {(open || !current) && !hasMails(provider) && provider.threads.length > 0 && (
                <ul className="mb-2 ml-4 border-l border-line pl-1.5">
                  {provider.threads.map((thread) => (
                    <li key={thread.id}>
                      <a
                        href={`#${provider.slug}/${thread.id}`}
                        aria-current={threadId === thread.id ? 'page' : undefined}
                        className={listLink}
                      >
                        <ThreadIcon kind={thread.kind} />
                        <span className="flex-1 truncate">{thread.title}</span>
                        {thread.state && <span className="text-label text-ink-2">{thread.state}</span>}
                        <Unread count={unreadIn(feed, seen, provider.slug, thread.id)} />
                      </a>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          );
        })}
      </ul>
      <p className="px-2 py-4">
        <a href="/targets/new" className={textLink}>
          Create a target in Tellhook
        </a>
      </p>
      <ClockButtons />
    </>
  );
}

/** True if the provider's view shows emails instead of conversations. */
export const hasMails = ({ threads }: Provider): boolean => threads[0]?.kind === 'mailbox';

/** The icon of the provider's target kind; the payment provider has none. */
export function ProviderTile({ provider, size }: { provider: Provider; size: 'small' | 'large' }) {
  if (provider.icon) return <KindTile kind={{ icon: provider.icon }} size={size} />;
  return (
    <span
      className={`grid shrink-0 place-items-center rounded-[28%] bg-idle-soft text-idle ${size === 'small' ? 'size-6' : 'size-11'}`}
    >
      <CreditCard size={size === 'small' ? 13 : 23} aria-hidden />
    </span>
  );
}

const threadIcons = { person: User, group: Users, channel: Hash, mailbox: User, endpoint: Webhook };

function ThreadIcon({ kind }: Pick<Thread, 'kind'>) {
  const Icon = threadIcons[kind];
  return <Icon size={15} aria-hidden className="shrink-0" />;
}

const MOST_SHOWN = 99;

function Unread({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="rounded-full bg-accent px-1.5 text-label font-medium text-white">
      {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
      <span className="sr-only"> unread</span>
    </span>
  );
}
