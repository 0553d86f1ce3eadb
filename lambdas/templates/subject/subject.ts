import { withoutSecretValues } from '#contract/secret-values';
import { compiledOf } from '../compile.ts';
import { evaluate } from '../expression.ts';
import { isForPeople } from '../outline/links.ts';
import type { Outline, Severity } from '../outline/outline.ts';
import { severityOf } from '../outline/severity.ts';
import { oneLine } from '../outline/signs.ts';
import { type CallFacts, parsePayload } from '../payload.ts';
import { printNumber } from '../print.ts';
import { subjectRules } from '../ready-made/subjects.ts';
import { CallNames, Scope } from '../scope.ts';
import { type State, stateOf } from './state.ts';

/** What a call is about, for colours, titles and for whatever follows one thing through many calls. */
export interface Subject {
  /** What all calls about the same thing share; missing where nothing names it. At most 200 UTF-16 units. */
  key?: string;
  state: State;
  severity: Severity;
  /** One line of at most 200 UTF-16 units. */
  title: string;
  /** Where a person reads on; http or https. */
  link?: string;
}

/**
 * How the subject of a known sender's calls is read: expressions over the payload, as a template has them. `state` and
 * `severity` give the sender's own words, which {@link stateOf} and `severityOf` understand. Whatever no rule says is taken
 * from the message and, where that was made of it, from the outline of the payload: to make an outline for the subject
 * alone would cost more than the message.
 */
export type SubjectRule = Partial<Record<'key' | 'state' | 'severity' | 'title' | 'link', string>>;

/** What is known already when the subject is read. */
export interface Known {
  /** The ready-made template that fits the call. */
  readyMadeId: string | undefined;
  /** The message as it was made. */
  message: string;
  /** true: the message is the ready-made one, whose last line is where a person reads on. */
  isReadyMade: boolean;
  /** The outline, where the message was made of it. */
  outline?: Outline | undefined;
}

const MAX_KEY = 200;
const MAX_TITLE = 200;
const MAX_LINK = 500;

/**
 * Reads the subject of a call. An expression that fails costs its field; whatever else goes wrong costs the subject, which
 * is undefined then, and never the message.
 */
export function subjectOf(facts: CallFacts, known: Known): Subject | undefined {
  try {
    return read(facts, known);
  } catch {
    return undefined;
  }
}

function read(facts: CallFacts, { readyMadeId, message, isReadyMade, outline }: Known): Subject | undefined {
  const rule = readyMadeId === undefined ? undefined : subjectRules[readyMadeId];
  const said = rule && saidBy(rule, facts);
  const title = said?.title || firstLine(message);
  if (!title) return undefined;
  const stated = said?.state ?? '';
  const severity = said ? severityOfWords(stated, said.severity) : (outline?.severity ?? severityOf(title));
  const key = said?.key || outline?.key;
  const link = address(said?.link) ?? (isReadyMade ? lastLink(message) : outline?.link);
  return {
    ...(key && { key: key.slice(0, MAX_KEY) }),
    state: stateOf(stated) ?? (!rule && severity === 'ok' ? 'resolved' : 'open'),
    severity: severity ?? 'info',
    title: withoutSecretValues(title).slice(0, MAX_TITLE).toWellFormed(),
    ...(link !== undefined && { link }),
  };
}

/** What is over is fine, however bad it was; else what the sender calls it, else what its state means. */
function severityOfWords(state: string, severity: string): Severity {
  const ofState = severityOf(state);
  return ofState === 'ok' ? 'ok' : (severityOf(severity) ?? ofState ?? 'info');
}

function saidBy(rule: SubjectRule, facts: CallFacts): Record<keyof SubjectRule, string> {
  const payload = parsePayload(facts);
  const scope = new Scope(new CallNames(facts, payload));
  const said = (expression: string | undefined): string => {
    if (expression === undefined) return '';
    try {
      const compiled = compiledOf(expression);
      return compiled.mode === 'expression' ? words(evaluate(compiled.expression, payload, scope)) : '';
    } catch {
      return '';
    }
  };
  return {
    key: said(rule.key),
    state: said(rule.state),
    severity: said(rule.severity),
    title: said(rule.title),
    link: said(rule.link),
  };
}

/** One short line of a value; lists and objects say nothing here. */
function words(value: unknown): string {
  if (typeof value === 'number') return printNumber(value);
  return typeof value === 'string' ? oneLine(value.slice(0, 4 * MAX_LINK)).slice(0, MAX_LINK) : '';
}

const firstLine = (message: string): string => {
  const said = message.slice(0, 4000).split('\n');
  return oneLine(said.find((line) => line.trim() !== '') ?? '');
};

/** Ready-made templates end with the page about the call. */
const lastLink = (message: string): string | undefined =>
  address(message.slice(message.lastIndexOf('\n') + 1).trim(), true);

function address(text: string | undefined, isChosen = false): string | undefined {
  if (!text || text.length > MAX_LINK || !/^https?:\/\/[^\s<>"]+$/i.test(text)) return undefined;
  return isChosen || isForPeople(text) ? text : undefined;
}
