import { isDictionary, own, type Severity } from '../outline/outline.ts';
import { type Address, safeAddress } from './addresses.ts';
import { parseInline } from './inline.ts';
import { parseMarkdown } from './markdown.ts';
import { Filler } from './placeholders.ts';
import { type Draft, withoutPlaceholders } from './reserved.ts';
import {
  type Block,
  type Button,
  type Fact,
  MAX_BUTTONS,
  MAX_FACT,
  MAX_FACTS,
  MAX_LABEL,
  PAGE,
  type RichMessage,
  type Run,
} from './tree.ts';

/** Parses a template's output as Markdown and inserts the values. */
export function buildMessage(text: string, { sections, values, moments }: Draft): RichMessage {
  const filler = new Filler(values, moments);
  const headline = inlineOf(sections.title.trim());
  const page = pageOf(headline, filler);
  const title = filler.line(page ? withoutLinks(headline) : headline);
  const place = nameOf(sections.place, filler);
  const facts = sections.facts.split('\n').flatMap((line) => factOf(line, filler));
  const buttons = filler.runs(inlineOf(sections.buttons)).flatMap(buttonOf).slice(0, MAX_BUTTONS);
  // An address in a value is no link of the title, because the template did not choose it.
  const isLinked = page === undefined && headline.some((run) => run.link !== undefined);
  const link = page?.isSafe ? page.url : isLinked ? title.find((run) => run.link !== undefined)?.link : undefined;
  // Show an address that can't be a link as text, so people in a private network can open it. If it isn't an address,
  // the template put another value in its place, which is shown without a label.
  if (page && !page.isSafe && !isOtherScheme(page.url))
    facts.push(...asFact(/^https?:\/\//i.test(page.url) ? PAGE : '', runsOf(page.url)));
  return {
    ...(title.length > 0 && { title: withoutLinks(title) }),
    ...(link !== undefined && { link }),
    ...(place !== '' && { place }),
    blocks: filler.blocks(parsed(text)),
    ...(facts.length > 0 && { facts: facts.slice(0, MAX_FACTS) }),
    ...(buttons.length > 0 && { buttons }),
  };
}

/** Returns the address of a title that is a single link. Returns undefined for any other title. */
function pageOf(headline: readonly Run[], filler: Filler): Address | undefined {
  const link = headline[0]?.link;
  return link !== undefined && headline.every((run) => run.link === link) ? filler.address(link) : undefined;
}

const isOtherScheme = (address: string): boolean => /^(?!https?:)[a-z][\w+.-]*:\S*$/i.test(address);

/** Removes links from runs, because a title has a single link. */
const withoutLinks = (runs: readonly Run[]): Run[] => runs.map(({ link: _link, ...run }) => run);

/** Returns a short text without formatting. */
const nameOf = (text: string, filler: Filler): string =>
  filler.text(text).replace(/\s+/g, ' ').trim().slice(0, MAX_LABEL).toWellFormed();

/** Reads a fact from a line: `Name: value` or only a value. */
function factOf(line: string, filler: Filler): Fact[] {
  const colon = line.indexOf(': ');
  const label = nameOf(colon === -1 ? '' : line.slice(0, colon), filler);
  return asFact(label, filler.line(inlineOf(line.slice(colon === -1 ? 0 : colon + 2).trim())));
}

function asFact(label: string, runs: Run[]): Fact[] {
  if (runs.length === 0) return [];
  return [{ label: label.slice(0, MAX_LABEL), runs: shortened(runs, MAX_FACT) }];
}

/** Cuts runs to `length` UTF-16 units. */
export function shortened(runs: readonly Run[], length: number): Run[] {
  const kept: Run[] = [];
  let left = length;
  for (const run of runs) {
    if (run.text.length > left) {
      const text = run.text
        .slice(0, Math.max(0, left - 1))
        .toWellFormed()
        .replace(/\ufffd$/, '');
      kept.push({ ...run, text: `${text}…` });
      return kept;
    }
    kept.push(run);
    left -= run.text.length;
  }
  return kept;
}

/** Turns a run with a link into a button, and ignores other text. */
function buttonOf({ text, link }: Run): Button[] {
  const label = text.replace(/\s+/g, ' ').trim();
  return link && /^https?:/.test(link) ? [{ label: label || link, url: link }] : [];
}

/**
 * Maximum number and length of cached texts. Caching helps because most templates produce the same text for each call.
 */
const MAX_PARSED = 100;
const MAX_LENGTH = 20_000;
const known = new Map<string, Block[]>();
const knownInline = new Map<string, Run[]>();

const parsed = (text: string): Block[] => remembered(known, text, parseMarkdown);
const inlineOf = (text: string): Run[] => remembered(knownInline, text, parseInline);

function remembered<Value>(cache: Map<string, Value>, text: string, parse: (text: string) => Value): Value {
  const found = cache.get(text);
  if (found !== undefined) {
    // The most recently used entry moves to the end.
    cache.delete(text);
    cache.set(text, found);
    return found;
  }
  const value = parse(text);
  if (text.length > MAX_LENGTH) return value;
  if (cache.size >= MAX_PARSED) cache.delete(cache.keys().next().value as string);
  cache.set(text, value);
  return value;
}

const SEVERITIES = ['ok', 'info', 'warning', 'critical'];

/**
 * Builds a message from an expression's value: a text or an object with `text` and optionally `title`, `link`,
 * `severity`, `facts` and `buttons`. `facts` is an object or a list of pairs or `{label, value}`, and `buttons` is a
 * list of `{label, url}`. Texts are not parsed as Markdown.
 * @param words prints a value
 * @returns undefined for any other value
 */
export function messageOfValue(value: unknown, words: (value: unknown) => string): RichMessage | undefined {
  if (typeof value === 'string') return { blocks: paragraph(value) };
  if (!isDictionary(value) || typeof own(value, 'text') !== 'string') return undefined;
  const clean = (part: unknown) => withoutPlaceholders(words(part));
  const title = clean(own(value, 'title')).replace(/\s+/g, ' ').trim();
  const severity = own(value, 'severity');
  const link = safeAddress(clean(own(value, 'link')));
  const given = own(value, 'facts');
  const pairs: unknown[] = isDictionary(given) ? Object.entries(given) : Array.isArray(given) ? given : [];
  const facts = pairs.flatMap((pair) => {
    const [label, said] = Array.isArray(pair) ? pair : [own(pair, 'label'), own(pair, 'value')];
    return asFact(clean(label), runsOf(clean(said).replace(/\s+/g, ' ').trim()));
  });
  const buttons = [own(value, 'buttons')].flat().flatMap((button): Button[] => {
    const address = safeAddress(clean(own(button, 'url')));
    return buttonOf({ text: clean(own(button, 'label')), ...(address.isSafe && { link: address.url }) });
  });
  return {
    ...(title !== '' && { title: runsOf(title) }),
    ...(link.isSafe && { link: link.url }),
    ...(SEVERITIES.some((each) => each === severity) && { severity: severity as Severity }),
    blocks: paragraph(clean(own(value, 'text'))),
    ...(facts.length > 0 && { facts: facts.slice(0, MAX_FACTS) }),
    ...(buttons.length > 0 && { buttons: buttons.slice(0, MAX_BUTTONS) }),
  };
}

const runsOf = (text: string): Run[] => (text === '' ? [] : [{ text }]);
const paragraph = (text: string): Block[] =>
  text.trim() === '' ? [] : [{ kind: 'paragraph', runs: runsOf(withoutPlaceholders(text).trim()) }];
