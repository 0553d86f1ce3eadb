import { type FormEvent, useState } from 'react';
import { Button, buttonLook } from '../../src/ui/button.tsx';
import { CodeBlock } from '../../src/ui/code.tsx';
import { Dialog } from '../../src/ui/dialog.tsx';
import { Field, inputLook, TextField } from '../../src/ui/field.tsx';
import type { Creator } from '../fake-page.ts';
import { goTo } from '../place.ts';
import { act } from './act.ts';

/** A form that creates something at a provider, and the resulting URL. */
export function CreatorDialog({
  slug,
  creator,
  onClose,
}: {
  slug: string;
  creator: Creator | undefined;
  onClose(): void;
}) {
  const [url, setUrl] = useState<string>();
  const close = () => {
    setUrl(undefined);
    onClose();
  };
  const create = async (event: FormEvent<HTMLFormElement>, { path, extra, opens, reveals }: Creator) => {
    event.preventDefault();
    const made = await act(path, { ...Object.fromEntries(new FormData(event.currentTarget)), ...extra });
    if (!made) return;
    const revealed = made.shown ?? made.url;
    if (reveals && revealed) return setUrl(revealed);
    close();
    if (opens && made[opens] !== undefined) goTo(`${slug}/${made[opens]}`);
  };
  return (
    <Dialog open={creator !== undefined} onClose={close} title={creator?.title ?? ''} size="small">
      {creator && url === undefined && (
        <form className="flex flex-col gap-4" onSubmit={(event) => void create(event, creator)}>
          {creator.hint && <p className="text-ink-2">{creator.hint}</p>}
          {creator.fields.map(({ name, label, value, placeholder, options }) =>
            options ? (
              <Field key={name} label={label}>
                {(wiring) => (
                  <select {...wiring} name={name} className={inputLook}>
                    {options.map(([code, text]) => (
                      <option key={code} value={code}>
                        {text}
                      </option>
                    ))}
                  </select>
                )}
              </Field>
            ) : (
              <TextField
                key={name}
                label={label}
                name={name}
                defaultValue={value}
                placeholder={placeholder}
                required
                maxLength={128}
                autoComplete="off"
              />
            ),
          )}
          <Button type="submit" tone="primary" className="self-end">
            {creator.label}
          </Button>
        </form>
      )}
      {creator && url !== undefined && (
        <div className="flex flex-col gap-4">
          <p className="text-ink-2">{creator.reveals}</p>
          <CodeBlock text={url} label="Copy the URL" copied="URL copied to Clipboard" />
          <a href="/targets/new" className={`${buttonLook({ tone: 'primary' })} self-end`}>
            Create a target
          </a>
        </div>
      )}
    </Dialog>
  );
}
