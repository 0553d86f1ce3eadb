import { type RouteName, type RouteShape, routes } from '#contract/routes';

/** Where the application's API lives on its host. */
export const BASE_PATH = '/api';

const table: [RouteName, RouteShape][] = Object.entries(routes) as [RouteName, RouteShape][];

/** `POST /api/webhooks`: the gateway's name of a route; one with a trailing slash is the same without it. */
const routeKey = (method: string, path: string) => `${method} ${BASE_PATH}${path.replace(/\/$/, '')}`;

const byKey = new Map(table.map(([name, { method, path }]) => [routeKey(method, path), name]));

/** The route that the gateway chose, or undefined for `$default` and for what is not on the table. */
export const routeOfKey = (key: string): RouteName | undefined => byKey.get(key.replace(/\/$/, ''));

const patterns = table.map(([, { method, path }]) => ({
  method,
  path: new RegExp(`^${BASE_PATH}${path.replace(/\/$/, '').replace(/\{\w+\}/g, '[^/]+')}/?$`),
}));

/** The methods that the table has for a path such as `/api/webhook/12`; none when the path is unknown. */
export const methodsOf = (rawPath: string): string[] => [
  ...new Set(patterns.filter(({ path }) => path.test(rawPath)).map(({ method }) => method)),
];
