import { isSecretField } from './secret-words.ts';

/** The replacement for a secret. */
export const MASK = '***';

/**
 * Secrets that are recognised by their form, under any name. Every pattern takes time linear in the text: repeated
 * parts are bounded or cannot begin twice at one place.
 */
const PATTERNS: [pattern: RegExp, shown: string][] = [
  [/-----BEGIN [A-Z0-9 ]{1,40}-----[\s\S]*?(?:-----END [A-Z0-9 ]{1,40}-----|$)/g, MASK],
  // A three-part token of RFC 7519: its first part is a JSON object in base64url.
  [/\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g, MASK],
  [/\b(Bearer|Token) +(?=[\w.~+/-]{0,400}\d)[\w.~+/-]{12,}=*/gi, `$1 ${MASK}`],
  [/\b(Basic) +(?=[A-Za-z+/]{0,400}(?:[\d=]|[a-z][A-Z]+[a-z]+[A-Z]))[\w+/]{8,}=*/g, `$1 ${MASK}`],
  [/(:\/\/)[^\s/:@"'<>]{0,200}:[^\s/@"'<>]{1,200}@/g, `$1${MASK}@`],
  // AWS: long-term and temporary key ids. https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html
  [/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, MASK],
  // Addresses with which anyone can post into a chat.
  [/\bhooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/[^\s"'<>\\|]+/g, `hooks.slack.com/${MASK}`],
  [/\b(discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/\d+)\/[\w-]+/g, `$1/${MASK}`],
  [/\b([\w-]+\.webhook\.office\.com)\/[^\s"'<>\\|]+/g, `$1/${MASK}`],
  [/\b(api\.telegram\.org\/(?:file\/)?bot)\d+:[\w-]+/g, `$1${MASK}`],
  [/\b(\w[\w.-]{0,100}\/hooks\/)[a-z0-9]{26}\b/g, `$1${MASK}`],
  // Parameters by which a signed address, or one that carries a key, lets everyone in.
  [
    /([?&](?:X-(?:Amz|Goog)-(?:Signature|Credential|Security-Token)|AWSAccessKeyId|(?:client_?)?secret|(?:access_?|auth_?|api_?|id_?|refresh_?)?token|api_?key|password|passwd|pwd|jwt|hmac|otp|pin|invite|ticket|nonce|magic|activation|verification)=)[^\s&#"'<>\\|)]+/gi,
    `$1${MASK}`,
  ],
  [/([?&](?:Signature|sig|key|auth|code)=)[^\s&#"'<>\\|)]{12,}/gi, `$1${MASK}`],
  [
    /([?&](?:t|k|c|s|h|hash|code|key)=)(?=[^\s&#]{0,40}[A-Za-z])(?=[^\s&#]{0,40}(?:\d|[a-z][A-Z]))[^\s&#"'<>\\|)]{8,}/g,
    `$1${MASK}`,
  ],
  // Keys whose makers gave them their own beginning, so they are found: forges, payments, chats, email, maps, AI.
  [
    /\b(?:gh[opsur]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{20,}|xox[a-z]-[\w-]{10,}|xapp-[\w-]{10,}|[rs]k_(?:live|test)_\w{10,}|whsec_[\w+/=]{10,}|SG\.[\w-]{16,}\.[\w-]{16,}|AIza[\w-]{30,}|npm_\w{30,}|shp(?:at|ss|ca|pa)_\w{20,}|dop_v1_\w{20,}|ya29\.[\w-]{20,}|sk-[\w-]{20,}|hf_\w{30,}|pypi-[\w-]{30,}|thk_\w{20,})/g,
    MASK,
  ],
];

/** Links that let anyone in who opens them, and a part of them that no person chose. */
const LETTING_IN =
  /(https?:\/\/[^\s"'<>\\|]{1,200}\/(?:magic|log-?in|sign-?in|reset|verify|verification|activat(?:e|ion)|confirm(?:ation)?|recover|unlock|invit(?:e|ations?)|otp|token|passwordless|(?:set-?|reset-?|forgot-?|new-?)?password)(?:[-_][a-z-]{1,30})?[/=:])([^\s"'<>\\|)?#]{6,})/gi;

/** True if a piece of an address is none of a language: letters next to digits, or in both cases, or very long. */
export const isOpaque = (piece: string): boolean =>
  /^[\w.~%=-]{6,}$/.test(piece) &&
  !/^[A-Z]{2,10}-\d+$/.test(piece) &&
  ((/\d/.test(piece) && /[a-z]/i.test(piece)) ||
    /[a-z][A-Z]|[A-Z]{2}[a-z]{2}/.test(piece) ||
    /^[a-z\d]{16,}$/i.test(piece));

/** Digits as cards have them, in one piece or in groups, of an issuer there is. */
const CARD = /(?<![\w.,-])(?:4|5[1-5]|2[2-7]|3[4-8]|30|6[0245])\d{0,3}(?:[ -]?\d{2,6}){2,5}(?![\w-]|[.,]\d)/g;
const IBAN = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/g;

/** ISO/IEC 7812-1, annex B. */
function isCard(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '');
  if (digits.length < 13 || digits.length > 19) return false;
  const sum = [...digits].toReversed().reduce((before, digit, at) => {
    const value = Number(digit) * (at % 2 ? 2 : 1);
    return before + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** ISO 13616: the number behind its first four signs, with letters from 10 on, leaves 1 of 97. */
function isIban(text: string): boolean {
  const flat = text.replaceAll(' ', '');
  if (flat.length < 15 || flat.length > 34) return false;
  const digits = (flat.slice(4) + flat.slice(0, 4)).replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}

/** A code as a sentence tells it: `Your login code is 482913`, `482913 is your code`. */
const CODES_TOLD: [pattern: RegExp, shown: string][] = [
  [
    /\b((?:verification|security|log-?in|sign-?in|access|one-?time|confirmation|authentication|activation|door|gate|entry|unlock|lock|alarm|backup|recovery|reset|temporary|sms|card)(?:[ _-]?(?:pass)?(?:code|pin|password|number))|otp|passcode|pin|cvc|cvv2?|psk)((?: (?:code|for [\w .'-]{1,40}))?(?: is| was|:| =|=| ->|)[ :]{0,2})(?=[A-Z-]{0,6}[\d -]{0,9}\d)[A-Z\d](?:[A-Z\d]|[ -](?=\d)){2,11}(?![\w-])/gi,
    `$1$2${MASK}`,
  ],
  [
    /(?<![\w.,-])(?:[A-Z]{1,3}-)?\d(?:\d|[ -](?=\d)){3,8}(?= is (?:your|the)\b[^.\n]{0,40}\b(?:code|pin|otp|passcode|password)\b)/gi,
    MASK,
  ],
];

/** One look that costs little tells most texts from those that may hold one. */
const SUSPICIOUS =
  /-----BEGIN|eyJ|bearer|token|basic|:\/\/|AKIA|ASIA|hooks|webhook|[?&]|gh[opsur]_|github_pat|glpat-|xox|xapp-|[rs]k_|whsec_|SG\.|AIza|npm_|shp|dop_v1|ya29|sk-|hf_|pypi-|thk_|api\.telegram|\d{4}|[A-Z]{2}\d{2}|code|\bpin|otp|cv[cv]|psk/i;

/** A text without the secrets that are recognisable by their form. Linear in its length. */
export function withoutSecretValues(text: string): string {
  if (!SUSPICIOUS.test(text)) return text;
  let clean = text;
  for (const [pattern, shown] of PATTERNS) clean = clean.replace(pattern, shown);
  for (const [pattern, shown] of CODES_TOLD) clean = clean.replace(pattern, shown);
  return clean
    .replace(LETTING_IN, (whole, before: string, rest: string) =>
      rest.split('/').some(isOpaque) ? before + MASK : whole,
    )
    .replace(CARD, (number) => (isCard(number) ? MASK : number))
    .replace(IBAN, (number) => (isIban(number) ? MASK : number));
}

/** True if a text holds a secret that is recognisable by its form. */
export const holdsSecretValue = (text: string): boolean => withoutSecretValues(text) !== text;

/** `"name": "value"`, `name=value`, `Name: value`, as bodies, forms and headers write them. */
const NAMED =
  /(["']?)\b([A-Za-z_][\w.-]{1,80})\1(\s{0,4}[:=]\s{0,4})("(?:[^"\\]|\\[\s\S]){0,4000}(?:"|$)|'[^'\n]{0,4000}(?:'|$)|(?:(?:Bearer|Basic|Digest|Token) )?[^\s,;&"'{}[\]<>]{1,4000})/g;

/** A raw body, or a piece of one, without secrets by name or looks. Linear in its length. */
export function withoutSecretsInRaw(text: string): string {
  const named = text.replaceAll(NAMED, (whole, quote: string, name: string, sign: string, value: string) => {
    const bare = value.replace(/^["']|["']$/g, '');
    if (!isSecretField(name, bare)) return whole;
    const mark = /^["']/.exec(value)?.[0] ?? '';
    return `${quote}${name}${quote}${sign}${mark}${MASK}${mark}`;
  });
  return withoutSecretValues(named);
}
