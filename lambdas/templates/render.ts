import type { Format } from '#contract/webhook-settings';
import { compiledOf } from './compile.ts';
import { positionOf, type TemplateError, TemplateFailure, toTemplateError, type Warning } from './errors.ts';
import { type Expression, evaluate, isLate, placed, startClock } from './expression.ts';
import { setMoments, setPrintBudget } from './helpers.ts';
import { fixedTextHint } from './hints.ts';
import { type CallFacts, parsePayload } from './payload.ts';
import { isTrue, MAX_MESSAGE, newPrintBudget, type PrintBudget, print } from './print.ts';
import { type Draft, newDraft, placeholder, withoutPlaceholders } from './rich/reserved.ts';
import type { RichMessage } from './rich/tree.ts';
import { richWriter } from './rich/writer.ts';
import type { Judgement } from './routing/judge.ts';
import { CallNames, Scope } from './scope.ts';
import type { Subject, SubjectProblem } from './subject/subject.ts';
import type { EachNode, Node, SectionNode, ValueNode } from './syntax.ts';

interface RenderInput extends CallFacts {
  template: string;
  /** With `rich`, the template is parsed as Markdown, and the result contains the formatted message. Default: plain. */
  format?: Format | undefined;
  /** The IANA time zone for `$time`. Default: UTC. */
  timeZone?: string | undefined;
  /** True to include the editor's warnings about missing values in comparisons (W2) and loops (W3). */
  advise?: boolean;
}
/**
 * A rendered message or an error. `note` informs the owner, for example that only part of the payload was read.
 * `origin` is the call's known sender (`GitHub`) and event (`pull request`).
 */
export type RenderResult =
  | {
      message: string;
      /** The formatted message, if rich; `message` is then its text. */
      rich?: RichMessage;
      /** The time of the event by the sender's own account, in seconds since 1970; only for rich messages. */
      happenedAt?: number | undefined;
      warnings?: Warning[];
      note?: string;
      origin?: { sender: string; event: string };
      subject?: Subject;
      /** The owner's rule that failed. In this case, there is no subject. */
      subjectProblem?: SubjectProblem;
      /** The result of the routing rules by target id, if routing was requested. */
      wanted?: Record<number, Judgement>;
    }
  | { error: TemplateError };

export const MAX_LOOPS = 10_000;
const MAX_WARNINGS = 100;
/** Number of loop iterations between two readings of the clock. Expressions read it more often. */
const LOOPS_PER_CLOCK = 64;

/**
 * Renders a template for a call. Never throws, and keeps only compiled templates between renders. The result is the
 * same for the same input, unless the template uses the current time or random numbers.
 */
export function render(input: RenderInput): RenderResult {
  const { template } = input;
  try {
    const compiled = compiledOf(template);
    if (compiled.mode === 'failed') return { error: toTemplateError(compiled.failure, template) };
    startClock();
    const payload = parsePayload(input);
    const draft = input.format === 'rich' ? newDraft() : undefined;
    setMoments(draft?.moments, input.timeZone);
    const run = new Run(template, new CallNames(input, payload), input.advise === true, draft);
    const scope = new Scope(run.call);
    if (compiled.mode === 'expression') run.expression(compiled.expression, payload, scope);
    else run.nodes(compiled.nodes, payload, scope);
    const rich = draft && (run.message ?? richWriter().buildMessage(run.text, draft));
    const message = rich ? richWriter().plainOf(rich) : compiled.mode === 'text' ? run.text.trim() : run.text;
    // Printed values were checked, but together with the surrounding text, the message can still be too long.
    if (message.length > MAX_MESSAGE) throw new TemplateFailure('E2003', 0);
    return { message, ...(rich && { rich }), ...(run.warnings.length > 0 && { warnings: run.warnings }) };
  } catch (failure) {
    const known = failure instanceof RangeError ? new TemplateFailure('E2006', 0) : failure;
    return { error: toTemplateError(known, template) };
  }
}

/** The state of a render: its output so far and its remaining limits. */
class Run {
  text = '';
  readonly warnings: Warning[] = [];
  readonly call: CallNames;
  private readonly template: string;
  private readonly budget: PrintBudget = newPrintBudget();
  private readonly warned = new Set<number>();
  private loops = 0;
  private readonly advise: boolean;
  /** Set for a rich message. It holds the values, for which the text contains placeholders. */
  private readonly draft: Draft | undefined;
  /** Total length of the values in UTF-16 units. */
  private valuesLength = 0;
  /** The rich message that the value of a single expression describes, if any. */
  message: RichMessage | undefined;

  constructor(template: string, call: CallNames, advise: boolean, draft: Draft | undefined) {
    this.advise = advise;
    this.draft = draft;
    this.template = template;
    this.call = call;
    setPrintBudget(this.budget);
  }

  nodes(nodes: Node[], context: unknown, scope: Scope): void {
    for (const node of nodes) {
      switch (node.kind) {
        case 'text':
          this.text += this.draft ? withoutPlaceholders(node.text) : node.text;
          break;
        case 'section':
          this.section(node, context, scope);
          break;
        case 'value':
          this.value(node, context, scope);
          break;
        case 'each':
          this.each(node, context, scope);
          break;
        case 'if': {
          const branch = node.branches.find(({ condition, compared }) => {
            if (this.advise) this.adviseOn(compared, context, scope);
            return this.truth(condition, context, scope);
          });
          this.nodes(branch ? branch.body : node.otherwise, context, new Scope(scope));
          break;
        }
      }
    }
  }

  /** Renders a template that consists of a single expression. */
  expression(expression: Expression, context: unknown, scope: Scope): void {
    const value = evaluate(expression, context, scope);
    if (value === undefined) this.warn(expression.start, fixedTextHint);
    this.message = this.draft && richWriter().messageOfValue(value, (part) => print(part, this.budget));
    if (!this.message) this.print(expression, value);
  }

  /** Collects a section of a rich message separately from the text. */
  private section({ name, body }: SectionNode, context: unknown, scope: Scope): void {
    const around = this.text;
    if (this.draft) this.text = '';
    this.nodes(body, context, new Scope(scope));
    if (!this.draft) return;
    this.draft.sections[name] += `${this.text}\n`;
    this.text = around;
  }

  private value({ expression, at, isMarkup }: ValueNode, context: unknown, scope: Scope): void {
    const value = evaluate(expression, context, scope);
    if (expression.binds.length > 0) {
      for (const name of expression.binds) scope.set(name, value);
      return;
    }
    if (value === undefined) this.warn(at);
    this.print(expression, value, isMarkup);
  }

  private each({ expression, as, body, otherwise }: EachNode, context: unknown, scope: Scope): void {
    const value = evaluate(expression, context, scope);
    const items = value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
    if (items.length === 0) {
      if (this.advise && otherwise.length === 0) this.warn(expression.start, undefined, 'W3');
      this.nodes(otherwise, context, new Scope(scope));
    }
    for (let index = 0; index < items.length; index++) {
      if (++this.loops > MAX_LOOPS) throw new TemplateFailure('E2008', expression.start);
      if (this.loops % LOOPS_PER_CLOCK === 0 && isLate()) throw new TemplateFailure('E2001', expression.start);
      const item = items[index];
      const inner = new Scope(scope);
      inner.set('index', index);
      inner.set('first', index === 0);
      inner.set('last', index === items.length - 1);
      if (as !== undefined) inner.set(as, item);
      this.nodes(body, item, inner);
      if (this.text.length > MAX_MESSAGE) throw new TemplateFailure('E2003', expression.start);
    }
  }

  private adviseOn(compared: Expression[], context: unknown, scope: Scope): void {
    for (const path of compared)
      if (evaluate(path, context, scope) === undefined) this.warn(path.start, undefined, 'W2');
  }

  private truth(condition: Expression, context: unknown, scope: Scope): boolean {
    const value = evaluate(condition, context, scope);
    try {
      return isTrue(value, this.budget);
    } catch (failure) {
      throw placed(failure, condition);
    }
  }

  private print(expression: Expression, value: unknown, isMarkup = false): void {
    try {
      const printed = print(value, this.budget);
      if (!this.draft) this.text += printed;
      else if (isMarkup) this.text += withoutPlaceholders(printed);
      else {
        this.text += placeholder(this.draft.values.push(printed) - 1);
        this.valuesLength += printed.length;
      }
      if (this.text.length + this.valuesLength > MAX_MESSAGE) throw new TemplateFailure('E2003', expression.start);
    } catch (failure) {
      throw placed(failure, expression);
    }
  }

  /** Adds a warning, once per position, even in a loop. */
  private warn(offset: number, hint?: string, code: Warning['code'] = 'W1'): void {
    if (this.warned.has(offset) || this.warnings.length >= MAX_WARNINGS) return;
    this.warned.add(offset);
    this.warnings.push({ code, ...positionOf(this.template, offset), ...(hint && { hint }) });
  }
}
