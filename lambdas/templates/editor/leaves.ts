import { withoutSecretValues } from '#contract/secret-values';
import { isSecretField } from '#contract/secret-words';
import { plainWords } from '../outline/markup.ts';
import { valueWords } from '../outline/values.ts';
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
  /** The texts that a message can show for the value, each with its expression. The first is for new lines. */
  forms: Form[];
}
/** A text that a message can show for a value, and its expression. */
export interface Form {
  said: string;
  expression: string;
}

/** Collects a payload's values with their paths, those nearest to the root first. Secrets are left out. */
export function leavesOf(payload: unknown): Leaf[] {
  const leaves: Leaf[] = [];
  let level: { path: string; name: string; parent: string; value: unknown }[] = [
    { path: '', name: '', parent: '', value: payload },
  ];
  for (let depth = 0; depth <= MAX_DEPTH && leaves.length < MAX_LEAVES; depth++) {
    const next: typeof level = [];
    for (const { path, name, parent, value } of level) {
      if (typeof value === 'object' && value !== null) {
        const isList = Array.isArray(value);
        for (const [key, inner] of Object.entries(value).slice(0, MAX_LEAVES))
          if (next.length < MAX_LEAVES && !/[`{}]/.test(key))
            next.push({
              path: isList ? `${path || '$'}[${key}]` : path === '' ? quoted(key) : `${path}.${quoted(key)}`,
              name: isList ? name : key,
              parent: isList ? parent : name,
              value: inner,
            });
      } else if (path !== '') {
        const said = printed(value);
        if (said !== '' && !isSecretField(name, value) && withoutSecretValues(said) === said)
          leaves.push({ path, name, parent, said, forms: formsOf(path, name, value, said) });
      }
    }
    level = next;
  }
  return leaves.slice(0, MAX_LEAVES);
}

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
  const words = valueWords(name, value);
  if (typeof value === 'number') {
    const time = words !== undefined && /^\d{1,2} \p{L}+ \d{4}|^\d{4}-\d\d-\d\d/u.test(words);
    if (time) return [{ said: words, expression: `$time(${path})` }];
    const scale = MILLISECONDS.test(name) ? '' : SECONDS.test(name) ? ' * 1000' : undefined;
    if (scale !== undefined && words !== undefined && words !== said)
      return [{ said: words, expression: ifNumber(path, `$duration(${path}${scale})`) }, raw];
    return [
      raw,
      { said: value.toFixed(2), expression: ifNumber(path, `$formatNumber(${path}, "0.00")`) },
      { said: (value / 100).toFixed(2), expression: ifNumber(path, `$formatNumber(${path} / 100, "0.00")`) },
    ];
  }
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
  // A constant such as `NOT_READY` becomes words.
  if (words === said.toLowerCase().replaceAll('_', ' '))
    return [{ said: words, expression: `$lowercase($replace($print(${path}), "_", " "))` }, raw];
  return [raw, { said: words, expression: path }];
}

const MILLISECONDS = /(?:^|[_-]|[a-z](?=M))(?:[mM]s|millis|milliseconds)$/;
const SECONDS = /(?:^|[_-]|[a-z](?=S))(?:[sS]ecs?|[sS]econds)$/;

/** Uses an expression for a number, but prints any other value as it is, so no call makes the template fail. */
const ifNumber = (path: string, expression: string): string => `$type(${path}) = "number" ? ${expression} : ${path}`;
