/**
 * Bodies that a stranger might send to make their readers slow. For each content type: known attacks, then families
 * that are drawn by seed from the type's own syntax. A family is a beginning, a repeated piece and an end, the form in
 * which parsers and regular expressions are attacked.
 */
interface BodyFamily {
  type: string;
  contentType: string;
  /** The form shown in a table. */
  name: string;
  /** A body of about this many UTF-16 units, the same each time. */
  body(length: number): string;
}

export const FAMILIES_PER_TYPE = 20;

interface Syntax {
  type: string;
  contentType: string;
  /** Beginnings after which the type's parser continues to read. The first is for families that name none. */
  beginnings: string[];
  tokens: string[];
  attacks: Attack[];
}
/** `#` in the piece is replaced by the number of the repetition. */
type Attack = [piece: string, beginning?: string | undefined, end?: string];

const BOUNDARY = 'xBoundaryx';
const part = (name: string) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`;

const syntaxes: Syntax[] = [
  {
    type: 'form',
    contentType: 'application/x-www-form-urlencoded',
    beginnings: ['', 'a=', 'payload='],
    tokens: ['a', '=', '&', '%', '%41', '%zz', '+', '[]', '1', '%F0%9F', ';', '__proto__', '.', '#'],
    attacks: [
      ['a&'],
      ['a=1&'],
      ['k#=v&'],
      ['&'],
      ['='],
      ['%'],
      ['a[]=%zz&'],
      ['[', 'payload='],
      ['%5B%22', 'payload='],
      ['__proto__=1&'],
    ],
  },
  {
    type: 'json',
    contentType: 'application/json',
    beginnings: ['[', '{"a":[', '{"text":"', '{"items":[{"name":"'],
    tokens: [
      '[',
      ']',
      '{',
      '}',
      '"',
      ':',
      ',',
      '1',
      'null',
      '\\u0000',
      '\\ud800',
      ' ',
      '\n',
      '{"a":',
      '"k#":1,',
      '{},',
    ],
    attacks: [
      ['['],
      ['{"a":'],
      ['{},', '[', '{}]'],
      ['"k#":1,', '{', '"z":1}'],
      ['"k#":{"name":"x"},', '{', '"z":1}'],
      ['[1],', '[', '1]'],
      [' ', '{"text":"', '"}'],
      ['\\n ', '{"text":"', '"}'],
      ['\\"[', '{"text":"[', '"}'],
      ['"https://api./_apis",', '[', '1]'],
      ['{"k#":{"name":" "}},', '[', '1]'],
    ],
  },
  {
    type: 'xml',
    contentType: 'application/xml',
    beginnings: ['<?xml version="1.0"?><a>', '<a>', '<'],
    tokens: [
      '<',
      '>',
      '/',
      '<a>',
      '</a>',
      '<b>x</b>',
      '<![CDATA[',
      ']]>',
      '<!--',
      '-->',
      '&amp;',
      '&',
      ';',
      '"',
      ' ',
      '=',
      'a:b',
    ],
    attacks: [
      ['<'],
      ['<a>'],
      ['<a>x</a>', '<r>', '</r>'],
      ['<b#>x</b#>', '<r>', '</r>'],
      ['<![CDATA[', '<r>'],
      ['<!--', '<r>'],
      ['&amp;', '<r><a>', '</a></r>'],
      ['<a ', '<r>'],
      ['</a>', '<r>'],
      ['<!ENTITY a "&b;">', '<!DOCTYPE a [', ']><r/>'],
    ],
  },
  {
    type: 'multipart',
    contentType: `multipart/form-data; boundary=${BOUNDARY}`,
    beginnings: [part('a'), `--${BOUNDARY}\r\n`, ''],
    tokens: [
      `--${BOUNDARY}`,
      '\r\n',
      '--',
      'Content-Disposition: form-data',
      '; name="',
      '"',
      ';',
      ' ',
      'filename=',
      'x',
      ':',
      '\n',
    ],
    attacks: [
      [`--${BOUNDARY}`],
      [`${part('a')}x\r\n`],
      [`${part('k#')}x\r\n`],
      ['\r\n', part('a')],
      [`\r\n--${BOUNDARY.slice(0, -1)}`, part('a')],
      ['; name=', `--${BOUNDARY}\r\nContent-Disposition: form-data`, '\r\n\r\nx'],
      [' filename', `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a";`, '\r\n\r\nx'],
      ['-', part('a')],
      ['\r', `--${BOUNDARY}`],
      [`\n\n--${BOUNDARY}`],
    ],
  },
  {
    type: 'text',
    contentType: 'text/plain',
    beginnings: ['', '{', '```\n'],
    tokens: [
      'a',
      ' ',
      '\n',
      '\t',
      '\r\n',
      '```',
      '.',
      '!',
      '<',
      '&',
      '*',
      '_',
      '\\',
      '🇩🇪',
      'e\u0301',
      '\u200d',
      '\u3000',
      'https://',
      '(',
      '[',
    ],
    attacks: [
      [' '],
      ['\n'],
      ['a'],
      ['```\n'],
      ['🇩🇪'],
      ['\u0301', 'e'],
      ['👩\u200d'],
      ['https://a '],
      ['\n \n'],
      ['<&>'],
      ['{{'],
    ],
  },
  {
    type: 'mail',
    contentType: 'message/rfc822',
    beginnings: ['Subject: ', 'From: a@example.com\r\nSubject: x\r\n\r\n', ''],
    tokens: [
      'Subject: ',
      '\r\n',
      '\r\n ',
      '=?',
      '?=',
      'utf-8',
      '?q?',
      '?b?',
      'YQ==',
      '=3D',
      ':',
      ' ',
      'a',
      '@',
      '<',
      '>',
      '=\r\n',
    ],
    attacks: [
      ['=?', 'Subject: '],
      ['=?utf-8?q?', 'Subject: '],
      ['=?utf-8?b?YQ==?= ', 'Subject: '],
      ['?= ', 'Subject: =?', 'x'],
      ['\r\n ', 'Subject: a'],
      ['a: b\r\n', 'Subject: a\r\n'],
      ['A', 'Subject: a\r\nContent-Transfer-Encoding: base64\r\n\r\n'],
      ['=3D', 'Subject: a\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n'],
      ['=\r\n', 'Subject: a\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n'],
      [':', 'Subject'],
    ],
  },
];

/** A generator of numbers below `bound` (mulberry32), the same for the same seed. */
const drawing = (seed: number) => {
  let state = seed;
  return (bound: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
};

const drawn = ({ beginnings, tokens }: Syntax, seed: number): Attack => {
  const below = drawing(seed);
  const token = () => tokens[below(tokens.length)] as string;
  const piece = Array.from({ length: 1 + below(4) }, token).join('');
  return [piece, beginnings[below(beginnings.length)], below(2) === 0 ? '' : token()];
};

const bodyOf = ([piece, beginning = '', end = '']: Attack, length: number): string => {
  const room = Math.max(0, length - beginning.length - end.length);
  if (!piece.includes('#')) return beginning + piece.repeat(Math.ceil(room / piece.length)) + end;
  const pieces: string[] = [];
  for (let made = 0; made < room; made += (pieces.at(-1) as string).length)
    pieces.push(piece.replaceAll('#', String(pieces.length)));
  return beginning + pieces.join('') + end;
};

const nameOf = ([piece, beginning = '', end = '']: Attack): string => {
  const shown = JSON.stringify(`${beginning.slice(-20)}‹${piece}›${end}`).slice(1, -1);
  return shown.length > 60 ? `${shown.slice(0, 59)}…` : shown;
};

/** {@link FAMILIES_PER_TYPE} families for each content type. */
export const hostileFamilies = (seed = 1): BodyFamily[] =>
  syntaxes.flatMap((syntax, index) => {
    const { type, contentType, attacks } = syntax;
    const more = FAMILIES_PER_TYPE - attacks.length;
    const seeded = Array.from({ length: more }, (_, number) => drawn(syntax, seed * 10_000 + index * 100 + number));
    return [...attacks, ...seeded].map((attack) => ({
      type,
      contentType,
      name: nameOf(attack),
      body: (length: number) => bodyOf(attack, length),
    }));
  });
