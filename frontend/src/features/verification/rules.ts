import { MAX_TOLERANCE_SECONDS } from '#contract/bounds';
import type { RequestInput } from '#contract/messages';
import { toWire } from '#contract/names';
import type { SenderSlug } from '#contract/senders';
import type { Own, Verification } from '../../data/verification.ts';
import { texts } from './texts.ts';

type Change = RequestInput<'setVerification'>;

/** The user's choices. The secret is stored only here until it is saved. */
export interface Choice {
  mode: Change['mode'];
  sender: SenderSlug | undefined;
  own: Own;
  addresses: string;
  secret: string;
  /** Hours for which the previous secrets are still accepted. */
  keepHours: number;
}

export const KEEP_HOURS = [0, 1, 24, 72, 168] as const;
const DEFAULT_KEEP_HOURS = 24;

/**
 * The stored settings as a form.
 * @param guess the likely service, if none is chosen yet
 */
export const choiceOf = (known: Verification, guess?: SenderSlug): Choice => ({
  // By default, unverified calls are only marked, so a new service loses no calls.
  mode: known.sender === null && known.allowIps.length === 0 ? 'report' : known.mode,
  sender: known.sender ?? guess,
  own: known.own ?? {},
  addresses: known.allowIps.join('\n'),
  secret: '',
  keepHours: DEFAULT_KEEP_HOURS,
});

export const isOwn = (sender: SenderSlug | undefined): boolean => sender === 'hmac' || sender === 'secret';

/** Empty fields mean the default, so they are not sent. */
const filled = (own: Own): Own =>
  Object.fromEntries(Object.entries(own).filter(([, value]) => value !== '' && value !== undefined));

export const ownOf = ({ sender, own }: Pick<Choice, 'sender' | 'own'>): Pick<Change, 'own'> =>
  isOwn(sender) && Object.keys(filled(own)).length > 0 ? { own: toWire(filled(own)) } : {};

/** The secrets that have no end date. */
const lasting = ({ secrets }: Verification) => secrets.filter(({ expiresAt }) => expiresAt === undefined);

/** True if the user chose another sender. The server then ends the previous sender's secrets. */
const isOtherSender = (choice: Choice, known: Verification): boolean =>
  known.sender !== null && choice.sender !== known.sender;

/** True if saving invalidates existing secrets. */
export const endsSecrets = (choice: Choice, known: Verification): boolean =>
  known.secrets.length > 0 && isOtherSender(choice, known);

/** True if the existing secrets belong to the chosen sender. */
export const hasSecrets = (choice: Choice, known: Verification): boolean =>
  known.secrets.length > 0 && !isOtherSender(choice, known);

/** True if a new secret replaces an old one, so the form shows when the old one ends. */
export const replaces = (choice: Choice, known: Verification): boolean =>
  choice.secret.trim() !== '' && !isOtherSender(choice, known) && lasting(known).length > 0;

/** The API request for the user's choices. */
export const changeOf = (choice: Choice, known: Verification): Change => {
  const secret = choice.secret.trim();
  const retired = replaces(choice, known) ? lasting(known) : [];
  return {
    mode: choice.mode,
    sender: choice.sender ?? null,
    ...ownOf(choice),
    allow_ips: choice.addresses.split(/[\s,]+/).filter(Boolean),
    ...(secret !== '' && { add_secret: secret }),
    retire_secret_ids: retired.map(({ id }) => id),
    retire_after_hours: choice.keepHours,
  };
};

/**
 * Returns the reason why the settings cannot be saved; undefined if they can.
 * @param made true if the new secret was generated here, so the sender cannot have signed anything with it
 */
export const problemOf = (
  choice: Choice,
  known: Verification,
  way: string | undefined,
  made = false,
): string | undefined => {
  if (choice.mode === 'off') return undefined;
  if (choice.sender === undefined) return choice.addresses.trim() === '' ? texts.dialog.needSender : undefined;
  const wrong = problemOfTolerance(choice.own);
  if (isOwn(choice.sender) && wrong !== undefined) return wrong;
  if (made && choice.mode === 'enforce' && !hasSecrets(choice, known)) return texts.dialog.notSignedYet;
  if (way === 'brought' || hasSecrets(choice, known) || choice.secret.trim() !== '') return undefined;
  return choice.mode === 'enforce' ? texts.dialog.needSecret : undefined;
};

/** Returns an error unless the maximum age is a whole number of seconds up to an hour. Empty means five minutes. */
export const problemOfTolerance = ({ toleranceSeconds: seconds }: Own): string | undefined =>
  seconds === undefined || (Number.isInteger(seconds) && seconds >= 0 && seconds <= MAX_TOLERANCE_SECONDS)
    ? undefined
    : texts.dialog.own.wrongTolerance;

/** Generates a secret: 32 random bytes in hex, which every sender accepts. */
export const newSecret = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
};
