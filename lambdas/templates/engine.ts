import jsonata from '#jsonata';

/** A syntax node of jsonata, with the fields we use. */
interface SyntaxNode {
  type: string;
  value?: unknown;
  lhs?: SyntaxNode;
  rhs?: SyntaxNode;
}

export interface EngineExpression {
  evaluate(input: unknown, bindings: Record<string, unknown>): unknown;
  assign(name: string, value: unknown): void;
  registerFunction(name: string, implementation: (...args: never[]) => unknown, signature?: string): void;
  ast(): SyntaxNode;
}

/** Limits of the engine, see the table of limits in docs/templates.md. */
export interface EngineOptions {
  readonly timeout: number;
  readonly stack: number;
  readonly sequence: number;
}

/** An error of the engine: a code, the end of the faulty token, and a message filled in from its catalogue. */
export interface EngineFailure {
  code: string;
  position?: number;
  token?: unknown;
  message?: string;
}

export const compileWithEngine: (code: string, options: EngineOptions) => EngineExpression = jsonata;

const unlimited: EngineOptions = { timeout: 0, stack: 0, sequence: Number.MAX_SAFE_INTEGER };

/** The engine's function of that name, in a form that another expression can bind. */
export function engineFunction(name: string): { implementation: (...args: unknown[]) => unknown } {
  const found = compileWithEngine(`$${name}`, unlimited).evaluate(undefined, {});
  if (typeof found !== 'object' || found === null || !('implementation' in found)) {
    throw new Error(`The template engine has no function ${name}`);
  }
  return found as { implementation: (...args: unknown[]) => unknown };
}

/**
 * One of our functions, represented like the engine's own. Use `function` with named parameters: partial application
 * reads them.
 */
export function defineFunction(implementation: (...args: never[]) => unknown, signature?: string): unknown {
  const expression = compileWithEngine('$defined', unlimited);
  expression.registerFunction('defined', implementation, signature);
  return expression.evaluate(undefined, {});
}
