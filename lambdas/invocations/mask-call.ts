import { withoutSecretValues } from '#contract/secret-values';
import { isSecretName } from '#contract/secret-words';
import type { Place } from '../verification/scheme.ts';
import type { IncomingCall } from './invocation.ts';

/** The secrets that a webhook has, for masking what its callers send. */
export interface KnownSecrets {
  /** The place of a proof that is the secret itself, right or wrong. */
  place?: Pick<Place, 'header' | 'headersFrom'>;
  /** In clear; those that are retired or expired too. */
  values: readonly string[];
}

/** Shorter secrets also occur in ordinary values, so only a value that is one as a whole is masked. */
const FOUND_FROM_CHARACTERS = 8;

/**
 * A copy of a call for everything that outlives it: storage, lanes, notes of refused calls. Credentials in headers are
 * masked, told by the header's name, by the value's looks, or by what is known of the webhook's own secrets; the scheme of an
 * `Authorization` stays readable. The body stays byte for byte, and signatures stay, because without the key they open nothing.
 */
export const maskCall = (call: IncomingCall, { place, values }: KnownSecrets = { values: [] }): IncomingCall => {
  const { header, headersFrom } = place ?? {};
  const isProof = (name: string) => name === header || (headersFrom !== undefined && name.startsWith(headersFrom));
  const withoutKnown = knownMasker(values);
  const headers = Object.entries(call.headers).map(([name, value]) => [
    name,
    isProof(name) || isSecretName(name) ? masked(value) : withoutSecretValues(withoutKnown(value)),
  ]);
  return { ...call, headers: Object.fromEntries(headers) };
};

const MASK = '********';

const masked = (value: string): string => {
  const scheme = /^(Basic|Bearer|Digest|AWS4-HMAC-SHA256) /i.exec(value)?.[1];
  return scheme ? `${scheme} ${MASK}` : MASK;
};

/** Masks the given secrets as they are and in base64, the longest first: one may begin as another does. */
const knownMasker = (secrets: readonly string[]): ((value: string) => string) => {
  const forms = secrets
    .flatMap((secret) => [secret, Buffer.from(secret).toString('base64').replace(/=+$/, '')])
    .sort((one, other) => other.length - one.length);
  return (value) =>
    forms.reduce(
      (clean, form) =>
        clean.trim() === form ? MASK : form.length < FOUND_FROM_CHARACTERS ? clean : clean.replaceAll(form, MASK),
      value,
    );
};
