import { SlidersHorizontal, TriangleAlert } from 'virtual:icons';
import { type FormEvent, useState } from 'react';
import { behaviour, type Provider } from '../../../lib/local/fakes/wire.ts';
import { Button } from '../../src/ui/button.tsx';
import { Dialog } from '../../src/ui/dialog.tsx';
import { Field, FieldError, inputLook, TextField } from '../../src/ui/field.tsx';
import { call } from '../api.ts';
import { refreshFeed } from '../feed.ts';
import { hasMails } from '../side.tsx';

const modes = [
  ['ok', 'Behaves normally', 'Takes every message.'],
  ['429', 'Too many requests', 'Asks Tellhook to wait before the next one.'],
  ['500', 'Broken', 'Answers with a server error.'],
  ['timeout', 'Silent', 'Takes the request and never answers.'],
  ['reset', 'Hangs up', 'Cuts the connection without an answer.'],
  ['gone', 'Gone for good', 'Says that the recipient is not there any more.'],
  ['answer', 'Another refusal', 'One of the provider’s own, word for word.'],
] as const;

/** The button with the provider's current behaviour, and the dialog that changes it. */
export function BehaviourButton({ provider }: { provider: Provider }) {
  const [open, setOpen] = useState(false);
  const { mode, times } = provider.behaviour;
  const label = modes.find(([name]) => name === mode)?.[1] ?? mode;
  const ok = mode === 'ok';
  return (
    <>
      <Button
        size="small"
        tone={ok ? 'quiet' : 'danger-outline'}
        icon={ok ? <SlidersHorizontal size={15} aria-hidden /> : <TriangleAlert size={15} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {times && !ok ? `${label}, ${times} more` : label}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={`How ${provider.name} behaves`} size="small">
        <BehaviourForm provider={provider} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function BehaviourForm({ provider, onDone }: { provider: Provider; onDone(): void }) {
  const { slug, name, behaviour: current, answers } = provider;
  const [mode, setMode] = useState<string>(current.mode);
  const [problem, setProblem] = useState<string>();
  const apply = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const number = (field: string) => (form.get(field) ? { [field]: Number(form.get(field)) } : {});
    try {
      await call('behaviour', behaviour, {
        provider: slug,
        mode,
        ...number('times'),
        ...number('retryAfter'),
        ...(form.has('answer') ? { answer: form.get('answer') } : {}),
      });
      await refreshFeed();
      onDone();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <form className="flex flex-col gap-4" onSubmit={(event) => void apply(event)}>
      <p className="text-ink-2">What {name} does with the next messages from Tellhook.</p>
      <fieldset className="flex flex-col gap-1">
        <legend className="sr-only">Behaviour</legend>
        {modes
          .filter(([code]) => code !== 'answer' || answers.length > 0)
          .map(([code, label, hint]) => (
            <label
              key={code}
              className="flex cursor-pointer items-start gap-3 rounded-control px-2 py-1.5 has-checked:bg-accent-soft"
            >
              <input
                type="radio"
                name="mode"
                value={code}
                checked={mode === code}
                onChange={() => setMode(code)}
                className="mt-1 size-4 accent-accent"
              />
              <span>
                <span className="block font-medium">{label}</span>
                <span className="block text-meta text-ink-2">{hint}</span>
              </span>
            </label>
          ))}
      </fieldset>
      {/* SES never sends a time to wait. */}
      {mode === '429' && !hasMails(provider) && (
        <TextField
          label="Wait in seconds"
          name="retryAfter"
          type="number"
          min={1}
          max={86_400}
          defaultValue={current.retryAfter ?? 5}
        />
      )}
      {mode === 'answer' && (
        <Field label="Refusal">
          {(wiring) => (
            <select {...wiring} name="answer" defaultValue={current.answer} className={inputLook}>
              {answers.map(({ code, label }) => (
                <option key={code} value={code}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {mode !== 'ok' && (
        <TextField
          label="For how many messages"
          hint="Empty: until you change it."
          name="times"
          type="number"
          min={1}
          max={1000}
          placeholder="all"
          defaultValue={current.times}
        />
      )}
      {problem && (
        <div role="alert">
          <FieldError>{problem}</FieldError>
        </div>
      )}
      <Button type="submit" tone="primary" className="self-end">
        Apply
      </Button>
    </form>
  );
}
