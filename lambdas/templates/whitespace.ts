import type { Piece, Tag } from './syntax.ts';

const isTag = (piece: Piece | undefined): piece is Tag => piece !== undefined && 'type' in piece;
const BLANK_BEFORE = /^[ \t]*$/;
const BLANK_AFTER = /^[ \t]*(\r?\n|$)/;

/**
 * Applies the two rules for white space to the texts between the tags, in place. A line that contains only a block tag
 * or a comment is removed with its line break. `{{- ` and ` -}}` remove all white space next to the tag.
 */
export function tidyWhitespace(pieces: Piece[], template: string): void {
  const alone = pieces.map((piece) => isTag(piece) && piece.type !== 'value' && standsAlone(piece, template));
  pieces.forEach((piece, index) => {
    if (isTag(piece)) return;
    const [before, after] = [pieces[index - 1], pieces[index + 1]];
    if (alone[index - 1]) piece.text = piece.text.replace(BLANK_AFTER, '');
    if (alone[index + 1]) piece.text = piece.text.replace(/[ \t]*$/, '');
    if (isTag(before) && before.trimAfter) piece.text = piece.text.trimStart();
    if (isTag(after) && after.trimBefore) piece.text = piece.text.trimEnd();
  });
}

function standsAlone({ start, end }: Tag, template: string): boolean {
  return BLANK_BEFORE.test(lineBefore(template, start)) && BLANK_AFTER.test(template.slice(end));
}

function lineBefore(template: string, start: number): string {
  return template.slice(template.lastIndexOf('\n', start - 1) + 1, start);
}
