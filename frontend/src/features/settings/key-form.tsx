import { type ReactNode, useState } from 'react';
import type { RequestInput } from '#contract/messages';
import { type Scope, scopes } from '#contract/scopes';
import { refusalOf } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, Field, inputLook, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { KeyWebhooks } from './key-webhooks.tsx';
import { texts } from './texts.ts';

/** Lifetimes of a key in days; 0 means that it never expires. */
const lives = [30, 90, 365, 0] as const;

/** The form for a new key: its name, scopes, webhooks and expiry. */
export function KeyForm({
  name: named = '',
  error,
  busy,
  submit,
  onSubmit,
  children,
}: {
  name?: string;
  error: Error | null;
  busy: boolean;
  submit: string;
  onSubmit(key: RequestInput<'createKey'>): void;
  /** Buttons next to the submit button. */
  children: ReactNode;
}) {
  const [name, setName] = useState(named);
  const [wanted, setWanted] = useState<readonly Scope[]>(['read', 'send']);
  const [days, setDays] = useState(90);
  const [webhookIds, setWebhookIds] = useState<readonly number[]>();
  const problem = error ? refusalOf(error) : undefined;
  return (
    <Form
      className="mb-4 flex max-w-[480px] flex-col gap-4"
      onSubmit={() => {
        onSubmit({
          name,
          scopes: scopes.filter((scope) => wanted.includes(scope)),
          ...(days > 0 && { expires_in_days: days }),
          ...(webhookIds && { webhook_ids: [...webhookIds] }),
        });
      }}
    >
      {problem && <FormError refusal={problem} />}
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
      <KeyWebhooks chosen={webhookIds} onChange={setWebhookIds} />
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
        <Button type="submit" tone="primary" busy={busy}>
          {submit}
        </Button>
        {children}
      </div>
    </Form>
  );
}
