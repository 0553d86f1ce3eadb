import { oneLine, visible } from './characters.ts';
import { spaced } from './grammar.ts';
import { plainWords } from './markup.ts';
import { deepName, objectWords, personName } from './names.ts';
import { type Dictionary, entriesOf, isDictionary, own } from './outline.ts';
import { findWords, stateIn } from './states.ts';
import { isMachineText, titleWords, valueWords } from './values.ts';

/** Matches programs' names for their parts: `com.amazonaws.ecs.capability`. */
const REVERSE_DOMAIN = /^(?:com|org|net|io)\.[\w-]+\.[\w.-]+$/;

/**
 * Lists the names of the first items: `a, b (failed), c and 4 more`. Returns undefined if none has a name.
 * @param withState false if the items' result is already shown
 */
export function listWords(value: unknown[], most: number, withState = true): string | undefined {
  const names = value.slice(0, most * 4).flatMap((item) => {
    if (Array.isArray(item)) return [];
    const said = isDictionary(item) ? itemWords(item, withState) : valueWords('', item);
    return said === undefined || REVERSE_DOMAIN.test(said) ? [] : [said];
  });
  const unique = [...new Set(names)];
  if (unique.length === 0) return undefined;
  const shown = unique.slice(0, most);
  const more = unique.length > most ? value.length - most : 0;
  const separator = shown.some((each) => /[,;]/.test(each)) ? '; ' : ', ';
  const isPart = unique.length < names.length && names.length < Math.min(value.length, most * 4);
  return shown.join(separator) + (more > 0 ? ` and ${more} more` : isPart ? ' and others' : '');
}

function itemWords(item: Dictionary, withState: boolean): string | undefined {
  if (typeof item.message === 'string') return titleWords(item.message.split('\n', 1)[0] as string, 80) || undefined;
  const count = item.quantity ?? item.qty;
  const quantity = typeof count === 'number' && count > 1 ? `${count} × ` : '';
  const name =
    objectWords(item) ??
    suffixed(item) ??
    (isDictionary(item.labels) ? objectWords(item.labels) : deepName(item, 1)?.text) ??
    sentenceOf(item) ??
    nameOfPart(item);
  const measure = measured(item);
  if (name === undefined) return measure;
  const state = withState ? stateIn(item)?.text : undefined;
  const words = state === undefined ? undefined : findWords(state);
  const isTold =
    words === undefined || !words.isNews || words.text.length > 20 || name.toLowerCase().includes(words.text);
  return `${quantity}${name}${measure ? ` ${measure}` : ''}${isTold ? '' : ` (${words.text})`}`;
}

/** Returns the name of an item from a field such as `signer_name` or `productTitle`. */
function suffixed(item: Dictionary): string | undefined {
  const found = entriesOf(item, 20).find(
    ([key, text]) => /[a-z](?:[_-](?:name|title|metric)|Name|Title)$/.test(key) && typeof text === 'string',
  );
  const text = found ? titleWords(found[1] as string, 80) : '';
  return text === '' || isMachineText(text) ? undefined : text;
}

/** Returns the first line of the text of an unnamed item. */
function sentenceOf(item: Dictionary): string | undefined {
  const said = ['description', 'text', 'reason', 'summary', 'content', 'body']
    .map((name) => own(item, name))
    .find((text): text is string => typeof text === 'string' && /\S\s\S/.test(text));
  return said === undefined ? undefined : titleWords(said.split('\n', 1)[0] as string, 80) || undefined;
}

/** Returns the name of an item's product or price: `{quantity: 10, price: {description: "Monthly (per seat)"}}`. */
function nameOfPart(item: Dictionary): string | undefined {
  for (const name of ['price', 'product', 'plan', 'variant', 'sku']) {
    const part = own(item, name);
    const said = isDictionary(part) ? (objectWords(part) ?? sentenceOf(part)) : undefined;
    if (said !== undefined) return said;
  }
  return undefined;
}

/** Returns the measured value that follows a metric's name (`cpu.idle 2`), or a condition's threshold (`above 9`). */
function measured(item: Dictionary): string | undefined {
  const threshold = item.threshold;
  if (typeof threshold === 'number') {
    const operator = [item.operator, item.comparison, item.comparator, item.type].find(
      (each) => typeof each === 'string',
    );
    return operator === undefined ? undefined : `${spaced(operator as string)} ${threshold}`;
  }
  return typeof item.metric === 'string' && typeof item.value === 'number' ? String(item.value) : undefined;
}

const SAYINGS = ['text', 'body', 'message', 'content', 'comment', 'note', 'description', 'msg', 'title'];
const SPEAKERS =
  'u nickname author user sender posted_by postedBy from username user_name name hostname host source_name source'.split(
    ' ',
  );
const MAX_SAYINGS = 6;
const MAX_SAYING = 300;

/** Returns a line of text for each item of a list, with its author, as in a conversation or a log. */
export function itemTitles(items: readonly Dictionary[]): string[] {
  return items.slice(0, MAX_SAYINGS).flatMap((item) => {
    const said = SAYINGS.map((name) => own(item, name)).find(
      (text): text is string => typeof text === 'string' && /\S\s+\S|[^\x20-\x7e]/.test(text.slice(0, 500)),
    );
    if (said === undefined) return [];
    const text = oneLine(plainWords(visible(said.slice(0, MAX_SAYING * 4))));
    if (text === '') return [];
    const who = SPEAKERS.map((name) => personName(own(item, name))).find((name) => name !== undefined);
    const shown = text.length > MAX_SAYING ? `${text.slice(0, MAX_SAYING - 1).trimEnd()}…` : text;
    return [who === undefined || text.startsWith(who) ? shown : `${who}: ${shown}`];
  });
}
