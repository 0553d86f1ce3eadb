import { clsx } from 'clsx';
import { useState } from 'react';
import { FALLBACK_MINUTES } from '#contract/bounds';
import { useChangeTarget, useTargets } from '../../data/targets.ts';
import type { Target } from '../../lib/wire.ts';
import { Field, inputLook, TextField } from '../../ui/field.tsx';
import { announced, FoldedForm } from './fold.tsx';
import { texts } from './texts.ts';

const words = texts.fallback;

const isInRange = (minutes: number): boolean =>
  Number.isInteger(minutes) && minutes >= FALLBACK_MINUTES.min && minutes <= FALLBACK_MINUTES.max;

/** The target that also gets the messages which this one does not accept in time. */
export function FallbackPanel({ target }: { target: Target }) {
  const others = useTargets().data?.filter(({ id }) => id !== target.id) ?? [];
  const change = useChangeTarget(target.id);
  const [chosen, setChosen] = useState(target.fallbackTargetId);
  const [minutes, setMinutes] = useState<number>(target.fallbackAfterMinutes ?? FALLBACK_MINUTES.default);
  const [touched, setTouched] = useState(false);
  const wrong = chosen !== undefined && !isInRange(minutes);
  const save = () => {
    setTouched(true);
    if (wrong) return;
    const body = {
      fallback_target_id: chosen ?? null,
      ...(chosen !== undefined && { fallback_after_minutes: minutes }),
    };
    change.mutate(body, announced(save));
  };
  const other = others.find(({ id }) => id === chosen);
  return (
    <FoldedForm title={words.title} save={words.save} busy={change.isPending} onSave={save}>
      <p className="text-ink-2">{words.text(isInRange(minutes) ? minutes : FALLBACK_MINUTES.default)}</p>
      <Field label={words.target} hint={other && other.status !== 'active' ? words.notActive(other.name) : words.hint}>
        {(wiring) => (
          <select
            {...wiring}
            value={chosen ?? ''}
            onChange={(event) => setChosen(event.target.value === '' ? undefined : Number(event.target.value))}
            className={clsx(inputLook, 'max-w-110')}
          >
            <option value="">{words.none}</option>
            {others.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      {chosen !== undefined && (
        <TextField
          label={words.minutes}
          type="number"
          inputMode="numeric"
          min={FALLBACK_MINUTES.min}
          max={FALLBACK_MINUTES.max}
          error={touched && wrong ? words.minutesWrong : undefined}
          className="!w-32"
          value={Number.isFinite(minutes) ? minutes : ''}
          onChange={(event) => setMinutes(event.target.valueAsNumber)}
        />
      )}
    </FoldedForm>
  );
}
