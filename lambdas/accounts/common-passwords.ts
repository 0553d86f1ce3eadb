import { commonWords as words } from './common-words.ts';

/*
 * Passwords that attackers try first (ASVS 5.0, 6.2.4): those that stand on a list of what people really used, and those
 * that are made like them. People make them all in the same few ways: a word with digits around it, a word twice,
 * backwards or cut at eight signs, a walk over the keyboard, a repetition, a date, digits in a pattern.
 */

let listed: Promise<ReadonlySet<string>> | undefined;

/**
 * The list of zxcvbn: passwords of published leaks that stand in them often, in lower case, about 18,000 of eight signs
 * and more. Loaded when a password is first chosen, because unpacking it takes longer than a whole sign-in may.
 */
const listedPasswords = (): Promise<ReadonlySet<string>> => {
  listed ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']));
  return listed;
};

const reversed = (text: string) => [...text].reverse().join('');

/** Rows and columns of the keyboards that people walk along, the alphabet, and the digits. */
const walks = [
  '1234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
  'wxcvbn',
  'abcdefghijklmnopqrstuvwxyz',
  '0123456789',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'a1b2c3d4e5f6g7h8i9j0',
  '1a2b3c4d5e6f7g8h9i0j',
  'qazwsxedcrfvtgbyhnujmikolp',
  'zaqxswcdevfrbgtnhymjukilop',
  'qweasdzxcrtyfghvbnuiojklm',
  '123qweasdzxc',
  '147258369',
  '741852963',
  '789456123',
  '159357',
  '159753',
  '13579',
  '24680',
  '112233445566778899',
  '11223344556677889900',
  '121314151617181920',
  'aabbccddeeffgg',
  'abcabc',
].flatMap((walk) => [walk, reversed(walk)]);

const LEET: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const unleet = (text: string) => text.replace(/[013457@$!]/g, (sign) => LEET[sign] ?? sign);

/** The letters that remain when capitals, the digits and signs around a word, and its disguises are taken off. */
export const plainForm = (text: string): string =>
  unleet(text.toLowerCase().replace(/^[^\p{L}@$]+|[^\p{L}]+$/gu, '')).replace(/[^\p{L}\p{N}]/gu, '');

/** Many systems once kept eight signs of a password, and lists of common ones remember it: `metallic`, `liverpoo`. */
const CUT_AT = 8;
const cutWords = new Set([...words].filter((word) => word.length > CUT_AT).map((word) => word.slice(0, CUT_AT)));

const isWord = (letters: string): boolean =>
  words.has(letters) || (letters.endsWith('s') && words.has(letters.slice(0, -1)));

/** `word`, `words`, `drow`, `wordword`, or two words in a row such as `superuser`. */
const isMadeOfWords = (letters: string): boolean => {
  if (isWord(letters) || words.has(reversed(letters)) || cutWords.has(letters)) return true;
  for (let cut = 3; cut <= letters.length - 3; cut += 1)
    if (words.has(letters.slice(0, cut)) && isWord(letters.slice(cut))) return true;
  return false;
};

/** A word with so much around it is no longer what a list contains. */
const MAX_DECORATION = 6;

const isDecoratedWord = (password: string): boolean => {
  // The leading digits may also be a disguised letter (`1loveyou`), the trailing ones too (`passw0rd` ends `…0rd1`).
  const candidates = [
    plainForm(password),
    unleet(password).replace(/[^\p{L}\p{N}]/gu, ''),
    password.replace(/[^\p{L}]/gu, ''),
  ];
  return candidates.some((letters) => password.length - letters.length <= MAX_DECORATION && isMadeOfWords(letters));
};

/** The shortest piece whose repetition (the last one perhaps cut) is the text. */
const period = (text: string): number => {
  for (let length = 1; length <= text.length / 2; length += 1)
    if (
      text ===
      text
        .slice(0, length)
        .repeat(Math.ceil(text.length / length))
        .slice(0, text.length)
    )
      return length;
  return text.length;
};

/** Cuts the text into the fewest stretches of a walk or of one repeated sign; a single sign counts as one. */
const stretches = (text: string): number => {
  let at = 0;
  let count = 0;
  while (at < text.length) {
    let length = 1;
    while (at + length < text.length && text[at + length] === text[at]) length += 1;
    while (at + length < text.length && walks.some((walk) => walk.includes(text.slice(at, at + length + 1))))
      length += 1;
    at += length;
    count += 1;
  }
  return count;
};

/** `31121999`, `19991231`, `12311999`, and the same with signs between. */
const isDate = (text: string): boolean => {
  const digits = text.replace(/[./-]/g, '');
  if (!/^\d{8}$/.test(digits)) return false;
  const year = (part: string) => /^(19[3-9]|20[0-3])\d$/.test(part);
  const dayAndMonth = (part: string) => {
    const [a, b] = [Number(part.slice(0, 2)), Number(part.slice(2))];
    return a >= 1 && b >= 1 && a <= 31 && b <= 31 && (a <= 12 || b <= 12);
  };
  return (
    (year(digits.slice(4)) && dayAndMonth(digits.slice(0, 4))) ||
    (year(digits.slice(0, 4)) && dayAndMonth(digits.slice(4)))
  );
};

/** true for passwords that are made as the common ones are, whether or not a list has them. */
export const isMadeLikeCommonOnes = (password: string): boolean => {
  const text = password.toLowerCase();
  if (period(text) <= 4 || isDate(text)) return true;
  const parts = stretches(text);
  // `qwerty123`, `1q2w3e4r5t`: long stretches. Eight signs in eight stretches are no walk at all.
  return parts <= 3 && text.length / parts >= 3 ? true : isDecoratedWord(text);
};

/** true for passwords that attackers try first. */
export const isCommonPassword = async (password: string): Promise<boolean> =>
  isMadeLikeCommonOnes(password) || (await listedPasswords()).has(password.toLowerCase());
