import { useState } from 'react';
import { answerTypes, callMethods, MAX_ANSWER_BODY } from '#contract/answer';
import type { Intake } from '../../lib/wire.ts';
import { Checkbox, Field, inputLook, TextArea, TextField } from '../../ui/field.tsx';
import { problemOfAnswer, problemOfFields } from './rules.ts';
import { texts } from './texts.ts';

const words = texts.answer;

/** The default response, which satisfies strict services. */
const FIRST_ANSWER: NonNullable<Intake['answer']> = { status: 200, contentType: 'text/plain', body: 'OK' };

/** A field for the paths that identify a duplicate, one per line. */
export function DuplicateFields({ fields, onChange }: { fields: string[]; onChange(fields: string[]): void }) {
  // The lines as typed. The draft contains only the non-empty ones.
  const [text, setText] = useState(() => fields.join('\n'));
  return (
    <TextArea
      label={texts.intake.fields}
      hint={texts.intake.fieldsHint}
      error={problemOfFields(fields)}
      mono
      rows={3}
      className="!min-h-0"
      spellCheck={false}
      autoComplete="off"
      placeholder={'data.id\ntype'}
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        onChange(
          target.value
            .split('\n')
            .map((line) => line.trim())
            .filter((line) => line !== ''),
        );
      }}
    />
  );
}

/** The accepted methods and the custom response. */
export function AnswerFields({ intake, onChange }: { intake: Intake; onChange(part: Partial<Intake>): void }) {
  const { methods, answer } = intake;
  const set = (part: Partial<NonNullable<Intake['answer']>>) =>
    onChange({ answer: { ...(answer ?? FIRST_ANSWER), ...part } });
  const problem = answer && problemOfAnswer(answer);
  const at = (field: 'status' | 'body') => (problem?.field === field ? problem.text : undefined);
  return (
    <>
      <fieldset className="flex min-w-0 flex-col gap-2">
        <legend className="float-left mb-1 w-full font-medium">{words.methods}</legend>
        <p className="text-meta text-ink-2">{words.methodsHint}</p>
        <div className="flex flex-wrap gap-x-5 gap-y-1">
          {callMethods.map((method) => (
            <Checkbox
              key={method}
              label={method}
              checked={methods.includes(method)}
              onChange={({ target }) =>
                onChange({
                  methods: callMethods.filter((each) => (each === method ? target.checked : methods.includes(each))),
                })
              }
            />
          ))}
        </div>
      </fieldset>
      <Checkbox
        label={words.own}
        hint={words.ownHint}
        checked={answer !== null}
        onChange={({ target }) => onChange({ answer: target.checked ? FIRST_ANSWER : null })}
      />
      {answer && (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label={words.status}
              type="number"
              inputMode="numeric"
              min={200}
              max={299}
              error={at('status')}
              value={Number.isFinite(answer.status) ? answer.status : ''}
              onChange={({ target }) => set({ status: target.valueAsNumber })}
            />
            <Field label={words.type}>
              {(wiring) => (
                <select
                  {...wiring}
                  className={inputLook}
                  value={answer.contentType}
                  onChange={({ target }) => set({ contentType: target.value as typeof answer.contentType })}
                >
                  {answerTypes.map((type) => (
                    <option key={type}>{type}</option>
                  ))}
                </select>
              )}
            </Field>
          </div>
          <TextArea
            label={words.body}
            hint={words.bodyHint}
            error={at('body')}
            mono
            rows={3}
            className="!min-h-0"
            maxLength={MAX_ANSWER_BODY}
            spellCheck={false}
            value={answer.body}
            onChange={({ target }) => set({ body: target.value })}
          />
        </>
      )}
    </>
  );
}
