import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';

/** A request as a test writes it. `path` is below `/api`; `route` is its pattern if it has parameters. */
export interface TestCall {
  method: string;
  path: string;
  /** The gateway's route, such as `/webhook/{id}`; by default the path itself. `$default` means no route. */
  route?: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  cookies?: string[];
  /** The body, sent as JSON unless it is a string or bytes. */
  body?: unknown;
  ip?: string;
}

const encode = (body: unknown): { body?: string; isBase64Encoded: boolean } => {
  if (body === undefined) return { isBase64Encoded: false };
  if (body instanceof Uint8Array) return { body: Buffer.from(body).toString('base64'), isBase64Encoded: true };
  return { body: typeof body === 'string' ? body : JSON.stringify(body), isBase64Encoded: false };
};

/** The gateway's event (payload format 2.0) for a request. A body is sent as JSON unless a content type is given. */
export const httpEvent = (call: TestCall): APIGatewayProxyEventV2 => {
  const { method, path, route = path, query } = call;
  return {
    version: '2.0',
    routeKey: route === '$default' ? route : `${method} /api${route}`,
    rawPath: `/api${path}`,
    rawQueryString: new URLSearchParams(query).toString(),
    headers: { ...(call.body === undefined ? {} : { 'content-type': 'application/json' }), ...call.headers },
    ...(call.cookies ? { cookies: call.cookies } : {}),
    ...(query ? { queryStringParameters: query } : {}),
    ...(call.params ? { pathParameters: call.params } : {}),
    ...encode(call.body),
    requestContext: {
      accountId: '000000000000',
      apiId: 'api',
      domainName: 'api.example.com',
      domainPrefix: 'api',
      requestId: 'request-1',
      routeKey: '',
      stage: '$default',
      time: '',
      timeEpoch: 0,
      http: {
        method,
        path: `/api${path}`,
        protocol: 'HTTP/1.1',
        sourceIp: call.ip ?? '203.0.113.5',
        userAgent: 'test',
      },
    },
  };
};

/** A handler's response with its parsed body. */
export interface TestAnswer {
  status: number;
  headers: Record<string, unknown>;
  cookies: string[];
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  body: any;
}

type LambdaHandler = (event: APIGatewayProxyEventV2, context: Context) => Promise<APIGatewayProxyStructuredResultV2>;

/** Calls a function's handler as the gateway would. */
export const send = async (handler: unknown, call: TestCall): Promise<TestAnswer> => {
  const result = await (handler as LambdaHandler)(httpEvent(call), {} as Context);
  return {
    status: result.statusCode ?? 200,
    headers: result.headers ?? {},
    cookies: result.cookies ?? [],
    body: result.body === undefined ? undefined : JSON.parse(result.body),
  };
};
