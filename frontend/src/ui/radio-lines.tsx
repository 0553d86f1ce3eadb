import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';

/** A question with its answers in frames, one below another. The whole frame is clickable. */
export function RadioLines<Answer extends string>({
  question,
  hint,
  answers,
  words,
  chosen,
  disabled = false,
  onChange,
  children,
}: {
  question: string;
  hint?: string;
  /** The answers in display order. */
  answers: readonly Answer[];
  words: Readonly<Record<NoInfer<Answer>, { label: string; hint: string }>>;
  chosen: NoInfer<Answer>;
  disabled?: boolean;
  onChange(answer: NoInfer<Answer>): void;
  /** A follow-up question in the same group. */
  children?: ReactNode;
}) {
  const name = useId();
  return (
    <fieldset className="flex min-w-0 flex-col gap-2" disabled={disabled}>
      <legend className="float-left mb-1 w-full font-medium">{question}</legend>
      {hint !== undefined && <p className="text-meta text-ink-2">{hint}</p>}
      {answers.map((answer) => (
        <label
          key={answer}
          className={clsx(
            'flex cursor-pointer items-start gap-3 rounded-control border px-3 py-2 has-focus-visible:outline-2 has-focus-visible:outline-accent-text',
            answer === chosen ? 'border-accent bg-accent-soft' : 'border-line-strong hover:border-field-line',
          )}
        >
          <input
            type="radio"
            name={name}
            className="mt-1 accent-accent outline-none"
            checked={answer === chosen}
            onChange={() => onChange(answer)}
          />
          <span className="min-w-0">
            <span className="block font-medium">{words[answer].label}</span>
            <span className="block text-meta text-ink-2">{words[answer].hint}</span>
          </span>
        </label>
      ))}
      {children}
    </fieldset>
  );
}
