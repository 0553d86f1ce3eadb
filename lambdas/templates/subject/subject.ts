import { withoutSecretValues } from '#contract/secret-values';
import { compiledOf } from '../compile.ts';
import { type TemplateError, TemplateFailure, toTemplateError } from '../errors.ts';
import { evaluate } from '../expression.ts';
import { oneLine } from '../outline/characters.ts';
import { isForPeople } from '../outline/links.ts';
import type { Outline, Severity } from '../outline/outline.ts';
import { outlineOf } from '../outline/outline-of.ts';
import { severityOf, severityOfLevel } from '../outline/severity.ts';
import { type CallFacts, parsePayload } from '../payload.ts';
import { printNumber } from '../print.ts';
import { readyMadeById } from '../ready-made/index.ts';
import { CallNames, Scope } from '../scope.ts';
import { type State, stateOf } from './state.ts';
import type { SubjectRule } from './subject-rule.ts';

/** Severity, title, link, state and key of a call, for colours and to recognise calls about the same thing. */
export interface Subject {
  /** The key that all calls about the same thing share, at most 200 UTF-16 units. Undefined if the call has none. */
  key?: string;
  state: State;
  severity: Severity;
  /** One line of at most 200 UTF-16 units. */
  title: string;
  /** The link to the call's page; http or https. */
  link?: string;
}

/** An owner's rules for the subject. An empty rule means the default. */
export interface SubjectChoice extends Record<keyof SubjectRule, string> {
  from: 'auto' | 'own' | 'off';
}

/** An owner's rule that failed. */
export interface SubjectProblem {
  field: keyof SubjectRule;
  error: TemplateError;
}

/** Facts about a call that are known before its subject is determined. */
export interface Known {
  /** The ready-made template that fits the call. */
  readyMadeId: string | undefined;
  message: string;
  /** The page that the ready-made message links to. */
  page?: string | undefined;
  /** The outline, if the message was made from it. */
  outline?: Outline | undefined;
}

const MAX_KEY = 200;
const MAX_TITLE = 200;
const MAX_LINK = 500;

/**
 * Determines a call’s subject. If one of our rules fails, its field gets the default. If an owner's rule fails, the
 * result contains the problem instead of a subject. After any other error, the subject is undefined. Never throws.
 * @param own the owner's rules, which take precedence over ours
 */
export function subjectOf(
  facts: CallFacts,
  known: Known,
  own?: SubjectRule,
): { subject?: Subject | undefined; problem?: SubjectProblem } {
  try {
    return { subject: read(facts, known, own) };
  } catch (failure) {
    return failure instanceof RuleFailure ? { problem: failure.problem } : {};
  }
}

/** Returns the non-empty rules of an owner. */
export const rulesOf = (choice: SubjectChoice | undefined): SubjectRule | undefined =>
  choice?.from === 'own'
    ? Object.fromEntries(FIELDS.flatMap((field) => (choice[field].trim() === '' ? [] : [[field, choice[field]]])))
    : undefined;

const FIELDS = ['key', 'state', 'severity', 'title', 'link'] as const satisfies (keyof SubjectRule)[];

class RuleFailure extends Error {
  readonly problem: SubjectProblem;
  constructor(problem: SubjectProblem) {
    super(problem.error.message);
    this.problem = problem;
  }
}

function read(
  facts: CallFacts,
  { readyMadeId, message, page, outline }: Known,
  own: SubjectRule | undefined,
): Subject | undefined {
  const rule = readyMadeId === undefined ? undefined : readyMadeById(readyMadeId)?.subject;
  const said = (rule || own) && {
    ...(rule && saidBy(rule, facts, true)),
    ...(own && given(saidBy(own, facts, false))),
  };
  const title = said?.title || firstLine(message);
  if (!title) return undefined;
  const isRuled = said?.state !== undefined || said?.severity !== undefined;
  const stated = said?.state ?? '';
  const severity = isRuled
    ? severityOfWords(stated, said?.severity ?? '')
    : (outline?.severity ?? severityOfTitle(title, readyMadeId, facts));
  const key = said?.key || (own?.key === undefined && outline?.key);
  const link =
    own?.link === undefined ? (address(said?.link) ?? address(page, true) ?? outline?.link) : address(said?.link, true);
  return {
    ...(key && { key: key.slice(0, MAX_KEY) }),
    state: stateOf(stated) ?? (said?.state === undefined && severity === 'ok' ? 'resolved' : 'open'),
    severity: severity ?? 'info',
    title: withoutSecretValues(title).slice(0, MAX_TITLE).toWellFormed(),
    ...(link !== undefined && { link }),
  };
}

/** Drops an owner's rules without a result, so the default applies. */
const given = (said: Partial<Record<keyof SubjectRule, string>>): typeof said =>
  Object.fromEntries(Object.entries(said).filter(([, words]) => words !== ''));

/**
 * Returns the severity of a message's title. An unknown sender's title can contain any word, so it is at most a
 * warning, unless the call is also critical without a template.
 */
const severityOfTitle = (title: string, readyMadeId: string | undefined, facts: CallFacts): Severity | undefined => {
  const severity = severityOf(title);
  if (severity !== 'critical' || readyMadeId !== undefined) return severity;
  return outlineOf(facts).severity === 'critical' ? 'critical' : 'warning';
};

/**
 * Determines the severity from a service's words. A good state means `ok`, even if the service's severity is high.
 * Otherwise the severity takes precedence over the state.
 */
function severityOfWords(state: string, severity: string): Severity {
  const ofState = severityOf(state);
  if (ofState === 'ok') return 'ok';
  return severityOfLevel({ field: 'severity', text: severity }) ?? severityOf(severity) ?? ofState ?? 'info';
}

/**
 * Evaluates rules for a call's subject.
 * @param isForgiving true to ignore rules that fail
 * @throws RuleFailure if a rule fails and `isForgiving` is false
 */
function saidBy(rule: SubjectRule, facts: CallFacts, isForgiving: boolean): Partial<Record<keyof SubjectRule, string>> {
  const payload = parsePayload(facts);
  const scope = new Scope(new CallNames(facts, payload));
  const said = (field: keyof SubjectRule): string => {
    const expression = rule[field];
    if (expression === undefined) return '';
    try {
      const compiled = compiledOf(expression);
      if (compiled.mode === 'failed') throw compiled.failure;
      if (compiled.mode === 'text') throw new TemplateFailure('E1005', 0, 'The expression must not contain {{ and }}');
      return words(evaluate(compiled.expression, payload, scope));
    } catch (failure) {
      if (isForgiving) return '';
      throw new RuleFailure({ field, error: toTemplateError(failure, expression) });
    }
  };
  const fields = isForgiving ? FIELDS : FIELDS.filter((field) => rule[field] !== undefined);
  return Object.fromEntries(fields.map((field) => [field, said(field)]));
}

/** Converts a value to a short line. Returns an empty text for lists and objects. */
function words(value: unknown): string {
  if (typeof value === 'number') return printNumber(value);
  return typeof value === 'string' ? oneLine(value.slice(0, 4 * MAX_LINK)).slice(0, MAX_LINK) : '';
}

const firstLine = (message: string): string => {
  const said = message.slice(0, 4000).split('\n');
  return oneLine(said.find((line) => line.trim() !== '') ?? '');
};

function address(text: string | undefined, isChosen = false): string | undefined {
  if (!text || text.length > MAX_LINK || !/^https?:\/\/[^\s<>"]+$/i.test(text)) return undefined;
  return isChosen || isForPeople(text) ? text : undefined;
}
