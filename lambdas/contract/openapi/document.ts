import packageJson from '../../../package.json' with { type: 'json' };
import { problem } from '../common.ts';
import { messages, type RouteMessages } from '../messages.ts';
import { type ProblemCode, problems, problemsOf, sharedProblems, typeOfProblem } from '../problems.ts';
import { WORKSPACE_HEADER } from '../roles.ts';
import { type RouteName, type RouteShape, routes } from '../routes.ts';
import { chapters, descriptions } from './descriptions.ts';
import { requestExamples, responseExamples } from './examples.ts';
import { COMMON_HEADERS, type HeaderName, headerReferences, headers } from './headers.ts';
import { gatewayMessage, namedSchemas, parametersOf, referenceTo } from './schemas.ts';

const table = Object.entries(routes) as [RouteName, RouteShape][];

/** Statuses of responses that the gateway can send itself, in its own format. */
const GATEWAY_STATUSES = [413, 429, 500, 503];

const camel = (code: string) => code.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Returns the problems that a route can return, by status. */
const problemsByStatus = (name: RouteName): Map<number, ProblemCode[]> => {
  const { params, query, request }: RouteMessages = messages[name];
  const own = problemsOf(name, { hasInput: Boolean(params || query || request), hasBody: Boolean(request) });
  const codes = [...new Set<ProblemCode>([...own, ...sharedProblems])];
  return new Map([...Map.groupBy(codes, (code) => problems[code].status)].sort(([a], [b]) => a - b));
};

const problemExample = (code: ProblemCode) => {
  const { title, status, description } = problems[code];
  const instance = 'JKJaXmPLvHcESHA=';
  const detail = code === 'invalid-input' ? 'name A name is required' : description;
  const errors = [{ path: 'name', message: 'A name is required' }];
  return {
    type: typeOfProblem(code),
    code,
    title,
    status,
    detail,
    instance,
    ...(code === 'invalid-input' && { errors }),
  };
};

const problemResponse = (status: number, codes: ProblemCode[]) => {
  const extra: HeaderName[] =
    status === 401 ? ['WWW-Authenticate'] : status === 429 || status === 503 ? ['Retry-After'] : [];
  return {
    description: codes.map((code) => `**${problems[code].title}.** ${problems[code].description}`).join(' '),
    headers: headerReferences([...COMMON_HEADERS, ...extra]),
    content: {
      'application/problem+json': {
        schema: referenceTo(problem),
        examples: Object.fromEntries(codes.map((code) => [code, { value: problemExample(code) }])),
      },
      ...(GATEWAY_STATUSES.includes(status) && { 'application/json': { schema: referenceTo(gatewayMessage) } }),
    },
  };
};

/** Names the response component for a set of problems. */
const nameOf = (codes: ProblemCode[]) => codes.map(camel).join('Or');

/** Routes whose responses set, renew or remove the session cookie. */
const SETS_COOKIE: RouteName[] = [
  'startTrial',
  'register',
  'login',
  'logout',
  'updateUser',
  'deleteUser',
  'refreshToken',
];

const successHeaders = (name: RouteName): HeaderName[] => [
  ...COMMON_HEADERS,
  ...(routes[name].success === 201 && name !== 'register' ? (['Location'] as const) : []),
  ...(name === 'listInvocations' ? (['X-Next-Cursor'] as const) : []),
  ...(SETS_COOKIE.includes(name) ? (['Set-Cookie'] as const) : []),
];

const successResponse = (name: RouteName) => {
  const { response }: RouteMessages = messages[name];
  return {
    description: response ? 'Done.' : 'Succeeded; the response has no body.',
    headers: headerReferences(successHeaders(name)),
    ...(response && {
      content: { 'application/json': { schema: referenceTo(response), example: responseExamples[name] } },
    }),
  };
};

const securityOf = ({ access, keys }: RouteShape) => {
  // Public routes also accept a token, because the app always sends it.
  if (access === 'public') return [{}, { accessToken: [] }];
  if (access === 'cookie') return [{ session: [] }];
  return [{ accessToken: [] }, ...(keys === 'none' ? [] : [{ apiKey: keys === 'any' ? [] : [keys] }])];
};

/** Returns the part of a description that states which API keys can make the request. */
const keyWords = ({ access, keys, boundKeys }: RouteShape): string => {
  if (access !== 'user') return '';
  if (keys === 'none') return ' Does not accept API keys.';
  const scope = keys === 'any' ? ' Accepts every API key.' : ` An API key needs the scope \`${keys}\`.`;
  return scope + boundWords[boundKeys ?? 'own'];
};

const boundWords = {
  own: ' A restricted key can’t see other webhooks.',
  filtered: ' A restricted key sees only what belongs to its webhooks.',
  refused: ' Does not accept restricted keys.',
  allowed: '',
};

const origin = {
  name: 'Origin',
  in: 'header',
  required: true,
  description: "The application's own origin.",
  schema: { type: 'string', format: 'uri', maxLength: 255 },
};

const workspace = (role: RouteShape['role']) => ({
  name: WORKSPACE_HEADER,
  in: 'header',
  required: false,
  description: `The ID of another user whose team you are in, as GET /workspaces returns it. Needs the role \`${role}\` or a higher one. Not with an API key.`,
  schema: { type: 'string', pattern: '^[1-9][0-9]{0,15}$', maxLength: 16 },
});

const operation = (name: RouteName) => {
  const { access, role, success }: RouteShape = routes[name];
  const { params, query, request }: RouteMessages = messages[name];
  const { chapter, summary, description } = descriptions[name];
  const parameters = [
    ...parametersOf('path', params),
    ...parametersOf('query', query),
    ...(access === 'cookie' ? [origin] : []),
    ...(role === 'viewer' || role === 'editor' ? [workspace(role)] : []),
  ];
  return {
    operationId: name,
    tags: [chapter],
    summary,
    description: description + keyWords(routes[name]),
    security: securityOf(routes[name]),
    ...(parameters.length > 0 && { parameters }),
    ...(request && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: referenceTo(request), example: requestExamples[name] } },
      },
    }),
    responses: {
      [success]: successResponse(name),
      ...Object.fromEntries(
        [...problemsByStatus(name)].map(([status, codes]) => [
          status,
          { $ref: `#/components/responses/${nameOf(codes)}` },
        ]),
      ),
    },
  };
};

const paths = () => {
  const byPath = Map.groupBy(table, ([, { path }]) => path);
  return Object.fromEntries(
    [...byPath].map(([path, rows]) => [
      path,
      Object.fromEntries(rows.map(([name, { method }]) => [method.toLowerCase(), operation(name)])),
    ]),
  );
};

const problemResponses = () =>
  Object.fromEntries(
    table.flatMap(([name]) =>
      [...problemsByStatus(name)].map(([status, codes]) => [nameOf(codes), problemResponse(status, codes)]),
    ),
  );

const build = () => ({
  openapi: '3.1.0' as const,
  info: {
    title: 'Tellhook API',
    version: packageJson.version,
    description:
      'The Tellhook app uses only these requests, and your programs can use them too. Errors are problem documents (RFC 9457). Dates are RFC 3339 in UTC, and the zero date `0001-01-01T00:00:00Z` means never. Unknown fields are ignored. Every GET request also works with HEAD. Invoke URLs are not part of this document: every request to one is a call, with any method and body.',
    contact: { name: 'Contact form', url: 'https://tellhook.example/landing/contact' },
    license: { name: packageJson.license, identifier: packageJson.license },
  },
  servers: [
    {
      url: '/api',
      description: 'The deployment that serves this document: production, staging or local.',
      'x-internal': false,
    },
  ],
  tags: Object.entries(chapters).map(([name, description]) => ({ name, description })),
  security: [{ accessToken: [] }],
  paths: paths(),
  components: {
    securitySchemes: {
      accessToken: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description:
          'The `access_token` of a sign-in; valid for 15 minutes. Signed and checked according to RFC 8725: one algorithm (EdDSA), and a custom type, issuer and audience.',
      },
      apiKey: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'thk_…',
        description:
          'A key from your settings, for programs. Its scopes limit the requests it can make: `read`, `write`, `send`.',
      },
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: '__Host-session',
        description:
          'The session cookie, kept by the browser. Each refresh replaces it. Valid for 30 days without use.',
      },
    },
    headers,
    responses: problemResponses(),
    schemas: namedSchemas(),
  },
});

let built: ReturnType<typeof build> | undefined;

/**
 * Returns the API as an OpenAPI 3.1 document. It is generated from the route table and the messages, once per process.
 */
export const openApiDocument = (): ReturnType<typeof build> => {
  built ??= build();
  return built;
};
