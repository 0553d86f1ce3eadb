import { MAX_SECRETS } from '#contract/bounds';
import { useSetVerification, type Verification } from '../../data/verification.ts';
import { showError, toasts } from '../../lib/services.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code.tsx';
import { Field, inputLook } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password.tsx';
import { Time } from '../../ui/time.tsx';
import { type Choice, changeOf, choiceOf, hasSecrets, KEEP_HOURS, newSecret, replaces } from './rules.ts';
import { texts } from './texts.ts';

const words = texts.dialog;

/** The accepted secrets, and a field for another one, either pasted or generated here. */
export function Secrets({
  webhookId,
  choice,
  known,
  way,
  called,
  made,
  onMade,
  onChange,
}: {
  webhookId: number;
  choice: Choice;
  known: Verification;
  way: 'theirs' | 'chosen' | 'public' | 'brought';
  called: string;
  /** True if the secret was generated here, so it is shown until it is entered at the sender. */
  made: boolean;
  onMade(made: boolean): void;
  onChange(part: Partial<Choice>): void;
}) {
  const has = hasSecrets(choice, known);
  const full = has && known.secrets.length >= MAX_SECRETS;
  const label = has ? words.another : way === 'chosen' ? words.enterBoth(called) : words.paste(called);
  return (
    <div className="flex flex-col gap-3">
      {has && <Known webhookId={webhookId} known={known} last={way === 'brought'} />}
      {way === 'brought' && !has && <p className="text-meta text-ink-2">{words.brought}</p>}
      {full ? (
        <p className="text-meta text-ink-2">{words.full(MAX_SECRETS)}</p>
      ) : made ? (
        <div className="flex flex-col gap-1.5">
          <p className="font-medium">{words.enterBoth(called)}</p>
          <CodeBlock text={choice.secret} label={words.copyMade} copied={words.madeCopied} />
          <p className="text-meta text-ink-2">{words.made}</p>
        </div>
      ) : (
        way !== 'brought' && (
          <div className="flex flex-col items-start gap-2">
            <div className="w-full">
              <PasswordField
                label={label}
                hint={way === 'public' ? words.publicHint : words.pasteHint}
                maxLength={4096}
                // Without these attributes, a password manager would fill in this site's password, or offer to save the
                // secret.
                autoComplete="off"
                data-1p-ignore
                value={choice.secret}
                onChange={({ target }) => onChange({ secret: target.value })}
              />
            </div>
            {way === 'chosen' && choice.secret === '' && (
              <Button
                size="small"
                onClick={() => {
                  onChange({ secret: newSecret() });
                  onMade(true);
                }}
              >
                {words.make}
              </Button>
            )}
          </div>
        )
      )}
      {replaces(choice, known) && (
        <Field label={words.keepOld}>
          {(wiring) => (
            <select
              {...wiring}
              className={`${inputLook} !w-40`}
              value={choice.keepHours}
              onChange={({ target }) => onChange({ keepHours: Number(target.value) })}
            >
              {KEEP_HOURS.map((hours) => (
                <option key={hours} value={hours}>
                  {words.hours(hours)}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
    </div>
  );
}

/**
 * The stored secrets, each with a button to remove it.
 * @param last true if even the last secret can be removed, because its service sends another one
 */
function Known({ webhookId, known, last }: { webhookId: number; known: Verification; last: boolean }) {
  const save = useSetVerification(webhookId);
  const end = (id: string) =>
    save.mutate(
      { ...changeOf(choiceOf(known), known), retire_secret_ids: [id], retire_after_hours: 0 },
      {
        onSuccess: () => toasts.add({ severity: 'success', summary: words.ended }),
        onError: (error) => showError(error, { title: words.notEnded }),
      },
    );
  return (
    <div>
      <p className="mb-1 font-medium">{words.known}</p>
      <ul className="flex flex-col gap-1">
        {known.secrets.map(({ id, hint, createdAt, expiresAt }) => (
          <li key={id} className="flex min-h-8 flex-wrap items-center gap-x-3 text-meta">
            <code className="text-code">{hint}</code>
            <span className="min-w-0 flex-1 text-ink-2">
              {expiresAt === undefined ? words.since : words.until}{' '}
              <Time date={expiresAt ?? createdAt} ahead={expiresAt !== undefined} />
            </span>
            {(known.secrets.length > 1 || last) && (
              <Button
                size="small"
                tone="quiet"
                busy={save.isPending}
                aria-label={words.endLabel(hint)}
                onClick={() => end(id)}
              >
                {words.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
