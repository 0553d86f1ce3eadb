import { useState } from 'react';
import type { Scope } from '#contract/scopes';
import { scopes } from '#contract/scopes';
import { useCreateKey } from '../../data/keys.ts';
import { refusalOf } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code.tsx';
import { Checkbox, Field, inputLook, TextField } from '../../ui/field.tsx';
import { HelpLink } from '../../ui/help-link.tsx';
import { Notice } from '../../ui/panel.tsx';
import { texts } from './texts.ts';

/** In days; 0: never. */
const lives = [30, 90, 365, 0] as const;

/** The form that makes a key, and afterwards the key, this once. @param full the plan allows no more keys */
export function NewKey({ full, onDone }: { full: boolean; onDone(): void }) {
  const create = useCreateKey();
  const [name, setName] = useState('');
  const [wanted, setWanted] = useState<readonly Scope[]>(['read', 'send']);
  const [days, setDays] = useState(90);
  const problem = create.error ? refusalOf(create.error) : undefined;

  if (create.data)
    return (
      <div className="mb-4 flex flex-col gap-3">
        <Notice tone="warn">{texts.keys.once}</Notice>
        <CodeBlock text={create.data.key} label={texts.keys.copy} copied={texts.keys.copied} />
        <div>
          <Button onClick={onDone}>{texts.keys.done}</Button>
        </div>
      </div>
    );
  return (
    <form
      noValidate
      className="mb-4 flex max-w-[480px] flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const chosen = scopes.filter((scope) => wanted.includes(scope));
        create.mutate({ name, scopes: chosen, ...(days > 0 && { expires_in_days: days }) });
      }}
    >
      {full && <Notice tone="info">{texts.keys.full}</Notice>}
      {problem && (
        <Notice tone="error">
          {problem.messages.map((message) => (
            <p key={message}>{message}</p>
          ))}
          <HelpLink code={problem.code} className="text-meta" />
        </Notice>
      )}
      <TextField
        label={texts.keys.name}
        hint={texts.keys.nameHint}
        maxLength={100}
        autoComplete="off"
        required
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1.5 font-medium">{texts.keys.may}</legend>
        {scopes.map((scope) => (
          <Checkbox
            key={scope}
            label={texts.keys.scopes[scope].name}
            hint={texts.keys.scopes[scope].hint}
            checked={wanted.includes(scope)}
            onChange={({ target: { checked } }) =>
              setWanted(checked ? [...wanted, scope] : wanted.filter((each) => each !== scope))
            }
          />
        ))}
      </fieldset>
      <Field label={texts.keys.life}>
        {(wiring) => (
          <select
            {...wiring}
            className={inputLook}
            value={days}
            onChange={(event) => setDays(Number(event.target.value))}
          >
            {lives.map((each) => (
              <option key={each} value={each}>
                {texts.keys.lives(each)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" tone="primary" busy={create.isPending}>
          {texts.keys.create}
        </Button>
        <Button onClick={onDone}>{texts.keys.cancel}</Button>
      </div>
    </form>
  );
}
