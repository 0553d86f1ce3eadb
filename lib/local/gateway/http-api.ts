import { type Rate, tokenBuckets } from '../../../lambdas/platform/token-buckets.ts';
import { type FunctionResult, TOO_MANY_CALLS } from '../functions/protocol.ts';
import { gatewayMessage, headerBytesOf, splitTarget, type WireAnswer, type WireRequest } from './exchange.ts';
import { toAnswer, toEvent } from './payload.ts';
import { createRouter, type Route } from './routes.ts';

/** The handler of a route. */
interface RouteTarget {
  functionName: string;
  /** True if the function's resource policy allows this route to invoke it. Otherwise, the gateway returns 500. */
  isPermitted: boolean;
}

/** An HTTP API of the template. */
export interface HttpApiSpec {
  id: string;
  name: string;
  /** Host name assigned by the gateway. */
  domainName: string;
  stage: string;
  routes: Route<RouteTarget>[];
  /** The stage's throttle, which all callers share, so one of them can exhaust it. */
  throttle?: Rate;
}

interface HttpApiCall {
  method: string;
  path: string;
  routeKey: string;
  functionName: string;
  status: number;
  durationMs: number;
}

/** HTTP API quotas: payload 10 MB, request line and headers 10,240 bytes, integration timeout 30 s. */
export const HTTP_API_LIMITS = { bodyBytes: 10 * 1024 * 1024, headerBytes: 10_240, integrationMs: 30_000 };

/** Lambda's limit for the payload of a synchronous invocation, in each direction. */
const FUNCTION_PAYLOAD_BYTES = 6 * 1024 * 1024;

/** Size of an event in bytes, or 0 if the body is small. Serializing each event just to measure it would cost time. */
const payloadBytes = (event: { body?: string }): number =>
  (event.body?.length ?? 0) < FUNCTION_PAYLOAD_BYTES / 6 ? 0 : Buffer.byteLength(JSON.stringify(event));

const withinTime = async (result: Promise<FunctionResult>): Promise<FunctionResult | 'late'> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), HTTP_API_LIMITS.integrationMs);
  });
  try {
    return await Promise.race([result, late]);
  } finally {
    clearTimeout(timer);
  }
};

export const createHttpApi = (options: {
  spec: HttpApiSpec;
  account: string;
  now: () => Date;
  invoke: (functionName: string, event: unknown) => Promise<FunctionResult>;
  onCall: (call: HttpApiCall) => void;
  /** Called when a function's policy does not allow the route to invoke it. */
  onDenied: (message: string) => void;
}): ((request: WireRequest) => Promise<WireAnswer>) => {
  const { spec, account, now } = options;
  const route = createRouter(spec.routes);
  const throttle = spec.throttle && tokenBuckets(spec.throttle, () => now().getTime());

  const answerOf = async (functionName: string, event: ReturnType<typeof toEvent>): Promise<WireAnswer> => {
    if (payloadBytes(event) > FUNCTION_PAYLOAD_BYTES) return gatewayMessage(413, 'Request Entity Too Large');
    const result = await withinTime(options.invoke(functionName, event));
    if (result === 'late' || (!result.ok && result.errorType === TOO_MANY_CALLS)) {
      // AWS sends no Retry-After header either.
      return gatewayMessage(503, 'Service Unavailable');
    }
    const answer = result.ok ? toAnswer(result.value) : undefined;
    if (!answer || answer.body.length > FUNCTION_PAYLOAD_BYTES) return gatewayMessage(500, 'Internal Server Error');
    return answer;
  };

  return async (request) => {
    const startedAt = performance.now();
    const { path } = splitTarget(request.target);
    const match = route(request.method, path);
    if (!match) return gatewayMessage(404, 'Not Found');
    const { routeKey, target } = match.route;
    const { functionName } = target;
    const respond = (answer: WireAnswer): WireAnswer => {
      const durationMs = performance.now() - startedAt;
      options.onCall({ method: request.method, path, routeKey, functionName, status: answer.status, durationMs });
      return answer;
    };
    if (headerBytesOf(request) > HTTP_API_LIMITS.headerBytes) {
      return respond(gatewayMessage(431, 'Request Header Fields Too Large'));
    }
    if (throttle && throttle.take('') > 0) return respond(gatewayMessage(429, 'Too Many Requests'));
    if (!target.isPermitted) {
      options.onDenied(`No permission lets the route ${routeKey} of ${spec.name} invoke ${functionName}.`);
      return respond(gatewayMessage(500, 'Internal Server Error'));
    }
    const { id: apiId, stage } = spec;
    const { pathParameters } = match;
    const event = toEvent(request, { routeKey, pathParameters, apiId, account, stage, now: now() });
    return respond(await answerOf(functionName, event));
  };
};
