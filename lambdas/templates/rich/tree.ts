import type { Severity } from '../outline/outline.ts';

/**
 * A rich message, as plain data: made by a template or from an outline, and encoded by each kind of target. No text in
 * it is markup: encoders escape, or use a form that has no markup.
 */
export interface RichMessage {
  /** One line, without line breaks. */
  title?: Run[];
  /** The title's destination; http or https. */
  link?: string;
  severity?: Severity;
  blocks: Block[];
  /** Short values with their names, for two columns. */
  facts?: Fact[];
  /** At most three; http or https. */
  buttons?: Button[];
}

/** A stretch of text with one look. Line breaks are `\n`; text that is code or part of a title has none. */
export interface Run {
  text: string;
  bold?: true;
  italic?: true;
  strike?: true;
  code?: true;
  /** http, https or mailto. */
  link?: string;
  /** A moment in seconds since 1970, which `text` gives in the webhook's time zone. */
  time?: number;
}

export type Block =
  | { kind: 'paragraph' | 'heading' | 'quote'; runs: Run[] }
  | { kind: 'code'; text: string; language?: string }
  | { kind: 'list'; items: Item[] }
  | { kind: 'rule' };

/** `number`: of a numbered list. `depth`: 0 for an item of the outermost list. */
export interface Item {
  runs: Run[];
  depth: number;
  number?: number;
}

export interface Fact {
  label: string;
  runs: Run[];
}

export interface Button {
  label: string;
  url: string;
}

export const MAX_BUTTONS = 3;
/** The label of a page that opens only inside some network, next to other facts. */
export const PAGE = 'Page';
/** More would be a table no one reads; the strictest target takes 25. */
export const MAX_FACTS = 25;
/** A name and a value of a fact, in UTF-16 units; the strictest target takes 256 and 1,024. */
export const MAX_LABEL = 200;
export const MAX_FACT = 800;

/** The text of runs without their formatting. */
export const textOf = (runs: readonly Run[]): string => runs.map(({ text }) => text).join('');
