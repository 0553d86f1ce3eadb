import { withoutSecretValues } from '#contract/secret-values';
import { isSecretName } from '#contract/secret-words';
import type { IncomingCall } from '../model/invocation.ts';

/** A webhook’s secrets, for masking its calls. */
export interface KnownSecrets {
  /** The place where the service sends the secret itself. Its value is masked even if it is wrong. */
  place?: { header?: string | undefined; headersFrom?: string | undefined; query?: string | undefined };
  /** The secrets in clear text, including retired and expired ones. */
  values: readonly string[];
}

/**
 * Minimum length of a secret that is masked inside longer values. Shorter ones also occur in ordinary values, so they
 * are masked only as a whole value.
 */
const FOUND_FROM_CHARACTERS = 8;

/**
 * Returns a copy of a call for storage, lane messages and the log of rejected calls. Credentials in headers and in the
 * query are masked if they are recognised by name, by form, or as the webhook's own secrets. The scheme of an
 * `Authorization` header stays readable. The body and signatures stay unchanged; a signature is useless without the
 * key.
 */
export const maskCall = (call: IncomingCall, { place, values }: KnownSecrets = { values: [] }): IncomingCall => {
  const { header, headersFrom } = place ?? {};
  const isProof = (name: string) => name === header || (headersFrom !== undefined && name.startsWith(headersFrom));
  const withoutKnown = knownMasker(values);
  const headers = Object.entries(call.headers).map(([name, value]) => [
    name,
    isProof(name) || isSecretName(name) ? masked(value) : withoutSecretValues(withoutKnown(value)),
  ]);
  const query = maskQuery(call.query, place?.query, withoutKnown);
  return { ...call, headers: Object.fromEntries(headers), query };
};

const MASK = '********';

const masked = (value: string): string => {
  const scheme = /^(Basic|Bearer|Digest|AWS4-HMAC-SHA256) /i.exec(value)?.[1];
  return scheme ? `${scheme} ${MASK}` : MASK;
};

/** Masks the secrets in a query. Other parameters keep their exact encoding. */
const maskQuery = (query: string, proof: string | undefined, withoutKnown: (value: string) => string): string =>
  query
    .split('&')
    .map((part) => {
      if (part === '') return part;
      const at = part.indexOf('=') + 1;
      const name = decoded(part.slice(0, Math.max(0, at - 1)));
      if (at > 0 && at < part.length && (name === proof || isSecretName(name))) return part.slice(0, at) + MASK;
      // Some secrets are recognisable only by the name of their parameter.
      const before = `?${name}=`;
      for (const value of readingsOf(part.slice(at))) {
        const clean = withoutSecretValues(before + withoutKnown(value)).slice(before.length);
        if (clean !== value) return part.slice(0, at) + encodeURIComponent(clean);
      }
      return readingsOf(part).every((text) => withoutKnown(text) === text) ? part : MASK;
    })
    .join('&');

/** Returns the possible readings of a piece of a query: unchanged, percent-decoded, and decoded as a form field. */
const readingsOf = (text: string): string[] => [...new Set([text, decoded(text), decoded(text.replaceAll('+', ' '))])];

/** Decodes percent-encoded text. Faulty encodings stay unchanged instead of failing the call. */
const decoded = (text: string): string =>
  text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8'));

/**
 * Returns a function that masks the given secrets, plain and in base64. The longest comes first, because one secret can
 * be the beginning of another.
 */
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
