import type { Severity } from '../outline/outline.ts';

/**
 * A rich message as plain data, created by a template or from an outline. Each target kind encodes it. Texts contain no
 * markup, so encoders have to escape them or use a format without markup.
 */
export interface RichMessage {
  title?: Run[];
  /** The title's link; http or https. */
  link?: string;
  /** The repository, project or shop that the title is about. */
  place?: string | undefined;
  severity?: Severity;
  blocks: Block[];
  /** Short labelled values, which can be shown in two columns. */
  facts?: Fact[];
  /** At most three buttons with http or https links. */
  buttons?: Button[];
}

/** Text with uniform formatting. Line breaks are `\n`; code and titles have none. */
export interface Run {
  text: string;
  bold?: true;
  italic?: true;
  strike?: true;
  code?: true;
  /** A URL: http, https or mailto. */
  link?: string;
  /** A time in seconds since 1970, which `text` shows in the webhook's time zone. */
  time?: number;
}

export type Block =
  | { kind: 'paragraph' | 'heading' | 'quote'; runs: Run[] }
  | { kind: 'code'; text: string; language?: string }
  | { kind: 'list'; items: Item[] }
  | { kind: 'rule' };

/** A list item. `number` is set in numbered lists. `depth` is 0 in the outermost list. */
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
/** The label of the title's page if it can't be a link, because only a private network can open it. */
export const PAGE = 'Page';
/** The strictest target accepts 25 facts. */
export const MAX_FACTS = 25;
/** Maximum lengths of a fact's label and value, in UTF-16 units; the strictest target accepts 256 and 1,024. */
export const MAX_LABEL = 200;
export const MAX_FACT = 800;

/** Separates the parts of a line. */
export const joined = (...parts: (string | undefined)[]): string => parts.filter(Boolean).join(' · ');

/** Returns the title and its place as one line. The news comes first, because a phone shows only the beginning. */
export const headOf = ({ title = [], place }: RichMessage): string => joined(textOf(title), place);

/** Returns the text of runs without their formatting. */
export const textOf = (runs: readonly Run[]): string => runs.map(({ text }) => text).join('');
