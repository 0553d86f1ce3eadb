import jsonata from '#jsonata';

/** A node of JSONata's syntax tree, with the fields used here. */
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

/** The engine's limits; see the table of limits in docs/templates.md. */
export interface EngineOptions {
  readonly timeout: number;
  readonly stack: number;
  readonly sequence: number;
}

/** An error of the engine, with the end of the faulty token as its position. */
export interface EngineFailure {
  code: string;
  position?: number;
  token?: unknown;
  message?: string;
}

export const compileWithEngine: (code: string, options: EngineOptions) => EngineExpression = jsonata;

const unlimited: EngineOptions = { timeout: 0, stack: 0, sequence: Number.MAX_SAFE_INTEGER };

/** Returns a built-in function of the engine, for use in another expression. @throws Error if it doesn't exist */
export function engineFunction(name: string): { implementation: (...args: unknown[]) => unknown } {
  const found = compileWithEngine(`$${name}`, unlimited).evaluate(undefined, {});
  if (typeof found !== 'object' || found === null || !('implementation' in found)) {
    throw new Error(`The template engine has no function ${name}`);
  }
  return found as { implementation: (...args: unknown[]) => unknown };
}

/**
 * Turns one of our functions into a value like the engine's built-in functions. Use `function` with named parameters,
 * because the engine reads their names for partial application.
 */
export function defineFunction(implementation: (...args: never[]) => unknown, signature?: string): unknown {
  const expression = compileWithEngine('$defined', unlimited);
  expression.registerFunction('defined', implementation, signature);
  return expression.evaluate(undefined, {});
}
