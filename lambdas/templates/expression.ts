import { compileWithEngine, type EngineExpression, type EngineFailure, type EngineOptions } from './engine.ts';
import { type OwnCode, TemplateFailure } from './errors.ts';
import { addHelpers } from './helpers.ts';
import { hintFor } from './hints.ts';
import { RENDER_MILLISECONDS } from './limits.ts';
import { type NamePath, originalOffset, type Rewritten, ROOT, rewrite } from './sugar.ts';
import type { Token } from './tokens.ts';

const MAX_DEPTH = 500;
export const MAX_SEQUENCE = 100_000;

/** The variables that an expression can use: those of its block, of the surrounding blocks and of the call. */
export interface Names {
  has(name: string): boolean;
  get(name: string): unknown;
}

export interface Expression {
  /** Offsets in the template; `end` is the offset of its `}}`, or the template's end. */
  start: number;
  end: number;
  variables: string[];
  path: NamePath | undefined;
  /** Names that a top-level `$x := …` binds for the rest of the block. */
  binds: string[];
  /** The compiled expression. Undefined for a name path until it needs the engine, which most never do. */
  compiled: EngineExpression | undefined;
  rewritten: Rewritten;
  template: string;
}

let deadline = Number.POSITIVE_INFINITY;
let cpuDeadline = Number.POSITIVE_INFINITY;
let cpuClock: (() => number) | undefined;

/**
 * Limits renders by CPU time, which doesn't advance while they wait on a busy machine.
 * @param clock returns this thread's CPU time in milliseconds
 */
export function judgeByCpuTime(clock: () => number): void {
  cpuClock = clock;
}

/** Starts a render's time limit. */
export function startClock(milliseconds = RENDER_MILLISECONDS): void {
  deadline = Date.now() + milliseconds;
  if (cpuClock) cpuDeadline = cpuClock() + milliseconds;
}
export function isLate(): boolean {
  // Check the elapsed time first. Reading the CPU time is slow, and it never exceeds the elapsed time.
  return Date.now() > deadline && (!cpuClock || cpuClock() > cpuDeadline);
}

const options: EngineOptions = {
  // The engine measures the time of one expression, but our limit applies to the whole render. The timeout is therefore
  // either unlimited or already exceeded.
  get timeout() {
    return isLate() ? Number.MIN_VALUE : Number.MAX_VALUE;
  },
  stack: MAX_DEPTH,
  sequence: MAX_SEQUENCE,
};

/**
 * Prepares one expression of a template.
 * @throws TemplateFailure for any error that can be found without a payload
 */
export function prepare(template: string, tokens: Token[], start: number, end: number): Expression {
  const first = tokens[0]?.start ?? start;
  const last = tokens.at(-1)?.end ?? end;
  const rewritten = rewrite(template, tokens, first, Math.min(last, end));
  const { variables, path } = rewritten;
  const expression: Expression = {
    start: first,
    end,
    variables,
    path,
    binds: [],
    compiled: undefined,
    rewritten,
    template,
  };
  if (!path) {
    let node = engineOf(expression).ast();
    while (node.type === 'bind') {
      expression.binds.push(String(node.lhs?.value));
      node = node.rhs ?? { type: 'end' };
    }
  }
  return expression;
}

function engineOf(expression: Expression): EngineExpression {
  if (expression.compiled) return expression.compiled;
  try {
    const compiled = compileWithEngine(expression.rewritten.code, options);
    addHelpers(compiled);
    expression.compiled = compiled;
    return compiled;
  } catch (failure) {
    throw placed(failure, expression);
  }
}

/**
 * Evaluates an expression. Returns undefined if the value is missing.
 * @param context the value of `$`, in which plain names are looked up
 * @throws TemplateFailure with its offset in the template
 */
export function evaluate(expression: Expression, context: unknown, names: Names): unknown {
  if (expression.path) {
    const walked = walk(expression.path, context, names);
    if (walked !== NEEDS_ENGINE) return walked;
  }
  const engine = engineOf(expression);
  const bindings: Record<string, unknown> = {};
  for (const name of expression.variables) if (names.has(name)) bindings[name] = names.get(name);
  try {
    return engine.evaluate(context, bindings);
  } catch (failure) {
    throw placed(failure, expression);
  }
}

const NEEDS_ENGINE = Symbol('needs the engine');

/** Reads own properties of plain objects along a path. Arrays are left to the engine, which maps and flattens them. */
function walk({ head, names: steps }: NamePath, context: unknown, names: Names): unknown {
  let value = context;
  if (head === ROOT || head) {
    if (!names.has(head)) return NEEDS_ENGINE;
    value = names.get(head);
  }
  for (const step of steps) {
    if (typeof value !== 'object' || value === null) return undefined;
    // Leave objects that are marked as functions to the engine too, which reads no fields of them.
    if (Array.isArray(value) || '_jsonata_function' in value || '_jsonata_lambda' in value) return NEEDS_ENGINE;
    value = Object.hasOwn(value, step) ? (value as Record<string, unknown>)[step] : undefined;
  }
  return value;
}

/** Our codes for the engine's limits, which are reported at the start of the expression. */
const limits: Record<string, OwnCode> = { D1011: 'E2006', D1012: 'E2001', D2014: 'E2007', D2015: 'E2007' };

/** Converts any failure of the engine to one of our errors, with its position in the template. */
export function placed(failure: unknown, { rewritten, start, end, template }: Expression): TemplateFailure {
  const { code, position, message, token } = (failure ?? {}) as EngineFailure;
  if (failure instanceof TemplateFailure) {
    if (failure.offset >= 0) return failure;
    const at = position && !code.startsWith('E2') ? originalOffset(rewritten, position, code) : start;
    return new TemplateFailure(code, at, failure.message, failure.hint);
  }
  if (failure instanceof Error) return new TemplateFailure(codeOfCrash(failure), start);
  if (typeof code !== 'string') return new TemplateFailure('E9000', start);
  const limit = limits[code];
  if (limit) return new TemplateFailure(limit, start);
  const offset = offsetOf(rewritten, code, position, start, end);
  return new TemplateFailure(code, offset, shortMessage(code, message), hintFor(code, token, template, offset));
}

function offsetOf(
  rewritten: Rewritten,
  code: string,
  position: number | undefined,
  start: number,
  end: number,
): number {
  if (code === 'S0203' || code === 'S0207') return end;
  return position === undefined ? start : originalOffset(rewritten, position, code);
}

function codeOfCrash({ message }: Error): OwnCode {
  if (/call stack|too much recursion/i.test(message)) return 'E2006';
  return /invalid (string|array|typed array) length|allocation|out of memory/i.test(message) ? 'E2002' : 'E9000';
}

const MAX_ENGINE_MESSAGE = 300;
function shortMessage(code: string, message = ''): string | undefined {
  // Some messages show the token of an "end" symbol, which means nothing to users.
  const text = code === 'S0207' ? 'Unexpected end of expression' : message.replaceAll('"(end)"', 'the end');
  return text.length > MAX_ENGINE_MESSAGE ? `${text.slice(0, MAX_ENGINE_MESSAGE)}…` : text || undefined;
}
