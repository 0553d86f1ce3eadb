import { Fragment, lazy, Suspense, useState } from 'react';
import { useTargetKinds } from '../../data/targets.ts';
import { Button } from '../../ui/button.tsx';
import { FailedLoad, Skeleton } from '../../ui/panel.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { KindChoice } from './kind-choice.tsx';
import { KindFields } from './kind-fields.tsx';
import { texts } from './texts.ts';
import type { NewTarget } from './use-new-target.ts';

const MoreServices = lazy(() => import('./more-services.tsx').then((module) => ({ default: module.MoreServices })));

/**
 * The kinds and services of a new target, with the chosen one's fields. They are disabled until it has a name.
 * @param onDisabled called for a click on a disabled kind
 */
export function KindList({ target, onDisabled }: { target: NewTarget; onDisabled(): void }) {
  const { name, slug, options } = target.typed;
  const disabled = name.trim() === '';
  const fields = {
    values: options,
    onChange: (next: Record<string, string>) => target.change({ options: next }),
    show: target.touched,
    refused: target.create.error,
  };
  const kinds = useTargetKinds();
  const [more, setMore] = useState(false);
  if (kinds.isLoadingError)
    return (
      <div className="clear-both">
        <FailedLoad text={texts.create.failed} onRetry={() => void kinds.refetch()} />
      </div>
    );
  return (
    <>
      <div className="clear-both grid grid-flow-dense gap-2.5 md:grid-cols-2">
        {kinds.data === undefined
          ? [...'abcdefghijklm'].map((key) => <Skeleton key={key} className="h-[76px] !rounded-panel" />)
          : kinds.data.map((each) => (
              <Fragment key={each.slug}>
                <KindChoice
                  kind={each}
                  checked={each.slug === slug}
                  disabled={disabled}
                  onDisabled={onDisabled}
                  onChoose={() => target.choose(each)}
                />
                {each.slug === slug && !each.guided && each.fields.length > 0 && (
                  <div className="rounded-panel bg-sunken p-4 md:col-span-2">
                    <KindFields kind={each} {...fields} />
                  </div>
                )}
                {each.slug === slug && each.setup === 'redirect' && (
                  <p className="rounded-panel bg-sunken px-4 py-3 text-ink-2 md:col-span-2">
                    {texts.create.redirect(each.name)}
                  </p>
                )}
              </Fragment>
            ))}
      </div>
      {kinds.data && (
        <div className="mt-4">
          {more ? (
            <Suspense fallback={<ProgressLine />}>
              <MoreServices
                chosen={target.service?.kind.name}
                disabled={disabled}
                onChoose={target.choose}
                {...fields}
              />
            </Suspense>
          ) : (
            <Button tone="link" onClick={() => setMore(true)}>
              {texts.create.more}
            </Button>
          )}
        </div>
      )}
    </>
  );
}
