/** Advice for common mistakes of users of jq, Handlebars and JavaScript. */
const byOperator: [string, string][] = [
  ['||', 'Write "or" in a condition, or a ?: b for a fallback.'],
  ['&&', 'Write "and".'],
  ['|', 'Pipes are not supported. Write $length(name) or name ~> $length().'],
  ['!', 'Write $not(…), or != for "is not".'],
];

const byCode: Record<string, string> = {
  S0101: 'End the text with the same quote that begins it.',
  S0103: 'To write a backslash in a text, double it.',
  S0105: 'End the name with a backquote.',
  S0202: 'Check that every bracket is closed.',
  S0203: 'Check that every bracket is closed.',
  S0207: 'The expression is incomplete. Add a value at its end.',
  T1005: 'Function names begin with $.',
  T2001: 'To join texts, write &, as in first & " " & last.',
  T2002: 'To join texts, write &, as in first & " " & last.',
};

/** Returns the hint for an error in a template, by its code and position. Returns undefined if there is none. */
export function hintFor(code: string, token: unknown, template: string, offset: number): string | undefined {
  if (code.startsWith('S02') || code === 'S0211') {
    // The parser may have accepted the first character of a doubled operator, such as `||`.
    const around = offset > 0 && template[offset - 1] === template[offset] ? offset - 1 : offset;
    const found = byOperator.find(([operator]) => template.startsWith(operator, around));
    if (found) return found[1];
  }
  if (code === 'S0201' && !template.includes('{{')) return fixedTextHint;
  if (code === 'S0201' && typeof token === 'string') return 'Join values with &, or give each its own {{ }}.';
  return byCode[code];
}

export const fixedTextHint = 'Fixed text needs quotes, or put {{ }} around each expression and leave the text outside.';
