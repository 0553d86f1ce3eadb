import { clsx } from 'clsx';
import { MAX_DUPLICATE_WINDOW_MINUTES, MAX_RETENTION_DAYS, MAX_VERIFY_TOKEN } from '#contract/bounds';
import type { Intake, WebhookDraft } from '../../lib/wire.ts';
import { Checkbox, TextField } from '../../ui/field.tsx';
import { RadioLines } from '../../ui/radio-lines.tsx';
import { AnswerFields, DuplicateFields } from './answer-fields.tsx';
import { problemOfIntake, problemOfRetention } from './rules.ts';
import { texts } from './texts.ts';

const words = texts.intake;
const choices = ['off', 'mark', 'drop'] as const;

/** Settings for duplicate calls, URL verification, responses and retention, with the consequences of each choice. */
export function IntakeFields({
  draft: { intake, retentionDays },
  wide = false,
  onChange,
}: {
  draft: Pick<WebhookDraft, 'intake' | 'retentionDays'>;
  /** True to place the fields side by side if there is space. */
  wide?: boolean;
  onChange(change: Partial<Pick<WebhookDraft, 'intake' | 'retentionDays'>>): void;
}) {
  const change = (part: Partial<Intake>) => onChange({ intake: { ...intake, ...part } });
  return (
    <div className={clsx('grid min-w-0 gap-6', wide && 'lg:grid-cols-2')}>
      <RadioLines
        question={words.duplicates}
        hint={words.duplicatesHint}
        answers={choices}
        words={words.choices}
        chosen={intake.duplicates}
        onChange={(duplicates) => change({ duplicates })}
      >
        {intake.duplicates !== 'off' && (
          <>
            <TextField
              label={words.window}
              hint={words.windowHint}
              type="number"
              inputMode="numeric"
              min={1}
              max={MAX_DUPLICATE_WINDOW_MINUTES}
              error={problemOfIntake(intake)}
              className="!w-32"
              value={Number.isFinite(intake.duplicateWindowMinutes) ? intake.duplicateWindowMinutes : ''}
              onChange={(event) => change({ duplicateWindowMinutes: event.target.valueAsNumber })}
            />
            <DuplicateFields
              fields={intake.duplicateFields}
              onChange={(duplicateFields) => change({ duplicateFields })}
            />
          </>
        )}
      </RadioLines>
      <div className="flex min-w-0 flex-col gap-3">
        <Checkbox
          label={words.handshakes}
          hint={words.handshakesHint}
          checked={intake.answerHandshakes}
          onChange={(event) => change({ answerHandshakes: event.target.checked })}
        />
        {intake.answerHandshakes && (
          <TextField
            label={words.verifyToken}
            hint={words.verifyTokenHint}
            maxLength={MAX_VERIFY_TOKEN}
            autoComplete="off"
            spellCheck={false}
            value={intake.verifyToken}
            onChange={(event) => change({ verifyToken: event.target.value })}
          />
        )}
        <AnswerFields intake={intake} onChange={change} />
        <TextField
          label={texts.retention.field}
          hint={texts.retention.hint}
          type="number"
          inputMode="numeric"
          min={1}
          max={MAX_RETENTION_DAYS}
          error={problemOfRetention(retentionDays)}
          className="!w-32"
          value={retentionDays ?? ''}
          onChange={({ target }) => onChange({ retentionDays: target.value === '' ? null : target.valueAsNumber })}
        />
      </div>
    </div>
  );
}
