import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { messages, type RouteMessages } from '#contract/messages';
import { openApiDocument } from '#contract/openapi/document';
import { requestExamples, responseExamples } from '#contract/openapi/examples';
import { problems, problemsOf } from '#contract/problems';
import { type RouteName, type RouteShape, routes } from '#contract/routes';

/** The document as readers get it: with references, and only with values that JSON allows. */
const document = JSON.parse(JSON.stringify(openApiDocument()));
const table = Object.entries(routes) as [RouteName, RouteShape][];
const operationOf = ({ method, path }: RouteShape) => document.paths[path][method.toLowerCase()];

/** Every object in a document, with its path. */
const objectsIn = (value: unknown, path = '#'): [string, Record<string, unknown>][] =>
  typeof value !== 'object' || value === null
    ? []
    : [
        [path, value as Record<string, unknown>],
        ...Object.entries(value).flatMap(([key, each]) => objectsIn(each, `${path}/${key}`)),
      ];

describe('the API description', () => {
  it('has exactly the routes of the route table', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(table.map(([, { method, path }]) => `${method} ${path}`).sort());
  });

  it.each(table)('lists the statuses of %s', (name, route) => {
    const { params, query, request }: RouteMessages = messages[name];
    const codes = problemsOf(name, { hasInput: Boolean(params ?? query ?? request), hasBody: Boolean(request) });
    const promised = [route.success, 429, 500, 503, ...codes.map((code) => problems[code].status)];
    expect(Object.keys(operationOf(route).responses).map(Number)).toEqual([...new Set(promised)].sort((a, b) => a - b));
  });

  it.each(table)('has examples for %s that the schemas accept', (name) => {
    const { request, response }: RouteMessages = messages[name];
    expect(requestExamples[name] !== undefined, 'a request example').toBe(request !== undefined);
    expect(responseExamples[name] !== undefined, 'a response example').toBe(response !== undefined);
    request?.parse(requestExamples[name]);
    // A strict check, because an example with an unknown field would mislead readers.
    if (response instanceof z.ZodObject && name !== 'getOpenApi') response.strict().parse(responseExamples[name]);
    else response?.parse(responseExamples[name]);
  });

  it('says which credentials each route accepts', () => {
    for (const [, route] of table) {
      const byKey = route.keys === 'none' ? [] : [{ apiKey: route.keys === 'any' ? [] : [route.keys] }];
      const security = {
        public: [{}, { accessToken: [] }],
        user: [{ accessToken: [] }, ...byKey],
        cookie: [{ session: [] }],
      };
      expect(operationOf(route).security).toEqual(security[route.access]);
    }
  });

  it('has no dangling reference', () => {
    for (const [path, { $ref }] of objectsIn(document)) {
      if (typeof $ref !== 'string') continue;
      const found = $ref
        .slice(2)
        .split('/')
        .reduce((value: unknown, key) => (value as Record<string, unknown> | undefined)?.[key], document);
      expect(found, `${path} → ${$ref}`).toBeDefined();
    }
  });

  it('sets bounds for every text, list and number', () => {
    for (const [path, schema] of objectsIn(document.components.schemas)) {
      if (schema.type === 'string')
        expect(schema.maxLength ?? schema.enum ?? schema.const ?? schema.pattern, path).toBeDefined();
      if (schema.type === 'array') expect(schema.maxItems, path).toBeDefined();
      if (schema.type === 'integer') expect(schema.maximum, path).toBeDefined();
    }
  });

  it('gives the limits of query parameters as numbers', () => {
    const { parameters } = operationOf(routes.listInvocations);
    const limit = parameters.find(({ name }: { name: string }) => name === 'limit');
    expect(limit).toMatchObject({
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: 100, default: 50 },
    });
  });

  it('matches the file that `npm run openapi` writes', async () => {
    const script = join(import.meta.dirname, '../../bin/openapi.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [script], { maxBuffer: 10 * 1024 * 1024 });
    expect(JSON.parse(stdout)).toEqual(document);
  });
});
