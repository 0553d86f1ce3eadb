/** A syntax node, as far as anybody looks at it. */
interface Node {
  type: string;
  value?: unknown;
  lhs?: Node;
  rhs?: Node;
}

/** Compiles an expression; what is in this folder evaluates it at once, not in a promise. */
declare const jsonata: (
  expression: string,
  options?: { timeout?: number; stack?: number; sequence?: number },
) => {
  evaluate(input: unknown, bindings?: Record<string, unknown>): unknown;
  assign(name: string, value: unknown): void;
  registerFunction(name: string, implementation: (...args: never[]) => unknown, signature?: string): void;
  ast(): Node;
};
export default jsonata;
