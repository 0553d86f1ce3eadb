import { UnsupportedTemplate } from '../template/problems.ts';

/** A route of an HTTP API. Its key is, for example, `GET /webhook/{id}`, `ANY /{proxy+}` or `$default`. */
export interface Route<Target> {
  routeKey: string;
  target: Target;
}

interface RouteMatch<Target> {
  route: Route<Target>;
  pathParameters: Record<string, string>;
}

interface Compiled<Target> {
  route: Route<Target>;
  method: string;
  segments: string[];
  /** Sort key that puts literal segments before variables and variables before greedy ones, segment by segment. */
  rank: string;
}

const isGreedy = (segment: string) => /^\{[^}]+\+\}$/.test(segment);
const isVariable = (segment: string) => /^\{[^}]+\}$/.test(segment);
const nameOf = (segment: string) => segment.slice(1, isGreedy(segment) ? -2 : -1);

const compile = <Target>(route: Route<Target>): Compiled<Target> => {
  const [, method, path] = /^(ANY|GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) \/(.*)$/.exec(route.routeKey) ?? [];
  if (method === undefined || path === undefined) throw new UnsupportedTemplate(`Route key ${route.routeKey}`);
  const segments = path.split('/');
  const rank = segments.map((segment) => (isGreedy(segment) ? '2' : isVariable(segment) ? '1' : '0')).join('');
  return { route, method, segments, rank };
};

const decode = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

/** The path parameters; undefined if the path doesn't match the route. A greedy variable gets the rest of the path. */
const parametersOf = (segments: string[], path: string[]): Record<string, string> | undefined => {
  const parameters: Record<string, string> = Object.create(null);
  for (const [index, segment] of segments.entries()) {
    const part = path[index];
    if (part === undefined) return undefined;
    if (isGreedy(segment)) {
      parameters[nameOf(segment)] = path.slice(index).map(decode).join('/');
      return parameters;
    }
    if (isVariable(segment)) {
      if (part === '') return undefined;
      parameters[nameOf(segment)] = decode(part);
    } else if (part !== segment) return undefined;
  }
  return segments.length === path.length ? parameters : undefined;
};

/**
 * The routing of an HTTP API. The most specific path wins (literal, then `{name}`, then `{name+}`). For the same path,
 * a method wins over ANY. `$default` gets all other requests.
 */
export const createRouter = <Target>(
  routes: Route<Target>[],
): ((method: string, path: string) => RouteMatch<Target> | undefined) => {
  const rest = routes.find(({ routeKey }) => routeKey === '$default');
  const compiled = routes
    .filter((route) => route !== rest)
    .map(compile)
    .sort((a, b) => a.rank.localeCompare(b.rank) || Number(a.method === 'ANY') - Number(b.method === 'ANY'));
  return (method, path) => {
    const parts = path.split('/').slice(1);
    for (const { route, method: accepted, segments } of compiled) {
      if (accepted !== 'ANY' && accepted !== method) continue;
      const pathParameters = parametersOf(segments, parts);
      if (pathParameters) return { route, pathParameters };
    }
    return rest && { route: rest, pathParameters: {} };
  };
};
