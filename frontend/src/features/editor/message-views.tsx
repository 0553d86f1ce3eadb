import { clsx } from 'clsx';
import { lazy, Suspense, useState } from 'react';
import type { RichMessage } from '../../../../lambdas/templates/rich/tree.ts';
import { useTargetKind } from '../../data/targets.ts';
import { MessageLook } from '../../ui/message-look.tsx';
import { Skeleton } from '../../ui/panel.tsx';
import { TypeName, TypeTile } from '../../ui/type-tile.tsx';
import { partsFor } from './limits.ts';
import { PartsList } from './parts-list.tsx';
import type { View } from './rules.ts';
import { texts } from './texts.ts';

/** This code is loaded with the first rich message. */
const RichParts = lazy(() => import('./rich-views.tsx').then((module) => ({ default: module.RichParts })));

/** The message as one target kind shows it, with a choice of the other kinds. */
export function MessageViews({
  message,
  rich,
  views,
  webhookName,
  split,
}: {
  message: string;
  /** The formatted message, if the webhook's messages are rich. */
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
