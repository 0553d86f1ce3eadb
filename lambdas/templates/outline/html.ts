import { decodeEntities } from './entities.ts';
import { linkWords } from './link-words.ts';

/** Elements that end a line, then elements whose content is skipped. */
const BREAKS =
  /^(?:p|div|br|tr|li|ul|ol|h[1-6]|table|blockquote|pre|section|article|header|footer|hr|dt|dd|details|summary)$/;
const UNREAD = /^(?:script|style|head|title|template|noscript)$/;
const ATTRIBUTE = (name: string) =>
  new RegExp(`\\b${name}\\s{0,3}=\\s{0,3}(?:"([^"]{0,2000})"|'([^']{0,2000})'|([^\\s"'>]{1,2000}))`, 'i');
const HREF = ATTRIBUTE('href');
const ALT = ATTRIBUTE('alt');
const attributeOf = (pattern: RegExp, tag: string) => {
  const found = pattern.exec(tag);
  return decodeEntities(found?.[1] ?? found?.[2] ?? found?.[3] ?? '');
};

/**
 * Converts HTML to plain text. Comments are dropped, pictures become their alternative text, links become
 * `words (address)`, and code stays unchanged. One pass, linear in the length.
 */
export function htmlWords(text: string): string {
  const out: string[] = [];
  let isPre = false;
  // A text with a little HTML uses real line breaks. In full HTML, a line break counts as a space.
  const blanks = /^\s*</.test(text) ? /[ \t\r\n]+/g : /[ \t\r]+/g;
  let link: { address: string; from: number } | undefined;
  const say = (raw: string) => {
    if (raw !== '') out.push(decodeEntities(isPre ? raw : raw.replaceAll(blanks, ' ')));
  };
  const endLink = () => {
    if (!link) return;
    const label = out.splice(link.from).join('');
    out.push(link.address === '' ? label : linkWords(label.replaceAll(/\s+/g, ' '), link.address));
    link = undefined;
  };
  // After the last ">", nothing is a tag, and repeated searches for ">" would take quadratic time.
  const lastClose = text.lastIndexOf('>');
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf('<', at);
    say(text.slice(at, open === -1 ? text.length : open));
    if (open === -1) break;
    if (text.startsWith('<!--', open)) {
      const end = text.indexOf('-->', open + 4);
      if (end === -1) break;
      at = end + 3;
      // A comment between two spaces leaves one of them.
      if (/\s$/.test(out.at(-1) ?? '')) while (/[ \t]/.test(text[at] ?? '')) at++;
      continue;
    }
    const name = /^<\/?([a-z][a-z0-9]{0,14})(?=[\s/>])/i.exec(text.slice(open, open + 20))?.[1]?.toLowerCase();
    const close = name === undefined || open > lastClose ? -1 : text.indexOf('>', open);
    if (name === undefined || close === -1) {
      // The "<" is a comparison sign or begins a declaration.
      const isDeclaration = open < lastClose && (text.startsWith('<!', open) || text.startsWith('<?', open));
      const end = isDeclaration ? text.indexOf('>', open) : -1;
      if (end === -1) say('<');
      at = end === -1 ? open + 1 : end + 1;
      continue;
    }
    const tag = text.slice(open, Math.min(close, open + 6000));
    const isEnd = tag.startsWith('</');
    at = close + 1;
    if (UNREAD.test(name) && !isEnd) {
      const end = indexOfEnd(text, name, at);
      if (end === -1) break;
      at = end;
    } else if (name === 'img') {
      if (attributeOf(ALT, tag).trim() !== '') out.push(attributeOf(ALT, tag));
    } else if (name === 'a') {
      endLink();
      if (!isEnd) link = { address: attributeOf(HREF, tag), from: out.length };
    } else if (name === 'pre') {
      isPre = !isEnd;
      out.push('\n');
    } else if (name === 'li' && !isEnd) out.push('\n- ');
    else if ((name === 'td' || name === 'th') && isEnd) out.push('  ');
    else if (BREAKS.test(name) && !(name === 'li')) out.push(name === 'p' && isEnd ? '\n\n' : '\n');
  }
  endLink();
  return out
    .join('')
    .replaceAll(/[ \t\u00a0]{1,1000}\n/g, '\n')
    .replaceAll(/\n[ \t]{1,1000}(?=\S)(?!- )/g, isPre ? '$&' : '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** Returns the end of a skipped element; -1 if it isn't closed, which also ends the conversion. */
function indexOfEnd(text: string, name: string, from: number): number {
  const pattern = new RegExp(`</${name}\\s{0,20}>`, 'gi');
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : -1;
}
