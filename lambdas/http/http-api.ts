import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { RouteMessages } from '#contract/messages';
import { type RouteName, type RouteShape, routes } from '#contract/routes';
import { cookiesOf } from '../platform/cookies.ts';
import { AppError, notFound, tooManyCalls } from '../platform/errors.ts';
import { addLogFields, withLogFields } from '../platform/log.ts';
import { noteHealth } from '../platform/process-health.ts';
import { type Rate, tokenBuckets } from '../platform/token-buckets.ts';
import { type AccessRules, admit, type VerifyAccessToken, type VerifyKey, type VerifyMember } from './access.ts';
import { problemAnswers } from './answers.ts';
import { type AnyHandler, type AuditPorts, audited } from './audit.ts';
import { clientAddress, demandEdge, type EdgeKeys } from './client-address.ts';
import { methodsOf, routeOfKey } from './find-route.ts';
import { type Call, type Caller, type Handlers, Reply, type Service } from './handler.ts';
import { parseInput } from './input.ts';
import { inputsOf } from './inputs-of.ts';
import { readJson, refuseLargeBody } from './json-body.ts';
import { assertInScope } from './reach.ts';

export interface HttpApiOptions<S extends Service> {
  service: S;
  handlers: Handlers<S>;
  /** The audit log, to which each successful change is written. */
  audit: AuditPorts;
  verifyAccessToken: VerifyAccessToken;
  /** Checks API keys. Not needed if no route of the service accepts them. */
  verifyKey?: VerifyKey;
  verifyMember: VerifyMember;
  /** The application's URL, such as `https://app.example.com`. */
  appUrl: string;
  /** Called for every admitted request before its body is read. Throws `throttled` to reject the request. */
  throttle?: (route: RouteName, caller: Caller) => Promise<void>;
  /** Rate limit per user, or per IP address on public routes. It is counted in the memory of this process. */
  pace?: Rate | undefined;
  /** Request limits per window, sent as a header with each response of the route. */
  rateLimits?: Partial<Record<RouteName, { limit: number }>>;
  /** The distribution's keys. If set, calls that did not come through it are rejected. */
  edgeKeys?: EdgeKeys;
}

/** Maps each route to its handler. Throws if they do not match the route table, so the function fails at startup. */
const handlersByRoute = <S extends Service>({
  service,
  handlers,
  audit,
}: HttpApiOptions<S>): Map<RouteName, AnyHandler> => {
  const expected = (Object.keys(routes) as RouteName[]).filter((name) => routes[name].service === service);
  const given = Object.keys(handlers);
  const odd = [
    ...expected.filter((name) => !given.includes(name)),
    ...given.filter((name) => !expected.includes(name as RouteName)),
  ];
  if (odd.length > 0) throw new Error(`Routes and handlers of ${service} differ: ${odd.join(', ')}`);
  const untyped = new Map(Object.entries(handlers) as [RouteName, AnyHandler][]);
  return new Map([...untyped].map(([name, handler]) => [name, audited(name, untyped, handler, audit)]));
};

const readRequest = (schemas: RouteMessages, event: APIGatewayProxyEventV2): unknown => {
  if (schemas.request) return parseInput(schemas.request, readJson(event));
  refuseLargeBody(event);
  return undefined;
};

const parseCall = async (
  name: RouteName,
  event: APIGatewayProxyEventV2,
  context: Context,
  caller: Caller,
): Promise<Call<RouteName>> => {
  const schemas = await inputsOf(name);
  return {
    caller,
    params: parseInput(schemas.params, event.pathParameters ?? {}),
    query: parseInput(schemas.query, event.queryStringParameters ?? {}),
    request: readRequest(schemas, event),
    headers: event.headers,
    cookies: cookiesOf(event.cookies),
    origin: event.headers.origin ?? '',
    timeLeftMs: () => context.getRemainingTimeInMillis(),
  } as Call<RouteName>;
};

const answer = (success: number, result: unknown): APIGatewayProxyStructuredResultV2 => {
  const { body, extras } = result instanceof Reply ? result : { body: result, extras: {} };
  const statusCode = extras.status ?? success;
  const headers = { ...extras.headers };
  const cookies = extras.cookies ? { cookies: extras.cookies } : {};
  if (body === undefined || statusCode === 204) return { statusCode: statusCode, headers, ...cookies };
  return {
    statusCode,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    ...cookies,
    body: JSON.stringify(body),
  };
};

/**
 * Creates the handler of a function behind the application's HTTP API (payload format 2.0). It finds the route,
 * authenticates the caller, parses the request by the contract, calls the route's handler and writes the response.
 * Errors become problem documents. Throws immediately if handlers and route table differ.
 */
export const httpApi = <S extends Service>(options: HttpApiOptions<S>) => {
  const handlers = handlersByRoute(options);
  const rules: AccessRules = {
    verifyAccessToken: options.verifyAccessToken,
    ...(options.verifyKey && { verifyKey: options.verifyKey }),
    verifyMember: options.verifyMember,
    appOrigin: new URL(options.appUrl).origin,
  };

  const buckets = options.pace && tokenBuckets(options.pace);
  const keepPace = ({ userId, member, ip }: Caller): void => {
    const person = member?.userId ?? userId;
    const wait = buckets?.take(person > 0 ? `user ${person}` : ip) ?? 0;
    if (wait > 0) throw tooManyCalls(wait);
  };

  // Only pages of the application's origin can read a response.
  const allowOrigin = { 'access-control-allow-origin': rules.appOrigin };
  const headersFor = (event: APIGatewayProxyEventV2): Record<string, string> => {
    const name = routeOfKey(event.routeKey, event.rawPath);
    const rate = name && options.rateLimits?.[name];
    return rate ? { ...allowOrigin, 'x-ratelimit-limit': String(rate.limit) } : allowOrigin;
  };

  const serve = async (event: APIGatewayProxyEventV2, context: Context): Promise<APIGatewayProxyStructuredResultV2> => {
    noteHealth();
    if (options.edgeKeys) await demandEdge(event, options.edgeKeys);
    const requestId = event.requestContext.requestId;
    const name = routeOfKey(event.routeKey, event.rawPath);
    const handler = name && handlers.get(name);
    if (!name || !handler) {
      const allowed = methodsOf(event.rawPath);
      if (allowed.length > 0 && !allowed.includes(event.requestContext.http.method))
        throw new AppError('method-not-allowed', `This endpoint accepts ${allowed.join(', ')} only`, {
          allow: allowed,
        });
      throw notFound('Path');
    }
    const route: RouteShape = routes[name];
    const ip = clientAddress(event, options.edgeKeys !== undefined);
    // The gateway's access log contains only the distribution's address, so the client's address is logged here.
    addLogFields({ ip });
    const { userId, member, keyId, keyName, scopes, reach } = await admit(route, event, ip, rules);
    addLogFields({ userId, ...(member && { memberId: member.userId }), ...(keyId && { keyId }) });
    const caller: Caller = { userId, member, keyId, keyName, scopes, reach, requestId, ip };
    keepPace(caller);
    await options.throttle?.(name, caller);
    const call = await parseCall(name, event, context, caller);
    assertInScope(route, call.params, reach);
    return answer(route.success, await handler(call));
  };

  // Stop half a second before the timeout, so a response can still be sent.
  const answerCall = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>({ timeoutEarlyInMillis: 500 })
    .use(problemAnswers(headersFor))
    .handler(serve);
  return (event: APIGatewayProxyEventV2, context: Context) =>
    withLogFields({ requestId: event.requestContext.requestId }, () => answerCall(event, context));
};
