import { Circle, CircleCheck, CircleX, Eye, EyeOff } from 'virtual:icons';
import { clsx } from 'clsx';
import { type InputHTMLAttributes, type ReactNode, type Ref, useEffect, useState } from 'react';
import type { HelpCode } from '../lib/help.ts';
import { isGuessable, passwordRules, passwordStrength, type Strength } from '../lib/password.ts';
import { Field, inputLook } from './field.tsx';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  help?: HelpCode | undefined;
  ref?: Ref<HTMLInputElement>;
};

/** A password field with a button that shows the password. */
export function PasswordField({ label, hint, error, help, className, ...rest }: Props) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field label={label} hint={hint} error={error} help={help}>
      {(wiring) => (
        <div className="relative">
          <input
            {...wiring}
            {...rest}
            type={shown ? 'text' : 'password'}
            className={clsx(inputLook, 'pr-11', className)}
            autoCapitalize="off"
            spellCheck={false}
          />
          <button
            type="button"
            aria-label={shown ? 'Hide password' : 'Show password'}
            aria-pressed={shown}
            title={shown ? 'Hide password' : 'Show password'}
            onClick={() => setShown(!shown)}
            className="absolute right-1 top-1 grid size-8 place-items-center rounded-badge text-ink-2 hover:bg-sunken hover:text-ink"
          >
            <Icon size={17} aria-hidden />
          </button>
        </div>
      )}
    </Field>
  );
}

const words: Record<Strength, string> = { none: '', weak: 'Weak', medium: 'Medium', strong: 'Strong' };
const bars: Record<Strength, number> = { none: 0, weak: 1, medium: 2, strong: 3 };
const fills: Record<Strength, string> = { none: '', weak: 'bg-err-fill', medium: 'bg-warn-fill', strong: 'bg-ok-fill' };

/**
 * Shows a password's strength as three bars and a word, and the rules that it meets.
 * @param email the account's address, if known, because a password made from it is rejected
 */
export function PasswordMeter({ password, email = '' }: { password: string; email?: string }) {
  const strength = passwordStrength(password);
  const rules = passwordRules(password);
  const uncommon = useUncommon(password, email, rules.long);
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex h-5 items-center gap-1.5">
        {[1, 2, 3].map((bar) => (
          <span
            key={bar}
            className={clsx(
              'h-1.5 flex-1 rounded-full forced-colors:border',
              bar <= bars[strength] ? fills[strength] : 'bg-line',
            )}
          />
        ))}
        <span
          className="w-15 text-right text-meta text-ink-2"
          role="status"
          aria-label={`Password strength: ${words[strength] || 'none'}`}
        >
          {words[strength]}
        </span>
      </div>
      <ul className="flex flex-wrap gap-x-3.5 gap-y-1 text-meta">
        <Rule met={rules.lower}>lower case</Rule>
        <Rule met={rules.upper}>upper case</Rule>
        <Rule met={rules.digit}>a digit</Rule>
        <Rule met={rules.long}>8 characters</Rule>
        <Rule met={uncommon === true} refused={uncommon === false}>
          not a common password
        </Rule>
      </ul>
    </div>
  );
}

/**
 * True if the server would accept the password as uncommon; undefined until that is known.
 * @param wanted true if the password is long enough for a check; the lists are fetched only then
 */
function useUncommon(password: string, email: string, wanted: boolean): boolean | undefined {
  const [known, setKnown] = useState<{ about: string; uncommon: boolean }>();
  const about = `${email} ${password}`;
  useEffect(() => {
    if (!wanted) return;
    let current = true;
    // If the lists cannot be loaded, the browser shows no result, and the server decides.
    isGuessable(password, email).then(
      (guessable) => current && setKnown({ about, uncommon: !guessable }),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [password, email, about, wanted]);
  return wanted && known?.about === about ? known.uncommon : undefined;
}

/** A rule that is met, not met yet, or the reason why the server would reject the password. */
function Rule({ met, refused = false, children }: { met: boolean; refused?: boolean; children: string }) {
  const Icon = met ? CircleCheck : refused ? CircleX : Circle;
  return (
    <li className={clsx('flex items-center gap-1.5', met ? 'text-ok' : refused ? 'text-err' : 'text-ink-2')}>
      <Icon size={14} aria-hidden />
      {children}
      <span className="sr-only">{met ? ' (met)' : refused ? ' (refused)' : ' (not met yet)'}</span>
    </li>
  );
}
