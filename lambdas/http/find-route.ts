import { type RouteName, type RouteShape, routes } from '#contract/routes';

/** Path prefix of the API on the application's host. */
const BASE_PATH = '/api';

const table: [RouteName, RouteShape][] = Object.entries(routes) as [RouteName, RouteShape][];

const withoutSlash = (path: string) => path.replace(/\/$/, '');

/** Returns a route's name at the gateway, such as `POST /api/webhooks`, without a trailing slash. */
const routeKey = (method: string, path: string) => `${method} ${BASE_PATH}${withoutSlash(path)}`;

/**
 * Each GET route also accepts HEAD (RFC 9110, 9.3.2). Both get the same response, because the gateway drops the content
 * and keeps its length.
 */
const methodsFor = (method: RouteShape['method']): string[] => (method === 'GET' ? ['GET', 'HEAD'] : [method]);

const byKey = new Map(
  table.flatMap(([name, { method, path }]) => methodsFor(method).map((each) => [routeKey(each, path), name] as const)),
);

/**
 * Returns the route that the gateway chose; undefined for `$default` and unknown paths. The gateway cannot register
 * paths with a trailing slash. Such calls match a route with `{proxy+}`, which also matches deeper paths, so the path
 * is compared too.
 */
export const routeOfKey = (key: string, rawPath: string): RouteName | undefined => {
  const bare = withoutSlash(key.replace(/\{proxy\+\}$/, ''));
  const name = byKey.get(bare);
  return bare === withoutSlash(key) || bare.endsWith(` ${withoutSlash(rawPath)}`) ? name : undefined;
};

const patterns = table.map(([, { method, path }]) => ({
  method,
  path: new RegExp(`^${BASE_PATH}${path.replace(/\/$/, '').replace(/\{\w+\}/g, '[^/]+')}/?$`),
}));

/** Returns the methods that exist for a path such as `/api/webhook/12`; none if the path is unknown. */
export const methodsOf = (rawPath: string): string[] => [
  ...new Set(patterns.filter(({ path }) => path.test(rawPath)).flatMap(({ method }) => methodsFor(method))),
];
