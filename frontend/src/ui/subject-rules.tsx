import { MAX_SUBJECT_RULE } from '#contract/bounds';
import type { SandboxResult, WebhookDraft } from '../lib/wire.ts';
import { SelectField, TextField } from './field.tsx';
import { subjectWords } from './subject-words.ts';

const FIELDS = ['severity', 'state', 'title', 'link', 'key'] as const;
type FieldName = (typeof FIELDS)[number];

const words = {
  own: 'Each rule is an expression over the body, as in a template between {{ and }}. Leave a field empty to detect it automatically. If a rule fails, the message is sent without a colour.',
  fields: { severity: 'Severity', state: 'State', title: 'Title', link: 'Link', key: 'Key' },
  examples: {
    severity: 'labels.severity',
    state: 'status',
    title: 'service & ": " & summary',
    link: 'urls.dashboard',
    key: 'incident.id',
  },
  says: (value: string) => `Result: ${value}`,
  byItself: (value: string) => `Detected automatically: ${value}`,
  saysNothing: 'No result for this call',
  nothingByItself: 'Nothing detected',
} as const;

/** The result of the rules for a call. */
export interface TriedSubject {
  subject?: SandboxResult['subject'];
  /** The first rule that failed, and the reason as text. */
  problem?: { field: FieldName; text: string } | undefined;
}

/**
 * The rules for severity, title and link: automatic, off, or custom ones, each with its result.
 * @param tried the choice's result for a call; undefined until it is tested
 */
export function SubjectRules({
  choice,
  tried,
  onChange,
}: {
  choice: WebhookDraft['subject'];
  tried: TriedSubject | undefined;
  onChange(choice: WebhookDraft['subject']): void;
}) {
  const set = (more: Partial<typeof choice>) => onChange({ ...choice, ...more });
  return (
    <>
      <SelectField
        label={subjectWords.from}
        hint={subjectWords.hint}
        className="max-w-110"
        value={choice.from}
        choices={subjectWords.ways}
        onChange={(from) => set({ from })}
      />
      {choice.from === 'own' ? (
        <>
          <p className="text-ink-2">{words.own}</p>
          <div className="grid w-full gap-4 lg:grid-cols-2">
            {FIELDS.map((field) => (
              <TextField
                key={field}
                label={words.fields[field]}
                placeholder={words.examples[field]}
                mono
                spellCheck={false}
                autoComplete="off"
                maxLength={MAX_SUBJECT_RULE}
                value={choice[field]}
                hint={hintOf(tried?.subject, field, choice[field].trim() !== '')}
                error={tried?.problem?.field === field ? tried.problem.text : undefined}
                onChange={(event) => set({ [field]: event.target.value })}
              />
            ))}
          </div>
        </>
      ) : (
        choice.from === 'auto' && tried?.subject && <Said subject={tried.subject} />
      )}
    </>
  );
}

/** The value of a field: from its rule, or the automatic one. */
function hintOf(subject: TriedSubject['subject'], field: FieldName, isRuled: boolean): string | undefined {
  if (!subject) return undefined;
  const value = subject[field];
  if (value === undefined) return isRuled ? words.saysNothing : words.nothingByItself;
  return isRuled ? words.says(value) : words.byItself(value);
}

function Said({ subject }: { subject: NonNullable<TriedSubject['subject']> }) {
  return (
    <dl className="grid w-full grid-cols-[6rem_minmax(0,1fr)] gap-x-3 gap-y-1">
      {FIELDS.map((field) => (
        <div key={field} className="contents">
          <dt className="text-ink-2">{words.fields[field]}</dt>
          <dd className="min-w-0 wrap-anywhere">{subject[field] ?? '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
