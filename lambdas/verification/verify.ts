import { createHmac, createPublicKey, type KeyObject, timingSafeEqual, verify as verifySignature } from 'node:crypto';
import { refused, type VerificationResult } from '../model/verification-result.ts';
import { sameSecret } from '../platform/same-secret.ts';
import type { KeyForm, Place, Proof, Scheme, SignedCall, TimeStamp } from './scheme.ts';
import { listAt, parsedBody, signedTexts, textAt } from './signed-text.ts';

/** Maximum seconds by which a service's clock can be ahead. */
const AHEAD_SECONDS = 300;

/** Maximum number of checked proofs in a call. Further ones are ignored, because each costs a computation. */
const MOST_PROOFS = 10;

/**
 * Checks whether a call proves knowledge of one of the secrets. Every secret is tried with every proof, even after a
 * match, so timing reveals nothing.
 * @param secrets the valid secrets, as their owner entered them
 * @returns the secret that matched, or the reason why the call is not verified
 */
export const verify = (scheme: Scheme, call: SignedCall, secrets: readonly string[], now: Date): VerificationResult =>
  scheme.each === undefined
    ? verifyOne(scheme, call, secrets, now)
    : verifyEach(scheme, scheme.each, call, secrets, now);

/** Maximum number of signed entries in a call. No service sends more, and each costs a computation. */
const MOST_ENTRIES = 100;

/** Verifies every entry, because an unsigned one could contain anything. */
const verifyEach = (
  scheme: Scheme,
  path: string,
  call: SignedCall,
  secrets: readonly string[],
  now: Date,
): VerificationResult => {
  const entries = listAt(parsedBody(call), path);
  if (entries === undefined || entries.length === 0) return refused('no-signature', `The body has no list ${path}.`);
  if (entries.length > MOST_ENTRIES)
    return refused('malformed-signature', `The list ${path} has more than ${MOST_ENTRIES} entries.`);
  const bodyOf = (entry: unknown) => Buffer.from(JSON.stringify(entry));
  const verdicts = entries.map((entry) => verifyOne(scheme, { ...call, body: bodyOf(entry) }, secrets, now));
  const right = verdicts.filter((verdict) => verdict.verified);
  const [first] = right;
  if (first === undefined || right.length < verdicts.length)
    return verdicts.find(({ verified }) => !verified) as VerificationResult;
  return { ...first, signed: Buffer.concat(right.flatMap(({ signed = [] }) => signed)) };
};

const verifyOne = (scheme: Scheme, call: SignedCall, secrets: readonly string[], now: Date): VerificationResult => {
  if (secrets.length === 0) return refused('no-secret', `There is no secret for ${scheme.name} yet. Add one.`);
  const given = givenProofs(scheme.signature, call);
  if (given === undefined) return refused('no-signature', `${placeOf(scheme.signature)} is missing.`);
  const time = timeOf(scheme, call);
  if ('problem' in time) return refused('malformed-signature', time.problem);
  const proofs = given.slice(0, MOST_PROOFS).map((text) => proofBytes(scheme, text));
  const readable = proofs.filter((proof) => proof !== undefined);
  if (readable.length === 0)
    return refused('malformed-signature', `${placeOf(scheme.signature)} does not have the ${scheme.name} format.`);
  const timed = time.text === undefined ? withoutTime(scheme) : scheme;
  const texts = scheme.signed.length === 0 ? [Buffer.alloc(0)] : signedTexts(timed, call, time.text);
  if (texts === undefined)
    return refused('malformed-signature', `A part of the call that ${scheme.name} signs is missing.`);

  let right = -1;
  let signed: Buffer | undefined;
  let unusable = 0;
  for (const [index, secret] of secrets.entries()) {
    const matcherOf = matchers(scheme.proof, secret);
    if (matcherOf === undefined) unusable++;
    else
      for (const text of texts) {
        const isRight = matcherOf(text);
        for (const proof of readable) if (isRight(proof)) [right, signed] = [index, text];
      }
  }
  if (right >= 0)
    return (
      timely(scheme.time, time.at, now) ?? {
        verified: true,
        secret: right,
        ...(signed && scheme.signed.length > 0 && { signed }),
      }
    );
  if (unusable === secrets.length) return refused('unusable-secret', wrongFormat(scheme.name));
  return refused(
    'wrong-signature',
    'The signature does not match. Check the secret and the URL, and that no proxy changed the body.',
  );
};

/** Describes the place of a proof, for error messages. */
export const placeOf = ({ header, headersFrom, query, body }: Place): string => {
  if (header !== undefined) return `The header ${header}`;
  if (headersFrom !== undefined) return `A header ${headersFrom}…`;
  return query === undefined ? `The field ${body} of the body` : `The parameter ${query}`;
};

/** Parses a header with a list of name-value pairs. */
const entriesOf = (text: string, { separator, join }: NonNullable<Place['list']>): [string, string][] =>
  text.split(separator).flatMap((entry): [string, string][] => {
    const at = entry.indexOf(join);
    return at < 0 ? [] : [[entry.slice(0, at).trim(), entry.slice(at + join.length).trim()]];
  });

/** Returns a call’s proofs as text; undefined if there are none. */
const givenProofs = (place: Place, call: SignedCall): string[] | undefined => {
  const text = placeText(place, call);
  if (text === undefined || text.length === 0) return undefined;
  if (!place.list) return text;
  const { list } = place;
  return text.flatMap((each) => entriesOf(each, list).flatMap(([name, value]) => (name === list.name ? [value] : [])));
};

const placeText = ({ header, headersFrom, query, body }: Place, call: SignedCall): string[] | undefined => {
  const only = (text: string | null | undefined) =>
    text === null || text === undefined || text === '' ? undefined : [text];
  if (header !== undefined) return only(call.headers[header]?.trim());
  if (headersFrom !== undefined)
    return Object.keys(call.headers)
      .filter((name) => name.startsWith(headersFrom))
      .map((name) => (call.headers[name] as string).trim());
  if (query !== undefined) return only(new URLSearchParams(call.query).get(query));
  return only(textAt(parsedBody(call), body ?? ''));
};

const HEX = /^(?:[0-9a-f]{2})+$/i;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

/** Decodes a proof. Returns undefined if it is malformed. */
const proofBytes = ({ signature, proof }: Scheme, text: string): Buffer | undefined => {
  const { prefix = '', encoding } = signature;
  if (!text.toLowerCase().startsWith(prefix.toLowerCase())) return undefined;
  const bare = text.slice(prefix.length).trim();
  if (encoding === 'hex' ? !HEX.test(bare) : encoding === 'base64' && !BASE64.test(bare)) return undefined;
  const bytes = Buffer.from(bare, encoding === 'text' ? 'utf8' : encoding);
  return proof.by === 'hmac' && bytes.length !== DIGEST_BYTES[proof.hash] ? undefined : bytes;
};

const DIGEST_BYTES = { sha1: 20, sha256: 32, sha512: 64 };

/** Decodes a secret. Returns undefined if it is malformed. */
const decoded = (secret: string, form: KeyForm): Buffer | undefined => {
  if (form === 'text') return Buffer.from(secret, 'utf8');
  if (form === 'hex') return HEX.test(secret) ? Buffer.from(secret, 'hex') : undefined;
  const bare = form === 'whsec' ? secret.replace(/^whsec_/, '') : secret;
  return BASE64.test(bare) ? Buffer.from(bare, 'base64') : undefined;
};

/** Shortest key, in bytes. Shorter keys can be found by brute force. */
const LEAST_BYTES = 8;

/**
 * Returns a secret's key; undefined if it is invalid or too short. Anyone could sign with an empty key, which a
 * truncated encoded secret would give. Short text secrets that were stored before the minimum length existed keep
 * working.
 */
export const keyBytes = (secret: string, form: KeyForm): Buffer | undefined => {
  const key = decoded(secret, form);
  return key && key.length >= (form === 'text' ? 1 : LEAST_BYTES) ? key : undefined;
};

const wrongFormat = (name: string): string =>
  `The secret does not have the format of a ${name} secret. Copy the whole secret.`;

/** Explains why a new secret cannot be used with a scheme. Returns undefined if it can. */
export const secretProblem = ({ proof, name }: Scheme, secret: string): string | undefined => {
  const isShared = proof.by === 'hmac' || proof.by === 'secret';
  const form = proof.by === 'hmac' ? proof.key : 'text';
  const bytes = isShared || publicKey(proof.by, secret) ? decoded(secret, form) : undefined;
  if (!bytes) return wrongFormat(name);
  if (bytes.length >= LEAST_BYTES) return undefined;
  const least = `${LEAST_BYTES}${form === 'text' ? '' : ' after decoding'}`;
  return `The secret has ${bytes.length} bytes, but needs at least ${least}. Copy the whole secret, or choose a longer one.`;
};

/**
 * Returns a function that checks proofs of a text against the secret; undefined if the secret is unusable. It works in
 * two steps, so a text is hashed only once for several proofs.
 */
const matchers = (proof: Proof, secret: string): ((text: Buffer) => (given: Buffer) => boolean) | undefined => {
  if (secret === '') return undefined;
  if (proof.by === 'secret') return () => (given) => sameSecret(given.toString('utf8'), secret);
  if (proof.by === 'hmac') {
    const key = keyBytes(secret, proof.key);
    if (key === undefined) return undefined;
    return (text) => {
      const digest = createHmac(proof.hash, key).update(text).digest();
      return (given) => timingSafeEqual(digest, given);
    };
  }
  const key = publicKey(proof.by, secret);
  const hash = proof.by === 'ed25519' ? null : 'sha256';
  return key && ((text) => (given) => verifySignature(hash, text, key, given));
};

/** The prefix of an Ed25519 public key in SPKI form, before its 32 bytes (RFC 8410, section 4). */
const ED25519_SPKI = '302a300506032b6570032100';

const publicKey = (by: 'ecdsa-p256' | 'ed25519', secret: string): KeyObject | undefined => {
  const pem = secret.replaceAll(/-----[A-Z ]+-----|\s/g, '');
  const der = by === 'ed25519' ? Buffer.from(ED25519_SPKI + secret, 'hex') : Buffer.from(pem, 'base64');
  try {
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    return key.asymmetricKeyType === (by === 'ed25519' ? 'ed25519' : 'ec') ? key : undefined;
  } catch {
    return undefined;
  }
};

type Time = { text: string | undefined; at: Date | undefined } | { problem: string };

/** Returns the signing time in a call, as signed text and as a date. */
const timeOf = ({ time, signature, name }: Scheme, call: SignedCall): Time => {
  if (!time) return { text: undefined, at: undefined };
  const text = timeText(time, signature, call);
  if (text === undefined && time.optional) return { text, at: undefined };
  const amount = /^\d{1,15}$/.test(text ?? '') ? Number(text) : undefined;
  const ms = time.unit === 'iso' ? Date.parse(text ?? '') : (amount ?? Number.NaN) * (time.unit === 's' ? 1000 : 1);
  return Number.isFinite(ms) && Math.abs(ms) < 8.64e15
    ? { text, at: new Date(ms) }
    : { problem: `The signature’s timestamp is missing or does not have the ${name} format.` };
};

const timeText = ({ header, listed, body }: TimeStamp, signature: Place, call: SignedCall): string | undefined => {
  if (header !== undefined) return call.headers[header];
  if (body !== undefined) return textAt(parsedBody(call), body);
  const text = call.headers[signature.header ?? ''];
  return signature.list && entriesOf(text ?? '', signature.list).find(([name]) => name === listed)?.[1];
};

/** Removes the time and its separator from a scheme's signed text, for a call without a time. */
const withoutTime = (scheme: Scheme): Scheme => {
  const at = scheme.signed.indexOf('time');
  if (at < 0) return scheme;
  const isSeparated = typeof scheme.signed[at + 1] === 'object';
  return { ...scheme, signed: scheme.signed.toSpliced(at, isSeparated ? 2 : 1) };
};

const timely = (time: TimeStamp | undefined, at: Date | undefined, now: Date): VerificationResult | undefined => {
  if (!time || !at) return undefined;
  const age = Math.round((now.getTime() - at.getTime()) / 1000);
  if (age > time.toleranceSeconds)
    return refused('too-old', `The signature is ${age} seconds old. The limit is ${time.toleranceSeconds} seconds.`);
  if (-age > Math.min(AHEAD_SECONDS, Math.max(time.toleranceSeconds, 1)))
    return refused('from-the-future', `The signature’s timestamp is ${-age} seconds in the future. Check the clocks.`);
  return undefined;
};
