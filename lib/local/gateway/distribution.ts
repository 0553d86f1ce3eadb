import { randomUUID } from 'node:crypto';
import { matchesPattern } from '../iam/policies.ts';
import {
  type BehaviorSpec,
  type DistributionSpec,
  ERROR_CACHE_SECONDS,
  type PolicyHeader,
} from '../template/read-site.ts';
import type { Bucket } from './bucket.ts';
import { createEdgeFunction, type EdgeFunction } from './edge-function.ts';
import { type HeaderLine, splitTarget, valuesOf, type WireAnswer, type WireRequest } from './exchange.ts';
import { createRateRule } from './rate-rule.ts';

/** CloudFront's quota of 32,768 bytes for request line and headers. The body limit is that of the API behind it. */
export const DISTRIBUTION_LIMITS = { headerBytes: 32_768, bodyBytes: 10 * 1024 * 1024 };

type Api = (request: WireRequest) => Promise<WireAnswer>;

interface Behavior {
  spec: BehaviorSpec;
  matches: (path: string) => boolean;
  edge: EdgeFunction | undefined;
}

const errorPage = (status: number, text: string): WireAnswer => ({
  status,
  headers: [['content-type', 'text/html']],
  body: Buffer.from(`<!doctype html><title>${status}</title><h1>${status} ${text}</h1>`),
});

const withPolicy = (answer: WireAnswer, policy: PolicyHeader[]): WireAnswer => {
  const headers = policy.reduce<HeaderLine[]>((lines, { name, value, override }) => {
    const sent = lines.some(([key]) => key.toLowerCase() === name);
    if (sent && !override) return lines;
    return [...lines.filter(([key]) => key.toLowerCase() !== name), [name, value]];
  }, answer.headers);
  return { ...answer, headers };
};

/** The errors that CloudFront caches, even if the cache policy disables caching. */
const KEPT_ERRORS = new Set([404, 405, 410, 414, 500, 501, 502, 503, 504]);
/** The errors for which CloudFront obeys `no-store`; for the others, it caches anyway. */
const OBEYING = new Set([404, 410, 414, 501]);

/** Caches error responses to reads of a path for as long as CloudFront would. */
const createErrorCache = ({ errorPages }: DistributionSpec, now: () => Date) => {
  const kept = new Map<string, { answer: WireAnswer; until: number }>();
  const keep = (path: string, answer: WireAnswer): void => {
    const seconds = errorPages.find(({ status }) => status === answer.status)?.cacheSeconds ?? ERROR_CACHE_SECONDS;
    const forbidden = valuesOf(answer.headers, 'cache-control').some((value) => value.includes('no-store'));
    if (!KEPT_ERRORS.has(answer.status) || seconds === 0 || (forbidden && OBEYING.has(answer.status))) return;
    kept.set(path, { answer, until: now().getTime() + seconds * 1000 });
  };
  return async (request: WireRequest, ask: () => Promise<WireAnswer>): Promise<WireAnswer> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return ask();
    const { path } = splitTarget(request.target);
    const found = kept.get(path);
    if (found && now().getTime() < found.until) return found.answer;
    kept.delete(path);
    const answer = await ask();
    keep(path, answer);
    return answer;
  };
};

const decodeKey = (path: string): string => {
  try {
    return decodeURIComponent(path.slice(1));
  } catch {
    return path.slice(1);
  }
};

/** The template's CloudFront distribution. It selects a behaviour, runs its edge function and asks its origin. */
export const createDistribution = (options: {
  spec: DistributionSpec;
  bucketNamed: (name: string) => Bucket;
  apiAt: (domain: string) => Api;
  /** Values of dynamic references in origin headers. */
  resolveSecret: (reference: string) => string;
  now: () => Date;
}): ((request: WireRequest) => Promise<WireAnswer>) => {
  const { spec, bucketNamed, apiAt, resolveSecret } = options;
  const rateRules = spec.rateRules.map((rule) => createRateRule(rule, options.now));
  const cached = createErrorCache(spec, options.now);
  const behaviors: Behavior[] = spec.behaviors.map((behavior) => ({
    spec: behavior,
    // CloudFront has the same wildcards as IAM.
    matches: (path) => matchesPattern(behavior.pathPattern ?? '*', path),
    edge: behavior.viewerRequest === undefined ? undefined : createEdgeFunction(behavior.viewerRequest, spec.id),
  }));

  const fromBucket = (bucketName: string, request: WireRequest, compress: boolean): WireAnswer => {
    const { path } = splitTarget(request.target);
    const bucket = bucketNamed(bucketName);
    const file = bucket.get(path === '/' ? spec.defaultRootObject : decodeKey(path));
    if (!file) return errorPage(404, 'Not Found');
    const headers: HeaderLine[] = [
      ['content-type', file.contentType],
      ['etag', file.etag],
      ...Object.entries(file.headers),
    ];
    const accepted = valuesOf(request.headers, 'accept-encoding').join(',');
    const encoding = !compress
      ? undefined
      : /\bbr\b/.test(accepted)
        ? 'br'
        : /\bgzip\b/.test(accepted)
          ? 'gzip'
          : undefined;
    const encoded = encoding && file.encoded(encoding);
    if (compress && file.encoded('gzip')) headers.push(['vary', 'accept-encoding']);
    if (valuesOf(request.headers, 'if-none-match').some((tags) => tags.includes(file.etag))) {
      return { status: 304, headers, body: Buffer.alloc(0) };
    }
    if (encoding && encoded)
      return { status: 200, headers: [...headers, ['content-encoding', encoding]], body: encoded };
    return { status: 200, headers, body: file.body };
  };

  const fromApi = (origin: { apiDomain: string; headers: { name: string; value: string }[] }, request: WireRequest) => {
    const own = new Map(origin.headers.map(({ name, value }) => [name, resolveSecret(value)]));
    const forwardedFor = [...valuesOf(request.headers, 'x-forwarded-for'), request.ip].join(', ');
    const replaced = new Set(['host', 'x-forwarded-for', 'via', 'x-amz-cf-id', ...own.keys()]);
    const headers: HeaderLine[] = [
      ['host', origin.apiDomain],
      ...request.headers.filter(([name]) => !replaced.has(name.toLowerCase())),
      ['x-forwarded-for', forwardedFor],
      ['via', '1.1 local.cloudfront.net (CloudFront)'],
      ['x-amz-cf-id', randomUUID()],
      // CloudFront replaces these headers, so viewers cannot set them.
      ...own,
    ];
    return apiAt(origin.apiDomain)({ ...request, headers });
  };

  const ask = async ({ spec: behavior, edge }: Behavior, viewerRequest: WireRequest): Promise<WireAnswer> => {
    const isRead = viewerRequest.method === 'GET' || viewerRequest.method === 'HEAD';
    if (!behavior.allowedMethods.includes(viewerRequest.method) || (isRead && viewerRequest.body.length > 0)) {
      return errorPage(403, 'Forbidden');
    }
    const changed = edge ? edge(viewerRequest) : viewerRequest;
    if ('status' in changed) return changed;
    if ('bucket' in behavior.origin) return fromBucket(behavior.origin.bucket, changed, behavior.compress);
    return fromApi(behavior.origin, changed);
  };

  const withErrorPage = (answer: WireAnswer, request: WireRequest): WireAnswer => {
    const page = spec.errorPages.find(({ status }) => status === answer.status);
    const files = spec.behaviors.at(-1);
    if (!page?.path || !files || !('bucket' in files.origin)) return answer;
    const custom = fromBucket(files.origin.bucket, { ...request, target: page.path, headers: [] }, false);
    return { ...custom, status: page.answerStatus ?? answer.status };
  };

  return async (request) => {
    for (const blocked of rateRules.map((rule) => rule(request.ip))) if (blocked) return blocked;
    const { path } = splitTarget(request.target);
    const behavior = behaviors.find(({ matches }) => matches(path));
    if (!behavior) return errorPage(404, 'Not Found');
    const answer = withErrorPage(await cached(request, () => ask(behavior, request)), request);
    return withPolicy(answer, behavior.spec.headers);
  };
};
