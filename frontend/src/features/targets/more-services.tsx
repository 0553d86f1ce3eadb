import { clsx } from 'clsx';
import { useTargetKind } from '../../data/targets.ts';
import type { TargetKind } from '../../lib/wire.ts';
import { optionsOf } from './fill-preset.ts';
import { KindFields } from './kind-fields.tsx';
import { presetKind, presets } from './presets.gen.ts';
import { texts } from './texts.ts';

/** A service that is reached through a target for HTTP. */
export interface Service {
  /** The kind for HTTP, with the service’s name and fields. */
  kind: TargetKind;
  /** The target's options for the values of the fields. */
  fill(values: Record<string, string>): Record<string, unknown>;
}

/** The services that have a preset instead of a kind, and the chosen one’s fields. */
export function MoreServices({
  chosen,
  disabled,
  onChoose,
  ...fields
}: {
  chosen: string | undefined;
  disabled: boolean;
  onChoose(service: Service): void;
} & Omit<Parameters<typeof KindFields>[0], 'kind'>) {
  const http = useTargetKind(presetKind);
  if (!http?.enabled) return null;
  const preset = presets.find(({ name }) => name === chosen);
  return (
    <fieldset className="min-w-0" aria-label={texts.create.more}>
      <div className="flex flex-wrap gap-2">
        {presets.map((each) => (
          <button
            key={each.name}
            type="button"
            aria-pressed={each.name === chosen}
            disabled={disabled}
            onClick={() =>
              onChoose({
                kind: { ...http, name: each.name, fields: each.fields },
                fill: (values) => optionsOf(each, values),
              })
            }
            className={clsx(
              'inline-flex min-h-9 items-center gap-2 rounded-control border px-3 text-meta',
              each.name === chosen
                ? 'border-accent bg-accent-soft font-medium text-ink'
                : 'border-line-strong hover:border-field-line hover:bg-sunken',
            )}
          >
            {each.name}
          </button>
        ))}
      </div>
      {preset && (
        <div className="mt-3 rounded-panel bg-sunken p-4">
          <p className="mb-4 text-meta text-ink-2">
            {preset.about}{' '}
            <a href={preset.docs} target="_blank" rel="noopener noreferrer" className="text-accent-text underline">
              {texts.create.documentation}
            </a>
          </p>
          <KindFields kind={{ ...http, fields: preset.fields }} {...fields} />
        </div>
      )}
    </fieldset>
  );
}
