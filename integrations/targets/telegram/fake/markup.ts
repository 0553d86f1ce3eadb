/**
 * Returns the server's error for the most common mistakes in markup. These are reserved characters in MarkdownV2,
 * unclosed entities, and unknown or unclosed tags in HTML. Offsets are in UTF-8 bytes, as the server counts them.
 */
export const markupError = (text: string, parseMode: string | undefined): string | undefined => {
  switch (parseMode?.toLowerCase()) {
    case undefined:
    case '':
      return undefined;
    case 'html':
      return htmlError(text);
    case 'markdownv2':
      return markdownError(text);
    case 'markdown':
      return undefined;
    default:
      return 'unsupported parse_mode';
  }
};

const byteOffset = (text: string, index: number): number => Buffer.byteLength(text.slice(0, index));

const tags = /^(?:b|strong|i|em|u|ins|s|strike|del|span|tg-spoiler|a|tg-emoji|tg-time|code|pre|blockquote)$/;

const htmlError = (text: string): string | undefined => {
  const open: string[] = [];
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1)) {
    const end = text.indexOf('>', at);
    const offset = byteOffset(text, at);
    if (end === -1) return `can't parse entities: Unclosed start tag at byte offset ${offset}`;
    const name = /^\/?\s*([^\s>]*)/.exec(text.slice(at + 1, end))?.[1]?.toLowerCase() ?? '';
    if (text[at + 1] === '/') {
      const expected = open.pop();
      if (expected === undefined) return `can't parse entities: Unexpected end tag at byte offset ${offset}`;
      if (expected !== name) {
        return `can't parse entities: Unmatched end tag at byte offset ${offset}, expected "</${expected}>", found "</${name}>"`;
      }
    } else {
      if (!tags.test(name)) return `can't parse entities: Unsupported start tag "${name}" at byte offset ${offset}`;
      open.push(name);
    }
  }
  const last = open.at(-1);
  return last === undefined
    ? undefined
    : `can't parse entities: Can't find end tag corresponding to start tag "${last}"`;
};

const reserved = new Set([...'>#+-=|{}.!()[]']);
const pairs: Record<string, string> = { '*': 'Bold', _: 'Italic', '~': 'Strikethrough', '`': 'Code' };

const markdownError = (text: string): string | undefined => {
  let open: { mark: string; at: number } | undefined;
  let link = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] as string;
    if (char === '\\') at += 1;
    else if (open?.mark === '`') {
      if (char === '`') open = undefined;
    } else if (char === '[') link = true;
    else if (link && char === ']' && text[at + 1] === '(') {
      const end = text.indexOf(')', at);
      if (end === -1) return `can't parse entities: Can't find end of a URL at byte offset ${byteOffset(text, at)}`;
      link = false;
      at = end;
    } else if (Object.hasOwn(pairs, char)) open = open?.mark === char ? undefined : (open ?? { mark: char, at });
    else if (reserved.has(char)) {
      return `can't parse entities: Character '${char}' is reserved and must be escaped with the preceding '\\'`;
    }
  }
  return (
    open &&
    `can't parse entities: Can't find end of ${pairs[open.mark]} entity at byte offset ${byteOffset(text, open.at)}`
  );
};
