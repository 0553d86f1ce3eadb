/*
 * Values are put into a message after its template was read as Markdown, so no value can ever become a mark. Until then
 * a placeholder takes their place: its number between two noncharacters, which belong to no text. To the parser it is a
 * letter.
 */
export const OPEN = '\ufdd0';
export const CLOSE = '\ufdd1';
/** The same around the number of a moment, inside of a value. */
export const OPEN_TIME = '\ufdd2';
export const CLOSE_TIME = '\ufdd3';
const RESERVED = /[\ufdd0-\ufdd3]/g;

/** A moment in a template: in seconds since 1970, and in words for places that cannot show it otherwise. */
export interface Moment {
  seconds: number;
  words: string;
}

export const placeholder = (number: number): string => `${OPEN}${number}${CLOSE}`;
export const timePlaceholder = (number: number): string => `${OPEN_TIME}${number}${CLOSE_TIME}`;

/** A text of the template, or a text inserted before it is read, without anything that looks like a placeholder. */
export const withoutPlaceholders = (text: string): string => text.replace(RESERVED, '');

/** A rich message while its template runs: the separately collected parts, and the values for the placeholders. */
export interface Draft {
  sections: Record<SectionName, string>;
  values: string[];
  moments: Moment[];
}

export const newDraft = (): Draft => ({ sections: { title: '', facts: '', buttons: '' }, values: [], moments: [] });

export const sectionNames = ['title', 'facts', 'buttons'] as const;

export type SectionName = (typeof sectionNames)[number];
