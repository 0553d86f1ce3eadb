import type { RequestInput, Response } from '../../lambdas/contract/messages.ts';
import { schemeOf } from '../../lambdas/verification/senders/index.ts';
import { secretProblem } from '../../lambdas/verification/verify.ts';
import type { DescribedWebhook } from './document.ts';
import { VARIABLE } from './variables.ts';

export type Verification = Response<'getVerification'>;
type Described = NonNullable<DescribedWebhook['verification']>;

const NONE: Verification = { mode: 'off', sender: null, allow_ips: [], secrets: [] };

/** Sorts the fields and drops unset ones, so equal settings have equal JSON. */
const tidied = (own: Verification['own']): Verification['own'] => {
  const fields = Object.entries(own ?? {})
    .filter(([, value]) => value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return fields.length > 0 ? Object.fromEntries(fields) : undefined;
};

/** Converts a webhook's verification to the form of a config file. Neither contains a secret. */
export const describeVerification = ({ mode, sender, own, allow_ips }: Verification) => ({
  mode,
  sender,
  allow_ips,
  ...(tidied(own) && { own: tidied(own) }),
});

const equal = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The change that a webhook's verification needs; `body` is undefined if it needs none. */
interface VerificationPlan {
  fields: FieldChange[];
  body?: RequestInput<'setVerification'>;
  problems: { field: string; message: string }[];
}

/**
 * Asks the server which of a sender's secrets equals a text.
 * @returns the secret's id; undefined if none matches
 */
export type FindSecret = (sender: NonNullable<Verification['sender']>, secret: string) => Promise<string | undefined>;

/**
 * Compares a webhook’s verification with a document's, in which variables have been replaced. A new secret is added and
 * the previous ones are retired, but the server accepts these for another day.
 * @param find asks the server for an equal secret, because secrets cannot be read
 * @throws ApiRefusal, Unreachable
 */
export const planVerification = async (
  existing: Verification | undefined,
  described: Described,
  find: FindSecret,
): Promise<VerificationPlan> => {
  const before = existing ?? NONE;
  const { secret, mode = before.mode, sender = before.sender, allow_ips = before.allow_ips } = described;
  const wanted = { mode, sender, allow_ips, own: tidied(described.own ?? before.own) };
  const old: Partial<typeof wanted> = describeVerification(before);
  const fields: FieldChange[] = (['mode', 'sender', 'allow_ips', 'own'] as const)
    .filter((field) => !equal(old[field], wanted[field]))
    .map((field) => ({ field: `verification.${field}`, from: existing && old[field], to: wanted[field] }));

  // If the sender changes, all previous secrets become invalid.
  const kept = sender === before.sender ? before.secrets : [];
  const staying = kept.filter(({ expires_at }) => expires_at === undefined);
  const known =
    secret === undefined || sender === null || staying.length === 0 ? undefined : await find(sender, secret);
  const retired = secret === undefined ? [] : staying.filter(({ id }) => id !== known);
  const isNew = secret !== undefined && known === undefined;
  if (isNew || retired.length > 0 || kept.length < before.secrets.length)
    fields.push({
      field: 'verification.secret',
      from: before.secrets.length > 0 ? '(another)' : undefined,
      to: secret === undefined ? undefined : '(set)',
    });

  const problems: VerificationPlan['problems'] = [];
  if (mode === 'enforce' && sender !== null && sender !== 'asana' && kept.length === 0 && !isNew)
    problems.push({ field: 'secret', message: 'is missing; without a secret, every call would be rejected' });
  // An unset variable is already a reported problem.
  const wrong =
    secret === undefined || sender === null || VARIABLE.test(secret)
      ? undefined
      : secretProblem(schemeOf(sender), secret.trim());
  if (wrong !== undefined) problems.push({ field: 'secret', message: wrong });
  if (secret !== undefined && sender === null)
    problems.push({ field: 'sender', message: 'is missing; name the service that the secret belongs to' });
  if (mode !== 'off' && sender === null && allow_ips.length === 0)
    problems.push({ field: 'sender', message: 'is missing; name the calling service, or set allow_ips' });
  if (fields.length === 0) return { fields, problems };
  const { own, ...rest } = wanted;
  return {
    fields,
    problems,
    body: {
      ...rest,
      ...(own && { own }),
      ...(isNew && { add_secret: secret }),
      retire_secret_ids: retired.map(({ id }) => id),
    },
  };
};

/** A field that a plan changes. Secrets are never shown. */
export interface FieldChange {
  field: string;
  from: unknown;
  to: unknown;
}
