import { MAX_KEY_WEBHOOKS } from '#contract/bounds';
import { useWebhooks } from '../../data/webhooks.ts';
import { Checkbox } from '../../ui/field.tsx';
import { FailedLoad, Skeleton } from '../../ui/panel.tsx';
import { texts } from './texts.ts';

/**
 * The webhooks that a key can access.
 * @param chosen their ids; undefined means all webhooks, including future ones
 */
export function KeyWebhooks({
  chosen,
  onChange,
}: {
  chosen: readonly number[] | undefined;
  onChange(ids: readonly number[] | undefined): void;
}) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 font-medium">{texts.keys.reach}</legend>
      <Checkbox
        label={texts.keys.someOnly}
        hint={texts.keys.someOnlyHint}
        checked={chosen !== undefined}
        onChange={({ target: { checked } }) => onChange(checked ? [] : undefined)}
      />
      {chosen && <Choice chosen={chosen} onChange={onChange} />}
    </fieldset>
  );
}

function Choice({ chosen, onChange }: { chosen: readonly number[]; onChange(ids: readonly number[]): void }) {
  const webhooks = useWebhooks();
  if (webhooks.data === undefined)
    return webhooks.error ? (
      <FailedLoad text={texts.keys.webhooksNotLoaded} onRetry={() => void webhooks.refetch()} />
    ) : (
      <Skeleton className="h-14" />
    );
  if (webhooks.data.length === 0) return <p className="text-meta text-ink-2">{texts.keys.noWebhooks}</p>;
  return (
    <div className="flex flex-col gap-2 pl-8">
      {webhooks.data.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={<span className="wrap-anywhere">{name}</span>}
          checked={chosen.includes(id)}
          disabled={!chosen.includes(id) && chosen.length >= MAX_KEY_WEBHOOKS}
          onChange={({ target: { checked } }) =>
            onChange(checked ? [...chosen, id] : chosen.filter((each) => each !== id))
          }
        />
      ))}
      {chosen.length >= MAX_KEY_WEBHOOKS && <p className="text-meta text-ink-2">{texts.keys.webhooksFull}</p>}
    </div>
  );
}
