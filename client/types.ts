import * as z from 'zod';
import { problem } from '../lambdas/contract/common.ts';
import { messages, type RouteMessages } from '../lambdas/contract/messages.ts';
import { type RouteName, routes } from '../lambdas/contract/routes.ts';

type JsonSchema = z.core.JSONSchema.JSONSchema;

const isName = (text: string): boolean => /^[A-Za-z_$][\w$]*$/.test(text);

const comment = (text: string | undefined): string => (text ? `/** ${text.replaceAll('*/', '* /')} */ ` : '');

const unionOf = (schemas: JsonSchema[]): string => [...new Set(schemas.map(typeOf))].join(' | ');

const objectOf = ({ properties = {}, required = [], additionalProperties }: JsonSchema): string => {
  const fields = Object.entries(properties).map(([name, value]) => {
    const schema = value as JsonSchema;
    const optional = required.includes(name) ? '' : '?';
    return `${comment(schema.description)}${isName(name) ? name : JSON.stringify(name)}${optional}: ${typeOf(schema)};`;
  });
  if (fields.length > 0) return `{ ${fields.join(' ')} }`;
  return `Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'}>`;
};

/** Converts a JSON Schema from zod to a TypeScript type. @throws Error for schemas that the contract doesn't use */
export const typeOf = (schema: JsonSchema): string => {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return `(${unionOf(either as JsonSchema[])})`;
  if (schema.allOf) return `(${(schema.allOf as JsonSchema[]).map(typeOf).join(' & ')})`;
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'number':
    case 'integer':
      return 'number';
    case 'array':
      return `(${schema.items ? typeOf(schema.items as JsonSchema) : 'unknown'})[]`;
    case 'object':
      return objectOf(schema);
    case undefined:
      return 'unknown';
    default:
      throw new Error(`no type for ${JSON.stringify(schema)}`);
  }
};

const typeOfZod = (schema: z.ZodType | undefined, io: 'input' | 'output'): string =>
  schema ? typeOf(z.toJSONSchema(schema, { io, unrepresentable: 'any' })) : 'undefined';

/** Generates the types that the client imports: the routes that an API key can use, with their inputs and outputs. */
export const declarations = (): string => {
  const open = (Object.keys(routes) as RouteName[]).filter((name) => routes[name].keys !== 'none');
  const rows = open.map((name) => {
    const { params, query, request, response }: RouteMessages = messages[name];
    const { method, path, keys } = routes[name];
    return `  /** \`${method} /api${path}\`, scope \`${keys}\` */
  ${name}: {
    params: ${params ? '{ id: string | number }' : 'undefined'};
    query: ${typeOfZod(query, 'input')};
    body: ${typeOfZod(request, 'input')};
    answer: ${typeOfZod(response, 'input')};
  };`;
  });
  return `/** Every call that an API key opens, by its name in the API's description. */
export interface Calls {
${rows.join('\n')}
}
export type RouteName = keyof Calls;
export type Params<Name extends RouteName> = Calls[Name]['params'];
export type QueryInput<Name extends RouteName> = Calls[Name]['query'];
export type RequestInput<Name extends RouteName> = Calls[Name]['body'];
export type Response<Name extends RouteName> = Calls[Name]['answer'];
export type Problem = ${typeOfZod(problem, 'input')};
`;
};
