import { clsx } from 'clsx';
import { useState } from 'react';
import { useTargetKinds } from '../../data/targets.ts';
import type { TargetKind } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { FailedLoad, Skeleton } from '../../ui/panel.tsx';
import { ReserveHeight } from '../../ui/reserve-height.tsx';
import { KindTile } from '../../ui/type-tile.tsx';
import { KindFields } from './kind-fields.tsx';
import { problemOf } from './rules.ts';
import { texts } from './texts.ts';

/** A target that is created together with its webhook. */
interface WantedTarget {
  kind: TargetKind;
  options: Record<string, string>;
  /** The first error of its fields; undefined if all are valid. */
  problem: string | undefined;
}

/** Number of kinds shown before the button that shows all. */
const FIRST_KINDS = 9;

/**
 * Creates a target on the page that needs it: the kinds as buttons, and the chosen kind's fields. The target is named
 * after its kind.
 * @param onChange called with undefined if no target is wanted
 * @param show true if the fields' errors are shown
 */
export function NewTargetChoice({
  wanted,
  onChange,
  show,
  refused,
}: {
  wanted: WantedTarget | undefined;
  onChange(wanted: WantedTarget | undefined): void;
  show: boolean;
  refused: Error | null;
}) {
  const kinds = useTargetKinds();
  const [all, setAll] = useState(false);
  const enabled = kinds.data?.filter((kind) => kind.enabled) ?? [];
  const isFolded = !all && enabled.findIndex(({ slug }) => slug === wanted?.kind.slug) < FIRST_KINDS;
  if (kinds.isLoadingError) return <FailedLoad text={texts.create.failed} onRetry={() => void kinds.refetch()} />;
  const choose = (kind: TargetKind, options: Record<string, string>) =>
    onChange({ kind, options, problem: problemOf(kind.fields, options) });
  return (
    <fieldset className="min-w-0" aria-label={texts.inPlace.title}>
      <p className="mb-2 text-meta text-ink-2">{texts.inPlace.title}</p>
      <ReserveHeight
        what="new-target-kinds"
        ready={!kinds.isPending}
        waiting={<Skeleton className="h-20 w-full" />}
        className="flex flex-wrap gap-2"
      >
        {enabled.slice(0, isFolded ? FIRST_KINDS : undefined).map((kind) => {
          const chosen = wanted?.kind.slug === kind.slug;
          return (
            <button
              key={kind.slug}
              type="button"
              aria-pressed={chosen}
              title={kind.description}
              onClick={() => (chosen ? onChange(undefined) : choose(kind, {}))}
              className={clsx(
                'inline-flex min-h-9 items-center gap-2 rounded-control border py-1 pr-3 pl-1.5 text-meta',
                chosen
                  ? 'border-accent bg-accent-soft font-medium text-ink'
                  : 'border-line-strong hover:border-field-line hover:bg-sunken',
              )}
            >
              <KindTile kind={kind} size="small" />
              {kind.name}
            </button>
          );
        })}
        {isFolded && enabled.length > FIRST_KINDS && (
          <Button tone="link" onClick={() => setAll(true)}>
            {texts.inPlace.all(enabled.length)}
          </Button>
        )}
      </ReserveHeight>
      {wanted && (
        <div className="mt-3 rounded-panel bg-sunken p-4 text-ink-2">
          {wanted.kind.fields.length > 0 ? (
            <KindFields
              kind={wanted.kind}
              values={wanted.options}
              onChange={(options) => choose(wanted.kind, options)}
              show={show}
              refused={refused}
            />
          ) : (
            <p>
              {wanted.kind.setup === 'redirect'
                ? texts.create.redirect(wanted.kind.name)
                : wanted.kind.setup === 'code'
                  ? texts.inPlace.code(wanted.kind.name)
                  : wanted.kind.description}
            </p>
          )}
        </div>
      )}
    </fieldset>
  );
}
