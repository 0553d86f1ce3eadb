import { clsx } from 'clsx';
import { Scissors } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { RichMessage } from '../../../../lambdas/templates/rich/tree.ts';
import { useTargetKind } from '../../data/targets.ts';
import { MessageLook } from '../../ui/message-look.tsx';
import { Skeleton } from '../../ui/panel.tsx';
import { TypeName, TypeTile } from '../../ui/type-tile.tsx';
import { type Limit, partsFor } from './limits.ts';
import type { View } from './rules.ts';
import { texts } from './texts.ts';

/** Fetched for the first message with looks. */
const RichParts = lazy(() => import('./rich-views.tsx').then((module) => ({ default: module.RichParts })));

/** The message as one kind of target shows it; the others are a press away. */
export function MessageViews({
  message,
  rich,
  views,
  webhookName,
  split,
}: {
  message: string;
  /** The same with its looks, where the webhook writes those. */
  rich?: RichMessage | undefined;
  views: readonly View[];
  webhookName: string;
  split: boolean;
}) {
  const [chosen, setChosen] = useState<string>();
  const slug = (views.find((view) => view.slug === chosen) ?? views[0])?.slug ?? '';
  return (
    <>
      {views.length > 0 && (
        <fieldset aria-label={texts.views} className="-mb-1 flex min-w-0 flex-wrap gap-1.5">
          {views.map((view) => (
            <button
              key={view.slug}
              type="button"
              aria-pressed={view.slug === slug}
              title={texts.names(view.names)}
              onClick={() => setChosen(view.slug)}
              className={clsx(
                'flex min-h-8 items-center gap-1.5 rounded-control border py-0.5 pr-2.5 pl-1 text-meta',
                view.slug === slug
                  ? 'border-accent bg-accent-soft font-medium text-ink'
                  : 'border-line text-ink-2 hover:bg-sunken hover:text-ink',
              )}
            >
              <TypeTile type={view.slug} size="small" />
              <TypeName type={view.slug} />
            </button>
          ))}
        </fieldset>
      )}
      {rich ? (
        <Suspense fallback={<Skeleton className="h-24 w-full" />}>
          <RichParts message={rich} slug={slug} webhookName={webhookName} split={split} />
        </Suspense>
      ) : (
        <Parts message={message} slug={slug} webhookName={webhookName} split={split} />
      )}
    </>
  );
}

function Parts({
  message,
  slug,
  webhookName,
  split,
}: {
  message: string;
  slug: string;
  webhookName: string;
  split: boolean;
}) {
  const limit = useTargetKind(slug)?.limit;
  const { parts, truncated } = partsFor(message, limit, split);
  return (
    <PartsList parts={parts} truncated={truncated} limit={limit}>
      {({ text }, part) => <MessageLook slug={slug} shown={{ text, part, parts: parts.length, webhookName }} />}
    </PartsList>
  );
}

/** The parts of a message below each other, each with its length. */
export function PartsList<Part extends { length: number }>({
  parts,
  truncated,
  limit,
  children,
}: {
  parts: readonly Part[];
  truncated: boolean;
  limit: Limit | undefined;
  /** @param number counted from 1 */
  children(part: Part, number: number): ReactNode;
}) {
  const several = parts.length > 1;
  return (
    <div className="flex flex-col gap-3">
      {(several || truncated) && (
        <p className={clsx('flex items-center gap-2 text-meta', truncated ? 'text-warn' : 'text-ink-2')}>
          <Scissors size={15} aria-hidden className="shrink-0" />
          {truncated ? texts.truncated : texts.splitOn(parts.length)}
        </p>
      )}
      <ol className="flex flex-col gap-4">
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity than their place
          <li key={index} className="flex flex-col gap-1.5">
            {children(part, index + 1)}
            <p className="text-meta text-ink-2">
              {several && `${texts.part(index + 1, parts.length)} · `}
              {texts.size(part.length, limit)}
            </p>
          </li>
        ))}
      </ol>
    </div>
  );
}
