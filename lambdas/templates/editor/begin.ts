import { prefixed } from '../outline/collect-facts.ts';
import { EVENT_HEADER } from '../outline/event.ts';
import { labelOf } from '../outline/grammar.ts';
import type { Outline, Severity } from '../outline/outline.ts';
import { outlineOf } from '../outline/outline-of.ts';
import { readBody } from '../outline/read-body.ts';
import { severityOf } from '../outline/severity.ts';
import { labelWithoutUnit } from '../outline/values.ts';
import { type CallFacts, lowerCaseHeaders, parsePayload } from '../payload.ts';
import { type Choices, type Line, TAG } from './choices.ts';
import { type Form, type Leaf, leavesOf } from './leaves.ts';

/** Maximum number of lines to choose from. */
const MAX_OFFERED = 80;
/** Minimum length of a text; shorter ones occur in many words by chance. */
const SHORTEST = 3;
/** Length of the beginning by which a text is recognised that the message shortens. */
const BEGINNING = 40;

/** Returns the choices that give a call's default message. */
export const choicesFor = (facts: CallFacts, webhookName: string): Choices => {
  const payload = readBody(facts);
  // A template's own payload has no fields for XML, an upload or an email.
  const root = JSON.stringify(payload) === JSON.stringify(parsePayload(facts)) ? '' : '$fields';
  return choicesOf(outlineOf({ ...facts, webhookName }), payload, lowerCaseHeaders(facts.headers), root);
};

/**
 * Returns the choices that give the message of a call's outline. Its lines come first, then the payload's other values,
 * the readable ones first. Secrets are not offered.
 */
export function choicesOf(
  { title, text, facts, link }: Outline,
  payload: unknown,
  headers: Record<string, string> = {},
  root = '',
): Choices {
  const leaves = leavesOf(payload, root);
  const forms = formsIn(leaves);
  const tagOf = (said: string) => {
    const form = formOf(said, forms);
    return form && `{{ ${form.expression} }}`;
  };
  const all = [
    ...(text === undefined ? [] : [{ label: '', said: text, text: tagOf(text) ?? '' }]),
    // A value such as `19.90 EUR` can combine two fields.
    ...facts.map(({ label, value }) => ({ label, said: value, text: tagOf(value) ?? withTags(value, forms) })),
  ];
  const told = all.filter(
    (line, at) => line.text.includes('{{ ') && all.findIndex((other) => other.text === line.text) === at,
  );
  const isToldIn = (line: string, { forms }: Leaf) =>
    forms.some(({ expression }) => line.includes(`{{ ${expression} }}`));
  // Later items of a list, and values that repeat another one, are rarely wanted.
  const rankOf = ({ path, said, isTelling }: Leaf, at: number) =>
    /\[[1-9]\d*\]/.test(path)
      ? 2
      : Number(!isTelling || title.includes(said) || leaves.findIndex((leaf) => leaf.said === said) < at);
  const others = leaves
    .map((leaf, at) => ({ leaf, rank: rankOf(leaf, at) }))
    .filter(({ leaf }) => !told.some((line) => isToldIn(line.text, leaf)))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ leaf }) => leaf);
  const lines: Line[] = [
    ...told.map((line) => ({ ...line, isTold: true })),
    ...others.map((leaf) => ({
      label: labelFor(leaf, leaves),
      text: `{{ ${leaf.forms[0]?.expression} }}`,
      said: leaf.forms[0]?.said ?? leaf.said,
      isTold: false,
    })),
  ];
  const page = leaves.find(({ said }) => link !== undefined && said === link)?.path;
  const distinct = leaves.filter(isKind);
  const kind = kindOf(distinct, headers);
  const narrower = distinct
    .filter(({ path }) => !kind.some((each) => each.path === path))
    .map(({ path, said }) => [...kind, { path, value: said }]);
  return {
    headline: headlineOf(title, leaves, kind),
    lines: lines.slice(0, MAX_OFFERED),
    link: page,
    kind,
    kinds: [kind, ...(kind.length > 0 ? [[]] : []), ...narrower.slice(0, MAX_OFFERED)],
    lost: all.filter(({ label, text: own }) => label !== '' && !own.includes('{{ ')).map(({ label }) => label),
    expressions: [...new Set(forms.map(({ expression }) => expression))],
  };
}

/** Names of fields with the call's result, the clearest first. */
const LEVELS = ['severity', 'level', 'priority', 'conclusion', 'result', 'outcome', 'state', 'status'];
/** States of a finished thing, which can have failed all the same. */
const IS_OVER = /^(?:completed?|finished|done|closed|ended)$/i;

/** Finds the field that gives a severity. */
const levelOf = (severity: Severity, leaves: readonly Leaf[]): Leaf | undefined =>
  leaves
    .filter(
      ({ name, said }) => LEVELS.includes(name.toLowerCase()) && !IS_OVER.test(said) && severityOf(said) === severity,
    )
    .toSorted((one, other) => LEVELS.indexOf(one.name.toLowerCase()) - LEVELS.indexOf(other.name.toLowerCase()))[0];

/** Names of fields with the kind of call, the clearest first. */
const EVENTS = [
  /^(?:event|(?:event|webhook|trigger)[_-]?(?:type|name|code|key|kind|event))$/i,
  /^(?:topic|trigger|detail-type|type_?webhook)$/i,
  /^type$/,
  /^(?:kind|(?:notification|message|object)[_-]?(?:type|kind))$/i,
];
const ACTION = /^(?:action|operation|change_?type|verb|sub_?type)$/i;
/** Objects that can contain the kind of call. A `type` elsewhere belongs to another thing. */
const AROUND = /^(?:|event|meta|metadata|subscription|message|(?:webhook|event)_?info|context|hook)$/i;
/** A value that can name a kind of call: a few words without a long number. */
const KIND = /^(?=.*\p{L})(?!.*\d{4}|https?:)[\p{L}\p{N} ._:/-]{1,60}$/u;
const isKind = ({ path, said, forms }: Leaf): boolean =>
  KIND.test(said) && forms.some((form) => form.expression === path && form.said === said);

/** Finds the fields that tell the call's kind: the event, in a header or the payload, and the action. */
function kindOf(leaves: readonly Leaf[], headers: Record<string, string>): Choices['kind'] {
  const header = Object.entries(headers).find(([name, value]) => EVENT_HEADER.test(name) && KIND.test(value));
  const near = leaves.filter(({ parent }) => AROUND.test(parent));
  const find = (names: RegExp) => near.find(({ name }) => names.test(name));
  const event = header ? undefined : EVENTS.map(find).find((each) => each !== undefined);
  return [
    ...(header ? [{ path: `$headers.\`${header[0]}\``, value: header[1] }] : []),
    ...[event, find(ACTION)].flatMap((each) => (each ? [{ path: each.path, value: each.said }] : [])),
  ];
}

/**
 * Writes the headline with tags. Words that would be wrong in other calls become values, or are left out. Such words
 * are results, counts, and the beginning of a text that the headline shortens.
 */
function headlineOf(title: string, leaves: readonly Leaf[], kind: Choices['kind']): string {
  const bound = kind.map(({ value }) => value.toLowerCase()).join(' ');
  const forms = formsIn(leaves.filter(({ path }) => !kind.some((each) => each.path === path)));
  const headline = withTags(title.replace(/ and \d+ more$/, ''), forms)
    .split(TAG)
    .map((piece, at) => {
      if (at % 2 === 1) return `{{ ${piece} }}`;
      return piece.replace(/\p{L}+/gu, (word) => {
        const verdict = severityOf(word);
        if (verdict === undefined || bound.includes(word.toLowerCase().slice(0, 5))) return word;
        const level = levelOf(verdict, leaves);
        return level ? `{{ ${level.path} }}` : '';
      });
    })
    .join('')
    .replace(/\(\s*\)/g, '');
  const pieces = headline.split(TAG).filter((_, at) => at % 2 === 0);
  const frozen = pieces.map((piece) => piece.trim().replace(/…$/, '').toLowerCase());
  const whole = leaves.find(({ said }) => frozen.some((piece) => isOwn(piece, said)));
  return whole
    ? `{{ ${whole.path} }}`
    : headline
        .replace(/\s+/g, ' ')
        .replace(/^[ :,]+/, '')
        .trim();
}

/** The forms of all values, the longest first. */
const formsIn = (leaves: readonly Leaf[]): Form[] =>
  leaves.flatMap((leaf) => leaf.forms).toSorted((one, other) => other.said.length - one.said.length);

const isOwn = (piece: string, said: string): boolean =>
  piece.length >= 12 && said.length > piece.length && said.toLowerCase().includes(piece);

function formOf(said: string, forms: readonly Form[]): Form | undefined {
  const low = said.toLowerCase();
  const beginning = low.replace(/…$/, '').slice(0, BEGINNING);
  return (
    forms.find((form) => form.said.toLowerCase() === low) ??
    (low.length > BEGINNING ? forms.find((form) => form.said.toLowerCase().startsWith(beginning)) : undefined)
  );
}

/** Replaces values in a text with tags of their fields: the longest values first. */
function withTags(words: string, forms: readonly Form[]): string {
  const lower = words.toLowerCase();
  const places: { from: number; to: number; expression: string }[] = [];
  for (const { expression, said } of forms) {
    if (said.length < SHORTEST && !/^\d+$/.test(said)) continue;
    const low = said.toLowerCase();
    for (let from = lower.indexOf(low); from !== -1; from = lower.indexOf(low, from + low.length)) {
      const to = from + low.length;
      const isWord = !/[\p{L}\p{N}]/u.test(`${words[from - 1] ?? ' '}${words[to] ?? ' '}`);
      if (isWord && places.every((place) => to <= place.from || from >= place.to))
        places.push({ from, to, expression });
    }
  }
  let done = 0;
  let written = '';
  for (const { from, to, expression } of places.toSorted((one, other) => one.from - other.from)) {
    written += `${words.slice(done, from)}{{ ${expression} }}`;
    done = to;
  }
  return written + words.slice(done);
}

/** Names of a person's name, which the label of its object explains. */
const FULL = /^(?:full|display)_?name$/i;

/** Returns a label for a value. If other fields have the same name, it contains the parent's name. */
function labelFor({ name, parent, path, said, forms }: Leaf, leaves: readonly Leaf[]): string {
  const isShared = leaves.filter((leaf) => leaf.name === name).length > 1;
  // A number that is printed as it is needs its unit, as in `duration_ms`.
  const own = forms[0]?.expression === path && /^-?\d/.test(said) ? name : labelWithoutUnit(name).replace(FULL, 'name');
  return isShared && parent !== '' ? labelOf(`${parent} ${own}`) : prefixed(parent, own);
}
