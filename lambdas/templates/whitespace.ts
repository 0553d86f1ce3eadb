import type { Piece, Tag } from './syntax.ts';

const isTag = (piece: Piece | undefined): piece is Tag => piece !== undefined && 'type' in piece;
const BLANK_BEFORE = /^[ \t]*$/;
const BLANK_AFTER = /^[ \t]*(\r?\n|$)/;

/**
 * The message of a webhook without a template: by the ready-made template of a known service, else the readable
 * rendering of the payload.
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
