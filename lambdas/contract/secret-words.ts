/*
 * Recognises names of secrets, to mask secrets in default messages, samples, stored headers and search results. Names
 * are split into words first. Every spelling of `accessToken` therefore matches, but not `author`, `monkey` or
 * `token_count`.
 */

/** Words that indicate a secret at the end of any name. */
const SECRET_NOUNS =
  'password passwords passwd passphrase passcode pwd pw secret secrets token tokens jwt otp totp cookie cookies ' +
  'credential credentials creds authorization authentication dsn cvv cvc csc cvn csrf xsrf mnemonic ssn iban psk tan apikey apikeys phpsessid jsessionid bearer sas puk xprv ' +
  'passkey connectionstring connstr';
/** `…Key` is a secret after these words. The key of an issue or an event is not. */
const KEYS_OF =
  'api access secret private signing signature encryption decryption shared auth authentication client service account ' +
  'license licence master root ssh deploy session storage subscription functions webhook bot app admin security hmac ' +
  'wifi wlan wpa wpa2 wep network app product serial host join nwk enc int wallet activation pairing hash device instrumentation s';
/**
 * `…Code` and `…Pin` grant access after these words. So does a link whose name has a word of {@link LINKS_OF}; a login
 * page is not a secret.
 */
const CODES_OF =
  'verification activation auth authorization authentication backup recovery reset security login signin mfa 2fa otp ' +
  'passwordless onetime device meeting moderator card sms pin unlock door access entry gate lock room keypad alarm garage safe building vault ' +
  'confirm confirmation verify join invite invitation pairing checkin email lockbox locker pickup redemption giftcard gift secret key keybox factor pass smartlock';
const LINKS_OF =
  'magic reset verification verify activation activate recovery recover passwordless password onetime otp unlock invite invitation confirm confirmation token';
/** `…Number` is a secret after words of the first list, and `…Phrase` after words of the second. */
const NUMBERS_OF = 'card cc cardholder creditcard debitcard giftcard passport';
const PHRASES_OF = 'seed recovery backup secret mnemonic pass';
/** Words before `…Pin` that mean a pin of a board or map, not a code. */
const PINS_OF = 'gpio map board led data input output analog digital trigger echo drop push is';
/** `…Pass` is a password after these words; elsewhere it is a ticket or a passed test. */
const PASSES_OF =
  'user db database smtp imap ftp mail login admin wifi proxy moderator viewer attendee presenter host meeting room join';
/** Words after a secret's name that do not change its meaning: `password_hash`, `tokenNew`. */
const FORMS =
  'value plain plaintext raw text string hash hashed encrypted base64 b64 hex new old current previous prev next ' +
  'confirmation confirm repeat prod production test live dev primary secondary header id';
/** Words before `tokens` that show that the value counts a language model's tokens. */
const COUNTS =
  'total max min prompt completion input output used remaining cached reasoning thinking num number count audio image';

const setOf = (words: string) => new Set(words.split(' '));
const nouns = setOf(SECRET_NOUNS);
const keysOf = setOf(KEYS_OF);
const codesOf = setOf(CODES_OF);
const linksOf = setOf(LINKS_OF);
const numbersOf = setOf(NUMBERS_OF);
const phrasesOf = setOf(PHRASES_OF);
const pinsOf = setOf(PINS_OF);
const passesOf = setOf(PASSES_OF);
const forms = setOf(FORMS);
const counts = setOf(COUNTS);

/** Matches names of secrets that are written without separators. */
const RUN_TOGETHER =
  /^(?:(?:access|refresh|auth|id|session|api|bearer|csrf|client|user|bot|device|login|security)tokens?|(?:client|app|api|webhook|shared|user|consumer)secret|(?:api|access|secret|private|signing|encryption|license|auth|client|session|master)keys?|(?:user|db|admin|smtp|root|login|new|old|account)(?:password|passwd|pwd)|(?:verification|activation|recovery|backup|reset|access|door|gate|unlock|confirmation|invite|lock|key|pass)codes?|(?:magic|reset|activation|verification)(?:link|url)|(?:credit|debit)?cardnumber|(?:card)?cvv2|connectionstring|seedphrase|setcookie)$/;

/** Maximum length of a name. A longer text is not a name. */
const LONGEST_NAME = 200;

/**
 * Splits a name into words in lower case. `secretAccessKey`, `SECRET_ACCESS_KEY` and `secret-access-key` have the same
 * words.
 * @param name the name of a field, a header or a parameter
 */
export function wordsOf(name: string): string[] {
  return name
    .slice(0, LONGEST_NAME)
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

/** Cached results, because the same names recur in every call, and classifying a name takes microseconds. */
const judged = new Map<string, boolean>();
const MOST_JUDGED = 2000;

/** True if a value with this name is a secret. */
export function isSecretName(name: string): boolean {
  const known = judged.get(name);
  if (known !== undefined) return known;
  const verdict = judgeName(name);
  if (judged.size >= MOST_JUDGED) judged.clear();
  if (name.length <= LONGEST_NAME) judged.set(name, verdict);
  return verdict;
}

function judgeName(name: string): boolean {
  const words = wordsOf(name);
  // Idempotency keys and public keys grant no access.
  if (words.includes('idempotency') || words.includes('public')) return false;
  if (/(?:^| )conn(?:ection)? str(?:ing)?$/.test(words.join(' '))) return true;
  while (words.length > 0 && isAddition(words)) words.pop();
  const before = words.at(-2) ?? '';
  // The digit of `password2` is ignored. In short words such as `2fa`, it is part of the word.
  const last = (words.at(-1) ?? '').replace(/^(.{3,}?)\d{1,3}$/, '$1');
  if (last === 'tokens' && counts.has(before)) return false;
  if (nouns.has(last) || nouns.has(last.replace(/s$/, '')) || RUN_TOGETHER.test(last)) return true;
  if (last === 'key' || last === 'keys') return keysOf.has(before);
  if (last === 'pass') return before === '' || passesOf.has(before);
  if (last === 'auth') return true;
  if (/^(?:codes?|pin)$/.test(last))
    return codesOf.has(before) || /^(?:one time|check in)$/.test(`${words.at(-3)} ${before}`);
  if (/^(?:security|secret) answers?$|^(?:safe|lock) combination$|^access signature$/.test(`${before} ${last}`))
    return true;
  if (last === 'number') return numbersOf.has(before) || (before === 'account' && words.at(-3) === 'bank');
  if (last === 'phrase' || last === 'words') return phrasesOf.has(before);
  return (
    /^(?:links?|urls?|uris?|href)$/.test(last) &&
    (words.some((word) => linksOf.has(word)) || words.join(' ').includes('one time '))
  );
}

/** True if the last of several words only describes the form of the secret, or numbers it. */
function isAddition(words: string[]): boolean {
  const last = words.at(-1) as string;
  if (/^\d+$/.test(last)) return true;
  const form = last.replace(/\d{1,3}$/, '');
  if (!(forms.has(last) || forms.has(form)) || words.length < 2) return false;
  // An id identifies a secret without being one, except for an access key id.
  return form !== 'id' || words.slice(-3, -1).join(' ') === 'access key';
}

/** True if a piece of a URL looks random: it mixes letters with digits or upper with lower case, or is very long. */
export const isOpaque = (piece: string): boolean =>
  /^(?:[\w.~=+-]|%(?:3D|2B|2F)){6,}$/i.test(piece) &&
  !/^[A-Z]{2,10}-\d+$/.test(piece) &&
  ((/\d/.test(piece) && /[a-z]/i.test(piece)) ||
    /[a-z][A-Z]|[A-Z]{2}[a-z]{2}/.test(piece) ||
    /^[a-z\d]{16,}$/i.test(piece));

/**
 * Words in names of fields with a URL that grants access if it contains a random piece. A plain login page is no
 * secret.
 */
const OF_DOORS =
  /^(?:login|signin|log|sign|sso|auth|autologin|auto|access|session|start|host|setup|onboarding|share|edit|manage|management|pass|join|secret|accept|reset\w*|verify\w*|door|unlock|impersonation|activate|action)$/;

/** True if a URL in a field with this name grants access. */
const isDoor = (name: string, address: string): boolean =>
  /^https?:\/\//i.test(address) &&
  wordsOf(name).some((word) => OF_DOORS.test(word)) &&
  address
    .replace(/^https?:\/\/[^/?#]*/i, '')
    .split(/[/?&=#]/)
    .some(isOpaque);

/** True for a session id that is long and random enough to grant access. Message and account ids are not. */
const isSession = (name: string, value: string): boolean =>
  value.length >= 16 &&
  /id$/i.test(name) &&
  isOpaque(value) &&
  /(?:^| )(?:session ?id|sess ?id)$|^sid$/.test(wordsOf(name).join(' '));

/** Values that are not secrets under any name: `pass: "true"` is a result, not a password. */
const ANSWERS = /^(?:true|false|yes|no|on|off|ok|none|null|enabled|disabled|required|optional)$/i;
/** Short numbers are results or amounts, unless the field is a code or number that grants access. */
const AMOUNTS = /^\d{1,3}%?$/;
const OF_DIGITS = /(?:cvv2?|cvc2?|csc|cvn|pin|otp|totp|tan|code|codes|number)$/i;

/**
 * True if a field must not be shown. Under a secret name, booleans (`password: false`) and amounts in the plural
 * (`tokens: 1200`) are harmless.
 * @param value the value as received; objects and lists are classified by their name, unless they contain only numbers
 */
export function isSecretField(name: string, value: unknown): boolean {
  if (typeof value === 'boolean' || value === null || value === undefined) return false;
  // Boards and maps have pins too, but a value of four to eight digits is a code.
  if (/pin$/i.test(name) && /^\d{4,8}$/.test(String(value))) {
    const words = wordsOf(name);
    if (words.at(-1) === 'pin' && !pinsOf.has(words.at(-2) ?? '')) return true;
  }
  if (typeof value === 'number') return !/s$/i.test(name) && !/pass$/i.test(name) && isSecretName(name);
  if (!isSecretName(name)) return typeof value === 'string' && (isDoor(name, value) || isSession(name, value));
  if (typeof value === 'string')
    return !ANSWERS.test(value.trim()) && (OF_DIGITS.test(name) || !AMOUNTS.test(value.trim()));
  // A payment's authorization is an object, whose fields are classified separately.
  if (/auth(?:orization|entication)?$/i.test(name)) return false;
  return !Object.values(value).every((part) => typeof part === 'number');
}
