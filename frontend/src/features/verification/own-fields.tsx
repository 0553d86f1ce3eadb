import { MAX_TOLERANCE_SECONDS } from '#contract/bounds';
import { SelectField, TextField } from '../../ui/field.tsx';
import { type Choice, problemOfTolerance } from './rules.ts';
import { texts } from './texts.ts';

const words = texts.dialog.own;
const hashes = { sha256: 'sha256', sha1: 'sha1', sha512: 'sha512' } as const;
const encodings = { hex: 'hex', base64: 'base64' } as const;

/** The signing method of a service that is not listed. Empty fields use the most common values. */
export function OwnFields({ choice, onChange }: { choice: Choice; onChange(part: Partial<Choice>): void }) {
  const { own, sender } = choice;
  const set = (part: Choice['own']) => onChange({ own: { ...own, ...part } });
  const signs = sender === 'hmac';
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label={words.header}
        placeholder={signs ? 'X-Signature' : 'Authorization'}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        value={own.header ?? ''}
        onChange={({ target }) => set({ header: target.value.trim() })}
      />
      <TextField
        label={words.prefix}
        placeholder={signs ? 'sha256=' : 'Bearer '}
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
        value={own.prefix ?? ''}
        onChange={({ target }) => set({ prefix: target.value })}
      />
      {signs && (
        <>
          <SelectField
            label={words.hash}
            choices={hashes}
            value={own.hash ?? 'sha256'}
            onChange={(hash) => set({ hash })}
          />
          <SelectField
            label={words.encoding}
            choices={encodings}
            value={own.encoding ?? 'hex'}
            onChange={(encoding) => set({ encoding })}
          />
          <TextField
            label={words.timeHeader}
            placeholder="X-Timestamp"
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            value={own.timeHeader ?? ''}
            onChange={({ target }) => set({ timeHeader: target.value.trim() })}
          />
          {own.timeHeader && (
            <>
              <TextField
                label={words.between}
                placeholder="."
                maxLength={10}
                autoComplete="off"
                value={own.between ?? ''}
                onChange={({ target }) => set({ between: target.value })}
              />
              <TextField
                label={words.tolerance}
                type="number"
                inputMode="numeric"
                placeholder="300"
                min={0}
                max={MAX_TOLERANCE_SECONDS}
                error={problemOfTolerance(own)}
                value={Number.isFinite(own.toleranceSeconds) ? own.toleranceSeconds : ''}
                onChange={({ target }) =>
                  set({ toleranceSeconds: target.value === '' ? undefined : target.valueAsNumber })
                }
              />
            </>
          )}
        </>
      )}
    </div>
  );
}
