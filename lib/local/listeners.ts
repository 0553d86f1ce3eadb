import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ProductClock } from './clock.ts';
import type { Console } from './console.ts';
import type { FunctionResult } from './functions/protocol.ts';
import { type Bucket, createBucket, createLiveBucket, createWrittenBucket } from './gateway/bucket.ts';
import { createDistribution, DISTRIBUTION_LIMITS } from './gateway/distribution.ts';
import { createHttpApi, HTTP_API_LIMITS } from './gateway/http-api.ts';
import { type Handler, type Listener, openListener } from './gateway/server.ts';
import type { ObjectsStandIn } from './stand-ins/objects.ts';
import type { SecretsStandIn } from './stand-ins/secrets-manager.ts';
import type { Deployment } from './template/deployment.ts';
import { UnsupportedTemplate } from './template/problems.ts';
import type { DistributionSpec } from './template/read-site.ts';

/** The handlers of the two ports. */
interface Answering {
  web: Handler;
  invoke: Handler;
  /** Handles `/__fakes` and below. */
  intercept: (request: IncomingMessage, response: ServerResponse, path: string) => Promise<boolean>;
}

interface Listeners {
  /** Sets the handlers, so waiting and later requests are handled. */
  open(answering: Answering): void;
  stop(): Promise<void>;
}

/**
 * Opens both ports before any other work, so a port conflict is reported before the build. Requests wait for {@link
 * Listeners.open}.
 * @throws PortTaken
 */
export const takePorts = async (ports: { port: number; invokePort: number }): Promise<Listeners> => {
  const opened = Promise.withResolvers<Answering>();
  const web = await openListener({
    port: ports.port,
    limits: DISTRIBUTION_LIMITS,
    handler: async (request) => (await opened.promise).web(request),
    intercept: async (request, response) => {
      const path = (request.url ?? '').split('?')[0] ?? '';
      if (path !== '/__fakes' && !path.startsWith('/__fakes/')) return false;
      if (!(await (await opened.promise).intercept(request, response, path))) {
        response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such page of the fakes.\n');
      }
      return true;
    },
  });
  let invoke: Listener;
  try {
    invoke = await openListener({
      port: ports.invokePort,
      limits: HTTP_API_LIMITS,
      handler: async (request) => (await opened.promise).invoke(request),
    });
  } catch (error) {
    await web.stop();
    throw error;
  }
  return {
    open: opened.resolve,
    async stop() {
      await Promise.all([web.stop(), invoke.stop()]);
    },
  };
};

const DYNAMIC_REFERENCE = /^\{\{resolve:secretsmanager:(arn:[^{}]+?):SecretString:::\}\}$/;

/** The handlers for the template: the distribution on the web port, and the API without one on the other. */
export const createHandlers = (options: {
  deployment: Deployment;
  clock: Pick<ProductClock, 'now'>;
  console: Pick<Console, 'call' | 'problem'>;
  secrets: Pick<SecretsStandIn, 'valueOf'>;
  /** The objects that functions have written to the site. */
  objects: Pick<ObjectsStandIn, 'get'>;
  invoke: (functionName: string, event: unknown) => Promise<FunctionResult>;
  /** Replaces the template's addresses with this run's in files of the site. */
  rewrite: (text: string) => string;
  /** Folder of a front end that is rebuilt after each change. */
  liveWebDir: string | undefined;
}): Pick<Answering, 'web' | 'invoke'> => {
  const { deployment, clock, console, secrets, objects, invoke, rewrite, liveWebDir } = options;
  const { account, apis, distributions, bucketDeployments } = deployment;

  const onDenied = (message: string) => console.problem('gateway', message);
  const apiByDomain = new Map(
    apis.map((spec): [string, Handler] => [
      spec.domainName,
      createHttpApi({ spec, account, now: clock.now, invoke, onCall: console.call, onDenied }),
    ]),
  );

  const buckets = new Map<string, Bucket>();
  for (const { bucket: name } of bucketDeployments) {
    if (buckets.has(name)) continue;
    const bucket = createBucket(
      bucketDeployments.filter(({ bucket: destination }) => destination === name),
      rewrite,
    );
    const files = liveWebDir ? createLiveBucket(liveWebDir, bucket) : bucket;
    buckets.set(
      name,
      createWrittenBucket((key) => objects.get(name, key), files),
    );
  }

  const serve = (spec: DistributionSpec): Handler =>
    createDistribution({
      spec,
      now: clock.now,
      bucketNamed: (name) => buckets.get(name) ?? { get: () => undefined },
      apiAt: (domain) => {
        const api = apiByDomain.get(domain);
        if (!api) throw new UnsupportedTemplate(`No API has the host name ${domain}.`);
        return api;
      },
      resolveSecret: (value) => {
        if (!value.includes('{{')) return value;
        const found = secrets.valueOf(DYNAMIC_REFERENCE.exec(value)?.[1] ?? '');
        if (found === undefined) throw new UnsupportedTemplate(`The dynamic reference ${value} is not supported.`);
        return found;
      },
    });
  const hasPages = ({ behaviors }: DistributionSpec) => behaviors.some(({ origin }) => 'bucket' in origin);
  const [site, ...otherSites] = distributions.filter(hasPages);
  const [invokeSite, ...otherFronts] = distributions.filter((spec) => !hasPages(spec));
  if (!site || otherSites.length > 0 || otherFronts.length > 0)
    throw new UnsupportedTemplate(
      'There must be one distribution of the pages, and at most one before the invoke host.',
    );
  const behind = new Set(
    distributions.flatMap(({ behaviors }) =>
      behaviors.flatMap(({ origin }) => ('apiDomain' in origin ? [origin.apiDomain] : [])),
    ),
  );
  const open = apis.filter(({ domainName }) => !behind.has(domainName));
  if (open.length !== (invokeSite ? 0 : 1))
    throw new UnsupportedTemplate('There must be one invoke host: an API or a distribution before one.');
  const invokeApi = open[0] && apiByDomain.get(open[0].domainName);
  const invokeHandler = invokeSite ? serve(invokeSite) : invokeApi;
  if (!invokeHandler) throw new UnsupportedTemplate('The invoke host has no API.');
  return { web: serve(site), invoke: invokeHandler };
};
