/*
 * Values are inserted after the template has been parsed as Markdown, so their text never becomes a mark. Until then, a
 * placeholder takes their place: a number between two Unicode noncharacters, which no text contains. The parser treats
 * them as letters.
 */
export const OPEN = '\ufdd0';
export const CLOSE = '\ufdd1';
/** Delimiters of a time's number inside a value. */
export const OPEN_TIME = '\ufdd2';
export const CLOSE_TIME = '\ufdd3';
const RESERVED = /[\ufdd0-\ufdd3]/g;

/** A time in seconds since 1970, and its text for places that can show only text. */
export interface Moment {
  seconds: number;
  words: string;
}

export const placeholder = (number: number): string => `${OPEN}${number}${CLOSE}`;
export const timePlaceholder = (number: number): string => `${OPEN_TIME}${number}${CLOSE_TIME}`;

/** Removes placeholder characters from a text, so it can't imitate a placeholder. */
export const withoutPlaceholders = (text: string): string => text.replace(RESERVED, '');

/** A rich message while its template runs: the sections collected so far, and the values for the placeholders. */
export interface Draft {
  sections: Record<SectionName, string>;
  values: string[];
  moments: Moment[];
}

export const newDraft = (): Draft => ({
  sections: { title: '', place: '', facts: '', buttons: '' },
  values: [],
  moments: [],
});

export const sectionNames = ['title', 'place', 'facts', 'buttons'] as const;

export type SectionName = (typeof sectionNames)[number];
