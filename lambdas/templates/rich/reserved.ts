/* The units of a part: blocks, then facts. */
export const OPEN = '\ufdd0';
export const CLOSE = '\ufdd1';
/** The same around the number of a moment, inside of a value. */
export const OPEN_TIME = '\ufdd2';
export const CLOSE_TIME = '\ufdd3';
const RESERVED = /[\ufdd0-\ufdd3]/g;

/** A moment that a template tells: in seconds since 1970, and in words for where it cannot be shown otherwise. */
export interface Moment {
  seconds: number;
  words: string;
}

export const placeholder = (number: number): string => `${OPEN}${number}${CLOSE}`;
export const timePlaceholder = (number: number): string => `${OPEN_TIME}${number}${CLOSE_TIME}`;

/** A text of the template, or one that is put in before it is read, without anything that looks like a placeholder. */
export const withoutPlaceholders = (text: string): string => text.replace(RESERVED, '');

/**
 * Cuts a message into parts that each fit: between blocks, then between items, lines, sentences, blanks, graphemes. The
 * first part has the title, the last one the buttons; parts are numbered `(1/3) `. Marks that are open at a cut
 * continue in the next part. Text beyond the last allowed part is cut off and ends with `... (truncated)`.
 */
export interface Draft {
  sections: Record<SectionName, string>;
  values: string[];
  moments: Moment[];
}

export const newDraft = (): Draft => ({ sections: { title: '', facts: '', buttons: '' }, values: [], moments: [] });

export const sectionNames = ['title', 'facts', 'buttons'] as const;

export type SectionName = (typeof sectionNames)[number];
