import { describe, expect, it } from 'vitest';
import { createRouter } from '../../../lib/local/gateway/routes.ts';

const route = createRouter(
  [
    '$default',
    'ANY /api/{proxy+}',
    'GET /api/targets/{id}',
    'GET /api/targets/list',
    'ANY /api/targets/list',
    'POST /api/contact/{proxy+}',
    'PUT /api/targets/{id}',
  ].map((routeKey) => ({ routeKey, target: routeKey })),
);
const keyOf = (method: string, path: string) => route(method, path)?.route.routeKey;

describe('the routing of an HTTP API', () => {
  it('prefers a literal to a variable and a variable to a greedy one, in any order of declaration', () => {
    expect(keyOf('GET', '/api/targets/list')).toBe('GET /api/targets/list');
    expect(keyOf('GET', '/api/targets/7')).toBe('GET /api/targets/{id}');
    expect(keyOf('GET', '/api/targets/7/more')).toBe('ANY /api/{proxy+}');
  });

  it('prefers the method to ANY on the same path', () => {
    expect(keyOf('POST', '/api/targets/list')).toBe('ANY /api/targets/list');
    expect(keyOf('DELETE', '/api/targets/7')).toBe('ANY /api/{proxy+}');
  });

  it('sends unmatched requests to the default route', () => {
    expect(keyOf('GET', '/elsewhere')).toBe('$default');
  });

  it('decodes path parameters', () => {
    expect(route('GET', '/api/targets/a%20b')?.pathParameters).toEqual({ id: 'a b' });
    expect(route('PATCH', '/api/x/y%2Fz')?.pathParameters).toEqual({ proxy: 'x/y/z' });
  });

  it('treats every variable name as data', () => {
    const pathParameters = createRouter([{ routeKey: 'ANY /{__proto__}', target: 'f' }])('GET', '/x')?.pathParameters;
    expect(Object.entries(pathParameters ?? {})).toEqual([['__proto__', 'x']]);
  });

  it('treats a trailing slash as a different path that only a greedy variable matches', () => {
    expect(keyOf('POST', '/api/contact/')).toBe('POST /api/contact/{proxy+}');
    expect(keyOf('GET', '/api/targets/')).toBe('ANY /api/{proxy+}');
  });

  it('finds nothing without a default route', () => {
    expect(createRouter([{ routeKey: 'GET /a', target: 'f' }])('GET', '/b')).toBeUndefined();
  });

  it('rejects an unknown format of a route key', () => {
    expect(() => createRouter([{ routeKey: 'TRACE /a', target: 'f' }])).toThrow(/TRACE \/a/);
  });
});
