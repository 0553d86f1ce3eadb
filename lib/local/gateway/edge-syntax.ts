import { type AnyNode, type Function as FunctionNode, type Node, parse } from 'acorn';

/** The error for syntax that CloudFront's engine doesn't support; the message contains the syntax and its line. */
export class UnsupportedSyntax extends Error {
  override name = 'UnsupportedSyntax';
}

/** The nodes of ES 2017 that CloudFront's engine doesn't support. The parser rejects later syntax. */
const UNKNOWN_NODES = new Set([
  'ArrayPattern',
  'AssignmentPattern',
  'ClassDeclaration',
  'ClassExpression',
  'DebuggerStatement',
  'ForOfStatement',
  'MetaProperty',
  'ObjectPattern',
  'SpreadElement',
  'TaggedTemplateExpression',
  'WithStatement',
]);

const functionOddity = ({ generator, async, params }: FunctionNode, isDeclaration: boolean): string | undefined => {
  if (generator) return 'a generator';
  if (async && !isDeclaration) return 'an asynchronous closure';
  const plain = params.every(({ type }) => type === 'Identifier' || type === 'RestElement');
  return plain ? undefined : 'a parameter with a default or a pattern';
};

/** The unsupported feature of a node; undefined if there is none. */
const oddity = (node: AnyNode): string | undefined => {
  switch (node.type) {
    case 'FunctionDeclaration':
      return functionOddity(node, true);
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return functionOddity(node, false);
    case 'Property':
      return node.shorthand || node.computed || node.method ? 'a short or computed property' : undefined;
    case 'Literal':
      return /[^gim]/.test(node.regex?.flags ?? '') ? `the literal ${node.raw}` : undefined;
    default:
      return undefined;
  }
};

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const childrenOf = (node: Node): AnyNode[] => Object.values(node).flat().filter(isNode);

/**
 * Rejects syntax that CloudFront's engine doesn't support. It supports ES 5.1 (AWS: "JavaScript runtime 2.0 features
 * for CloudFront Functions"). Of later versions, it supports `const`, `let`, template literals, arrow functions, rest
 * parameters, `**`, and `async` functions with `await`. AWS deploys other code, but every request then returns 503.
 * @throws UnsupportedSyntax for the first unsupported syntax
 */
export const demandEdgeSyntax = (code: string): void => {
  const refuse = (what: string, line: number | undefined): never => {
    throw new UnsupportedSyntax(`CloudFront Functions do not support ${what} (line ${line}).`);
  };
  const visit = (node: AnyNode): void => {
    const line = node.loc?.start.line;
    if (UNKNOWN_NODES.has(node.type)) refuse(node.type, line);
    const odd = oddity(node);
    if (odd !== undefined) refuse(odd, line);
    for (const child of childrenOf(node)) visit(child);
  };
  try {
    visit(parse(code, { ecmaVersion: 2017, sourceType: 'script', locations: true }));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new UnsupportedSyntax(`CloudFront Functions read no later syntax than ES 2017: ${error.message}`, {
      cause: error,
    });
  }
};
