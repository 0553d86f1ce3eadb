import { oneLine, visible } from './characters.ts';
import { markdownWords, plainWords, slackWords } from './markup.ts';
import { type Action, type Fact, isDictionary, type Severity } from './outline.ts';

/** The highest length limit of these chats. */
const LONGEST = 40_000;

export const textOf = (value: unknown): string =>
  typeof value === 'string' ? visible(value.slice(0, LONGEST)).trim() : '';
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, 100) : []);

/** A piece of a message: the common form of attachments, embeds and sections of cards. */
export interface Piece {
  title?: string;
  link?: string;
  text?: string;
  facts?: Fact[];
  actions?: Action[];
  severity?: Severity;
}

export const slackText = (value: unknown) => {
  const text = textOf(value);
  return text === '' ? '' : markdownWords(slackWords(text));
};

const COLOURS: Record<string, Severity> = { danger: 'critical', warning: 'warning', good: 'ok', attention: 'critical' };
export const severityOfColour = (value: unknown): Severity | undefined => {
  const text = typeof value === 'number' ? value.toString(16).padStart(6, '0') : String(value ?? '').toLowerCase();
  if (Object.hasOwn(COLOURS, text)) return COLOURS[text];
  const [, red = '', green = '', blue = ''] = /^#?([\da-f]{2})([\da-f]{2})([\da-f]{2})$/.exec(text) ?? [];
  if (red === '') return undefined;
  const [r, g, b] = [red, green, blue].map((part) => Number.parseInt(part, 16)) as [number, number, number];
  if (r > 150 && g < 90 && b < 110) return 'critical';
  if (r > 200 && g > 120 && b < 110) return 'warning';
  return g > 110 && r < 110 && b < 160 ? 'ok' : undefined;
};

export const factOf = (label: unknown, value: unknown, read: (text: unknown) => string): Fact | undefined => {
  const [name, said] = [oneLine(read(label)).replace(/:$/, ''), oneLine(read(value))];
  return said === '' ? undefined : { label: name, value: said };
};
export const isDefined = <T>(value: T | undefined): value is T => value !== undefined;

export const actionOf = (label: unknown, url: unknown): Action | undefined => {
  const said = oneLine(slackText(isDictionary(label) ? label.text : label));
  return typeof url === 'string' && said !== '' ? { label: said, url } : undefined;
};

/** Returns the plain text of a card's Markdown, which can contain HTML. */
export const cardText = (value: unknown): string => plainWords(textOf(value));
