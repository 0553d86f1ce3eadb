import { withoutSecretValues } from '#contract/secret-values';
import { isSecretField, wordsOf } from '#contract/secret-words';
import { ASKED } from '../outline/list-facts.ts';
import { plainWords } from '../outline/markup.ts';
import { own } from '../outline/outline.ts';
import { valueWords } from '../outline/values.ts';
import { inAllCases } from '../outline/word-lists.ts';
import { printNumber } from '../print.ts';
import { quoted } from './paths.ts';

/** The maximum depth and number of payload fields to search. */
const MAX_DEPTH = 6;
const MAX_LEAVES = 300;
/** Maximum length of a value that is compared with the message, in UTF-16 units. */
const LOOKED_AT = 2000;
/** Length above which a text is shortened in the message. */
const LONG = 400;

/** A value of a payload that a message can show. */
export interface Leaf {
  path: string;
  name: string;
  parent: string;
  said: string;
  /** True if the value means something to people: it is no id, address, zero or switch. */
  isTelling: boolean;
  /** The texts that a message can show for the value, each with its expression. The first is for new lines. */
  forms: Form[];
}
/** A text that a message can show for a value, and its expression. */
export interface Form {
  said: string;
  expression: string;
}

interface Place {
  path: string;
  name: string;
  parent: string;
  value: unknown;
}

/**
 * Collects a payload's values with their paths, those nearest to the root first. Secrets are left out.
 * @param root the payload's path; empty for a template's own payload
 */
export function leavesOf(payload: unknown, root = ''): Leaf[] {
  const leaves: Leaf[] = [];
  let level: Place[] = [{ path: root, name: '', parent: '', value: payload }];
  for (let depth = 0; depth <= MAX_DEPTH && leaves.length < MAX_LEAVES; depth++) {
    const next: Place[] = [];
    for (const place of level) {
      const { path, name, parent, value } = place;
      if (typeof value === 'object' && value !== null) next.push(...inside(place).slice(0, MAX_LEAVES - next.length));
      else if (path !== root) {
        const said = printed(value);
        if (said !== '' && !isSecretField(name, value) && withoutSecretValues(said) === said)
          leaves.push({
            ...{ path, name, parent, said, forms: formsOf(path, name, value, said) },
            isTelling: valueWords(name, value) !== undefined && wordsOf(name).at(-1) !== 'id',
          });
      }
    }
    level = next;
  }
  return leaves.slice(0, MAX_LEAVES);
}

/** Returns the values in a list or an object. */
function inside({ path, name, parent, value }: Place): Place[] {
  if (!Array.isArray(value))
    return Object.entries(value as object)
      .slice(0, MAX_LEAVES)
      .filter(([key]) => !IN_TAGS.test(key))
      .map(([key, inner]) => ({ path: `${path && `${path}.`}${quoted(key)}`, name: key, parent: name, value: inner }));
  const items: unknown[] = value.slice(0, MAX_LEAVES);
  return items.flatMap((item, at) => {
    const asked = ASKED.find((each) => own(item, each) !== undefined) ?? '';
    const answered = ANSWERED.find((each) => own(item, each) !== undefined);
    const label = own(item, asked);
    const isPair = typeof label === 'string' && answered !== undefined && !IN_TAGS.test(label);
    if (!isPair || items.filter((each) => own(each, asked) === label).length > 1)
      return [{ path: `${path || '$'}[${at}]`, name, parent, value: item }];
    const { [answered]: answer, [asked]: _, ...others } = item as Record<string, unknown>;
    // An answer's position differs from call to call, but its label does not.
    const pair = `${path || '$'}[${quoted(asked)} = ${JSON.stringify(label)}]`;
    return [
      { path: `${pair}.${quoted(answered)}`, name: label, parent: name, value: answer },
      { path: pair, name, parent, value: others },
    ];
  });
}
/** Names of fields with the answer in an item that has a label. A `text` can be a comment with a title. */
const ANSWERED = inAllCases('value,answer,response');
/** Characters that cannot be in the path of a tag. */
const IN_TAGS = /[`{}]/;

/** Prints a value as a template does; empty for one that it cannot print: JSON such as `1e999` is infinite. */
function printed(value: unknown): string {
  if (typeof value === 'number') return Number.isFinite(value) ? printNumber(value) : '';
  return String(value ?? '')
    .slice(0, LOOKED_AT)
    .trim();
}

/** Returns the forms in which a message can show a value. */
function formsOf(path: string, name: string, value: unknown, said: string): Form[] {
  const raw = { said, expression: path };
  if (typeof value === 'boolean') {
    const words = value ? 'yes' : 'no';
    return [{ said: words, expression: `${path} = true ? "yes" : ${path} = false ? "no" : ""` }];
  }
  // A name such as `goaldate` does not show that its number is a time, but the number does.
  const words = valueWords(IS_EPOCH.test(said) && IS_TIME.test(name) ? 'time' : name, value);
  if (words !== undefined && IS_EPOCH.test(said) && words !== said)
    return [{ said: words, expression: `$time(${path})` }, raw];
  if (typeof value === 'number') {
    const scale = MILLISECONDS.test(name) ? '' : SECONDS.test(name) ? ' * 1000' : undefined;
    if (scale !== undefined && words !== undefined && words !== said)
      return [{ said: words, expression: ifNumber(path, `$duration(${path}${scale})`) }, raw];
    return [
      raw,
      { said: value.toFixed(2), expression: ifNumber(path, `$formatNumber(${path}, "0.00")`) },
      { said: (value / 100).toFixed(2), expression: ifNumber(path, `$formatNumber(${path} / 100, "0.00")`) },
    ];
  }
  // A day or a time without a zone must not be moved to the reader's zone.
  if (words !== undefined && /^\d{4}-\d\d-\d\d/.test(said) && !words.endsWith('UTC'))
    return [
      { said: words, expression: `$date(${path}, "[D] [MNn,*-3] [Y]${/:/.test(words) ? ', [H01]:[m01]' : ''}")` },
      raw,
    ];
  if (/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(said)) return [{ said: words ?? said, expression: `$time(${path})` }];
  if (/^refs\/\w+\/\S/.test(said))
    return [
      { said: said.replace(/^refs\/\w+\//, ''), expression: `$replace($print(${path}), /^refs\\/\\w+\\//, "")` },
      raw,
    ];
  if (said !== value && said.length < LONG) return [{ said, expression: `$trim($print(${path}))` }];
  const plain = plainWords(said);
  if (said.length > LONG) return [{ said: plain, expression: `$truncate($plain(${path}), ${LONG})` }];
  if (plain !== said) return [{ said: plain, expression: `$plain(${path})` }, raw];
  if (words === undefined || words === said) return [raw];
  if (/^0x\w{40}$/.test(said))
    return [{ said: words, expression: `$replace($print(${path}), /^(0x....).+(....)$/, "$1…$2")` }, raw];
  // A constant such as `NOT_READY` becomes words.
  if (words === said.toLowerCase().replaceAll('_', ' '))
    return [{ said: words, expression: `$lowercase($replace($print(${path}), "_", " "))` }, raw];
  return [raw, { said: words, expression: path }];
}

/** Seconds or milliseconds since 1970. */
const IS_EPOCH = /^\d{10}(?:\d{3})?$/;
const IS_TIME = /(?:date|day|time|stamp|_at|[a-z]At)$/i;
const MILLISECONDS = /(?:^|[_-]|[a-z](?=M))(?:[mM]s|millis|milliseconds)$/;
const SECONDS = /(?:^|[_-]|[a-z](?=S))(?:[sS]ecs?|[sS]econds)$/;

/** Uses an expression for a number, but prints any other value as it is, so no call makes the template fail. */
const ifNumber = (path: string, expression: string): string => `$type(${path}) = "number" ? ${expression} : ${path}`;
