import { holdsSecretValue, MASK, withoutSecretsInRaw } from '#contract/secret-values';
import { isOpaque, isSecretField } from '#contract/secret-words';
import { type CallFacts, lowerCaseHeaders } from '../payload.ts';
import { parseLenientJson, readBeginning } from './broken-json.ts';
import { chatMessage } from './chat-messages.ts';
import { noteDecimals } from './money.ts';
import { type Dictionary, entriesOf, isDictionary, type Outline, own } from './outline.ts';
import { looksLikeJson, nothing, ofList, ofText, silent } from './plain-bodies.ts';
import { readBody } from './read-body.ts';
import { noteSomebody } from './sentences.ts';
import { levelIn } from './states.ts';
import { summarizeEntity } from './summarize-entity.ts';

export interface OutlineInput extends CallFacts {
  /** The webhook's name, which becomes the title if the call has no subject. */
  webhookName?: string;
}

/** Summarises a call for people. Never throws. Takes linear time. */
export function outlineOf(input: OutlineInput): Outline {
  const headers = lowerCaseHeaders(input.headers);
  const payload = readBody(input);
  noteDecimals(payload, input.body);
  noteSomebody(payload);
  const called = input.webhookName?.trim() ? `${input.webhookName.trim()} was called` : 'A call came in';
  if (payload === undefined || payload === null || payload === '') return silent(input, headers, called);
  if (typeof payload === 'string') {
    const meant = looksLikeJson(payload) ? parseLenientJson(payload) : undefined;
    if (typeof meant === 'object' && meant !== null) return ofPayload(meant, headers, called);
    const beginning = looksLikeJson(payload) ? readBeginning(payload) : undefined;
    if (typeof beginning !== 'object' || beginning === null) return alarmed(ofText(payload, called), payload);
    const outline = ofPayload(beginning, headers, called);
    return { ...outline, text: [outline.text ?? '', BROKEN].filter(Boolean).join('\n') };
  }
  if (typeof payload !== 'object') return { ...nothing, title: called, text: String(payload) };
  return ofPayload(payload, headers, called);
}

/** The note below content that could be read only in part. */
const BROKEN = '(The rest of the call’s JSON is cut off or not well-formed.)';

function ofPayload(payload: object, headers: Record<string, string>, called: string): Outline {
  removeConversions(payload);
  const message = chatMessage(payload);
  if (message) return alarmed(withoutSecrets(message, payload), message.text ?? message.title);
  if (Array.isArray(payload) && !payload.some(isDictionary)) return withoutSecrets(ofList(payload, called), payload);
  const outline = withoutSecrets(summarizeEntity(payload as Dictionary | unknown[], { headers, called }), payload);
  const isOfEvent = ['event', 'type', 'action'].some((name) => own(payload, name) !== undefined);
  const said = ['message', 'text', 'msg', ...(isOfEvent ? [] : ['title', 'subject', 'summary', 'content'])]
    .map((name) => own(payload, name))
    .find((text) => text !== undefined);
  return isDictionary(payload) && levelIn(payload) ? outline : alarmed(outline, said);
}

/** Removes fields that replace an object's conversion to text, which could then fail. */
function removeConversions(payload: object): void {
  const left: object[] = [payload];
  for (let at = left.pop(); at; at = left.pop()) {
    for (const name of ['toString', 'valueOf']) if (Object.hasOwn(at, name)) delete (at as Dictionary)[name];
    for (const value of Object.values(at)) if (typeof value === 'object' && value !== null) left.push(value);
  }
}

/** Matches a sentence about a failure, but not a question or a recovery. */
const SAYS_FAILED =
  /^(?!.*(?:\?|\b(?:no|(?<!could )not(?! responding)|none|never|nothing|if|when|test|recovered|resolved|fixed|0)\b)).*(?:^(?:error|fatal|critical)\b: |\b(?:could not be \w+ed\b|\w+ (?:failed|crashed)(?=$|[.,:!]| (?:on|to|with|in|at|for|after|because|due)\b)|(?:has|have) (?:failed|expired|crashed|gone down|stopped working)|(?:is|are|went) (?:now )?(?:down|offline|unreachable|unhealthy|full|unavailable|not responding)\b|not responding$|unavailable$))/i;

/** A sentence of an unknown sender is at most a warning, because only a stated level or result can be critical. */
const alarmed = (outline: Outline, said: unknown): Outline =>
  outline.severity === 'info' && typeof said === 'string' && SAYS_FAILED.test(said.slice(0, 300))
    ? { ...outline, severity: 'warning' }
    : outline;

/**
 * Removes secrets from the shown content, recognised by field name or by form. For a call about a login or a code, it
 * also removes codes, and URLs that grant access.
 */
function withoutSecrets({ link, key, ...outline }: Outline, payload: object): Outline {
  const opens = OPENS.test(`${outline.title} ${firstWords(payload)}`.replaceAll(/[_.-]/g, ' '));
  const secrets = secretsIn(payload, opens);
  // Texts of three characters occur in many words.
  const long = secrets.filter((secret) => secret.length > 3);
  const clean = (text: string) =>
    long.reduce((rest, secret) => rest.replaceAll(secret, MASK), withoutSecretsInRaw(text));
  const mayLead = (url: string) =>
    !long.some((secret) => url.includes(secret)) &&
    !holdsSecretValue(url) &&
    !(
      opens &&
      url
        .replace(/^https?:\/\/[^/?#]*/i, '')
        .split(/[/?&=#]/)
        .some(isOpaque)
    );
  return {
    ...outline,
    ...(link !== undefined && mayLead(link) && { link }),
    ...(key !== undefined && clean(key) === key && { key }),
    title: clean(outline.title),
    ...(outline.text !== undefined && { text: clean(outline.text) }),
    facts: outline.facts
      .filter(({ label, value }) => !isSecretField(label, value) && !secrets.includes(value))
      .map(({ label, value }) => {
        // A value can be recognisable as a secret only with its label, such as `Code`.
        const said = /^\w+$/.test(label) ? clean(`${label}: ${value}`) : '';
        return { label, value: said.startsWith(`${label}: `) ? said.slice(label.length + 2) : clean(value) };
      })
      .filter(({ value }) => value !== MASK),
    actions: outline.actions.filter(({ url }) => mayLead(url)),
  };
}

/** Words that show that a code or URL in the call grants access. */
const OPENS =
  /\b(?:otp|totp|[2m]fa|two ?factor|one ?time|magic ?links?|passwordless|passcodes?|passwords?|log ?in|sign ?in|verif(?:y|ication)|activation|(?:account|password) recovery|recovery (?:codes?|links?|emails?|keys?|phrases?|flow|requested|sent)|unlock\w*|invit(?:e|ed|ation)|(?:access|door|gate|entry|pin|security|backup|login|sms) ?codes?|pin)\b/i;
const CODES = /(?:^|[_ -]|[a-z](?=[CPOVDT]))(?:code|pin|passcode|otp|value|digits|token)s?$/i;

/** Match fields with the name of an adjacent value, and fields with that value. */
const NAMES_FIELD = /^(?:key|name|label|field|question|title|attribute|property|param(?:eter)?|type)(?:_?name)?$/i;
const HOLDS_VALUE = /value|^(?:answer|response|from|to|old|new|before|after|content|text|data)$/i;

const firstWords = (payload: object): string =>
  Object.values(Array.isArray(payload) ? {} : payload)
    .slice(0, 20)
    .filter((value) => typeof value === 'string' && value.length <= 60)
    .join(' ');

/** Maximum number of leaves that are searched for secrets, and of secrets that are stored. */
const MOST_LEAVES = 2000;
const MOST_SECRETS = 50;

/** Returns the values of fields with secret names, at least three characters long. The longest come first. */
function secretsIn(payload: object, opens: boolean): string[] {
  const found = new Set<string>();
  let left = MOST_LEAVES;
  const look = (value: unknown, name: string, depth: number): void => {
    if (left-- <= 0 || found.size >= MOST_SECRETS) return;
    if (Array.isArray(value)) for (const each of value) look(each, name, depth);
    else if (isDictionary(value)) {
      if (depth >= 8) return;
      // The name can be next to the value, `{key: "door_code", value: 4711}`, or above it, `door_code: {value: 4711}`.
      const entries = entriesOf(value);
      const called = entries.find(
        ([key, text]) => NAMES_FIELD.test(key) && typeof text === 'string' && text.length < 80,
      );
      for (const [key, inner] of entries) {
        look(inner, key, depth + 1);
        if (HOLDS_VALUE.test(key) && [inner].flat().every((each) => typeof each !== 'object'))
          for (const each of [called?.[1], name]) if (each) look(inner, String(each), depth + 1);
      }
    } else if (typeof value === 'string' || typeof value === 'number') {
      const text = String(value);
      const isCode = opens && CODES.test(name) && /^(?=.*\d)[A-Za-z\d -]{4,12}$/.test(text);
      if (text.length >= 3 && text.length <= 500 && (isCode || isSecretField(name, value))) found.add(text);
    }
  };
  look(payload, '', 0);
  return [...found].toSorted((left, right) => right.length - left.length);
}
