import { secretAddresses } from './secret-addresses.gen.ts';
import { withoutKeys } from './secret-links.ts';
import { isSecretField } from './secret-words.ts';

/** The replacement for a secret. */
export const MASK = '***';

/**
 * Patterns of secrets that are recognised by their form, under any name. They take linear time: repeated parts are
 * bounded, or cannot start twice at the same position.
 */
const PATTERNS: [pattern: RegExp, shown: string][] = [
  [/-----BEGIN [A-Z0-9 ]{1,40}-----[\s\S]*?(?:-----END [A-Z0-9 ]{1,40}-----|$)/g, MASK],
  // A JSON Web Token (RFC 7519). Its first part is a JSON object in base64url.
  [/\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g, MASK],
  [/\b(Bearer|Token) +(?=[\w.~+/-]{0,400}\d)[\w.~+/-]{12,}=*/gi, `$1 ${MASK}`],
  [/\b(Basic) +(?=[A-Za-z+/]{0,400}(?:[\d=]|[a-z][A-Z]+[a-z]+[A-Z]))[\w+/]{8,}=*/g, `$1 ${MASK}`],
  [/(:\/\/)[^\s/:@"'<>]{0,200}:[^\s/@"'<>]{1,200}@/g, `$1${MASK}@`],
  // AWS: long-term and temporary key ids. https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html
  [/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, MASK],
  // URLs with which anyone can post to a chat.
  ...secretAddresses,
  [/\b(\w[\w.-]{0,100}\/hooks\/)[a-z0-9]{26}\b/g, `$1${MASK}`],
  // A Tellhook invoke URL. Some services repeat the URL that they call in the call.
  [
    /(:\/\/[\w.:-]{1,260}\/)(?=[\w-]{0,24}[a-z])(?=[\w-]{0,24}[A-Z])(?=[\w-]{0,24}\d)[\w-]{24,25}(?![\w./-])/g,
    `$1${MASK}`,
  ],
  // Keys with a vendor prefix: code hosts, payments, chats, email, maps, AI.
  [
    /\b(?:gh[opsur]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{20,}|xox[a-z]-[\w-]{10,}|xapp-[\w-]{10,}|[rs]k_(?:live|test)_\w{10,}|whsec_[\w+/=]{10,}|SG\.[\w-]{16,}\.[\w-]{16,}|AIza[\w-]{30,}|npm_\w{30,}|shp(?:at|ss|ca|pa)_\w{20,}|dop_v1_\w{20,}|ya29\.[\w-]{20,}|sk-[\w-]{20,}|hf_\w{30,}|pypi-[\w-]{30,}|thk_\w{20,})/g,
    MASK,
  ],
];

/** Matches a URL, or URL parameters alone. */
const LINK = /(?:\b[a-z][a-z+.-]{1,20}:\/\/|[?&](?=[\w.~-]{1,60}=))[^\s"'<>\\|)\]}]{4,2000}/gi;

const IBAN =
  /\b[A-Z]{2}\d{2}[ \u00A0-]?[A-Z0-9]{4}(?:[ \u00A0-]?(?=[A-Z]{0,3}\d)[A-Z0-9]{4}){1,6}(?:[ \u00A0-]?(?=[A-Z]?\d)[A-Z0-9]{1,3})?\b/gi;

/** The first digits and the lengths of the issuers' numbers: Visa, Mastercard, American Express, Diners, JCB, others. */
const ISSUED =
  /^(?:4\d{15}(?:\d{3})?|(?:5[1-5]\d\d|2(?:2[2-9]\d|[3-6]\d\d|7[01]\d|720)|35[2-8]\d)\d{12}|3[47]\d{13}|3[068]\d{12}|6\d{15,18})$/;

/** True if digits have a card number's form and checksum (ISO/IEC 7812-1, annex B). */
function isCard(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return ISSUED.test(digits) && sum % 10 === 0;
}

/** Matches digits in groups. */
const DIGITS = /\d(?:[\s._/–-]{0,2}\d)+/g;
/** The lengths of a card number's groups, and the characters between them. */
const GROUPS = /^(?:1\d|[2-6](?:[ -][2-6])+|4(?:\D{1,2}[34]){3}|4\D{1,2}6\D{1,2}5)$/;
/** Matches the text before a card number: no letter, except of a word for a card (`Visa4242…`), and no decimal. */
const BEFORE_CARD =
  /(?:^|[^A-Za-z\d.,]|\D[.,]|^[.,]|(?:visa|master ?card|amex|american express|maestro|discover|diners|jcb|card|karte|carte))$/i;

/** Masks card numbers, also next to other groups of digits such as the expiry date. */
const withoutCards = (text: string): string =>
  text.replace(DIGITS, (found, start: number) => {
    let shown = '';
    let from = 0;
    const groups = found.length < 14 ? [] : [...found.matchAll(/\d+/g)];
    for (const [first, { index }] of groups.entries()) {
      if (index < from) continue;
      let digits = '';
      for (const { 0: group, index: at } of groups.slice(first, first + 7)) {
        digits += group;
        if (!isCard(digits)) continue;
        const end = at + group.length;
        const lengths = found.slice(index, end).replace(/\d+/g, (each) => String(each.length));
        const before = text.slice(Math.max(0, start + index - 16), start + index);
        const after = text.slice(start + end, start + end + 2);
        if (!GROUPS.test(lengths) || !BEFORE_CARD.test(before) || /^(?:[A-Za-z]|[.,]\d)/.test(after)) continue;
        shown += found.slice(from, index) + MASK;
        from = end;
        break;
      }
    }
    return shown + found.slice(from);
  });

/**
 * True if a text has an IBAN's checksum (ISO 13616). The first four characters are moved to the end, and letters are
 * replaced by numbers from 10. The remainder of a division by 97 is then 1.
 */
function isIban(text: string): boolean {
  const flat = text.replaceAll(/[^A-Za-z\d]/g, '').toUpperCase();
  if (flat.length < 15 || flat.length > 34) return false;
  const digits = (flat.slice(4) + flat.slice(0, 4)).replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}

/** Words for an access code, in the most common languages. */
const CODE =
  '(?:\\b(?:(?:bestätigungs|sicherheits|zugangs|anmelde|einmal|tür|verifizierungs|freischalt|aktivierungs)(?:code|kennwort|passwort)|passwort|kennwort|code|codice|c[oó]digo|kod|pin|otp|tan|passcode|password|cvc|cvv2?|psk|wachtwoord|contraseña|senha)|код|验证码|驗證碼|コード|인증번호)';
const LINKED =
  '(?:[\\s:：=>"\'*_`()-]|is|was|lautet|ist|est|es|è|é|to|je|jest|<[^<>]{1,40}>|(?:to|for|of|on|de|du|per|pour|para|für) [^.\\n\\d]{1,40}?(?: is| es| est| è|:)|for room \\d{1,4} is){1,8}';
/** Words before `code` that show that it grants no access: error codes, postcodes, product codes. */
const NO_KEY =
  '(?<!\\b(?:error|exit|status|http|response|result|return|reason|zip|postal|post|country|area|sort|item|product|order|promo|coupon|discount|currency|tax|bar|source|dress|colou?r|class|course|with|event|fault|cause|airport|station|swift|branch|hs|sic|naics|gpio|led) )';
/** Four or more digits, in groups, with optional letters before them. */
const KEY = '(?:[A-Z]{1,3}-)?\\d(?:\\d|[ -](?=\\d)){3,8}(?![\\w.,-]?\\d)';
const CODES_TOLD: [pattern: RegExp, shown: string][] = [
  [
    new RegExp(`${NO_KEY}(${CODE}${LINKED})(?:${KEY}|(?=[A-Z-]*\\d)[A-Z\\d]{2,4}(?:-[A-Z\\d]{2,4}){1,3}\\b)`, 'gi'),
    `$1${MASK}`,
  ],
  [/\b(cv[cv]2?(?: code| is){0,2}[\s:=]{1,3})\d{3,4}\b/gi, `$1${MASK}`],
  [
    new RegExp(
      `(?<![\\w.,-])${KEY}(?=[\\s<>/a-z]{0,12}(?:is|[-–,])? (?:your|the|an?)\\b[^.\\n]{0,40}?\\b(?:code|pin|otp|passcode|password)\\b)`,
      'gi',
    ),
    MASK,
  ],
  [new RegExp(`\\b((?:use|enter|type|input) (?:code )?)${KEY}(?= (?:to|on|at|in|for|as)\\b)`, 'gi'), `$1${MASK}`],
  [/\b((?:gate|door|lockbox|key ?box|keypad|safe|alarm)\b[: ]{1,2})\d{4,8}#/gi, `$1${MASK}`],
  // `Your temporary password is …`, `--token …`, `curl -u ann:…`
  [
    /\b((?:password|passwd|pwd|pass(?:phrase|wort)?|psk|(?:api|access|secret|private|licen[cs]e)[ _-]?key|secret|token|mot de passe)(?:["')]? (?:is|was)|["')]?\s?[:=]|)[ \t]{1,3}["'`]?)(?!\w+:\/\/)(?=[^\s"'`]{0,60}\d)(?=[^\s"'`]{0,60}[A-Za-z])[^\s"'`,;]{8,}/gi,
    `$1${MASK}`,
  ],
  [/( -u ["']?[\w.@+-]{1,60}:)[^\s"']{4,}/g, `$1${MASK}`],
  // Command lines: `mysql -u root -pSECRET`, `redis-cli -a SECRET`, `sshpass -p SECRET`.
  [/\b((?:mysql|mariadb)(?:-?[a-z]{1,12})?\b[^\n|;&]{0,200}? -p["']?)[^\s"'-][^\s"']{2,}/g, `$1${MASK}`],
  [/\b((?:redis-cli\b[^\n|;&]{0,200}? -a|sshpass -p) {0,3}["']?)[^\s"'-][^\s"']{2,}/g, `$1${MASK}`],
  // A user name with its password: `login: ann / SECRET`
  [
    /\b((?:log-?in|credentials?|zugangsdaten|anmeldedaten|identifiants)["']? ?[:=] ?["']?[\w.@+-]{1,60} ?\/ ?)(?=[^\s"']{0,60}[\d!?#$%&*+=@^_~-])[^\s"'<>,;]{6,}/gi,
    `$1${MASK}`,
  ],
  [/(:thin:[^\s/:@]{1,60}\/)[^\s/@]{1,100}@/g, `$1${MASK}@`],
];

/** A cheap first check that rules out most texts without secrets. */
const SUSPICIOUS =
  /-----BEGIN|eyJ|bearer|token|basic|:\/\/|AKIA|ASIA|hooks|webhook|[?&]|gh[opsur]_|github_pat|glpat-|xox|xapp-|[rs]k_|whsec_|SG\.|AIza|npm_|shp|dop_v1|ya29|sk-|hf_|pypi-|thk_|bot\d|\d{4}|[a-z]{2}\d{2}|code|\bpin|otp|cv[cv]|psk|pass|key|secret|код|コード|验证|驗證|인증| -u | -p| -a |login|credential|zugang|anmelde|identifiant/i;

/** Masks the secrets in a text that are recognisable by their form. Takes linear time. */
export function withoutSecretValues(text: string): string {
  if (!SUSPICIOUS.test(text)) return text;
  let clean = text;
  for (const [pattern, shown] of PATTERNS) clean = clean.replace(pattern, shown);
  for (const [pattern, shown] of CODES_TOLD) clean = clean.replace(pattern, shown);
  return withoutCards(clean.replace(LINK, (address) => withoutKeys(address, MASK))).replace(IBAN, (number) =>
    isIban(number) ? MASK : number,
  );
}

/** True if a text contains a secret that is recognisable by its form. */
export const holdsSecretValue = (text: string): boolean => withoutSecretValues(text) !== text;

/** Matches `"name": "value"`, `name=value` and `Name: value`, as in bodies, forms and headers. */
const NAMED =
  /(["']?)\b([A-Za-z_][\w.-]{1,80})\1(\s{0,4}[:=]\s{0,4})("(?:[^"\\]|\\[\s\S]){0,4000}(?:"|$)|'[^'\n]{0,4000}(?:'|$)|(?:(?:Bearer|Basic|Digest|Token) )?[^\s,;&"'{}[\]<>]{1,4000})/g;

/** Masks the secrets in a raw body, or a piece of it, by name or form. Takes linear time. */
export function withoutSecretsInRaw(text: string): string {
  return withoutSecretValues(withoutNamed(text, 1));
}

/**
 * Masks values with the name of a secret.
 * @param deeper the number of times that a value is searched for another name: `Error: Password=…`
 */
const withoutNamed = (text: string, deeper: number): string =>
  text.replaceAll(NAMED, (whole, quote: string, name: string, sign: string, value: string) => {
    const bare = value.replace(/^["']|["']$/g, '');
    if (!isSecretField(name, bare))
      return deeper === 0 ? whole : whole.slice(0, -value.length) + withoutNamed(value, deeper - 1);
    const mark = /^["']/.exec(value)?.[0] ?? '';
    return `${quote}${name}${quote}${sign}${mark}${MASK}${mark}`;
  });
