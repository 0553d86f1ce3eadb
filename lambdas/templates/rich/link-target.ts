const MAX_PARENTHESES = 32;

/** Reads a link's address after the `(`, and skips its title. Returns undefined if the syntax is invalid. */
export function addressAt(text: string, start: number): { address: string; end: number } | undefined {
  let at = skipBlanks(text, start);
  let address = '';
  if (text[at] === '<') {
    const close = text.indexOf('>', at);
    const inner = close === -1 ? '\n' : text.slice(at + 1, close);
    if (/[\n<]/.test(inner)) return undefined;
    address = inner;
    at = close + 1;
  } else {
    const end = endOfAddress(text, at);
    if (end === undefined) return undefined;
    address = text.slice(at, end);
    at = end;
  }
  const behind = skipBlanks(text, at);
  const quote = text.charAt(behind);
  if (behind > at && (quote === '"' || quote === "'")) {
    const close = text.indexOf(quote, behind + 1);
    if (close === -1) return undefined;
    at = skipBlanks(text, close + 1);
  } else at = behind;
  if (text[at] !== ')') return undefined;
  return { address: address.replace(/\\([!-/:-@[-`{-~])/g, '$1'), end: at + 1 };
}

/** Finds the end of an address, in which parentheses have to be balanced. Returns undefined if they aren't. */
function endOfAddress(text: string, start: number): number | undefined {
  let open = 0;
  for (let at = start; at < text.length; at++) {
    const sign = text.charAt(at);
    if (sign === '\\') at++;
    else if (sign <= ' ') return open === 0 ? at : undefined;
    else if (sign === '(' && ++open > MAX_PARENTHESES) return undefined;
    else if (sign === ')' && --open < 0) return at;
  }
  return undefined;
}

function skipBlanks(text: string, start: number): number {
  let at = start;
  while (at < text.length && /[ \t\n]/.test(text.charAt(at))) at++;
  return at;
}
