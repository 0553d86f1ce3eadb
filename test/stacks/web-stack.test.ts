import { createHash } from 'node:crypto';
import { Match, type Template } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../lambdas/contract/routes.ts';
import { statusStyle } from '../../lambdas/status/style.ts';
import { functionNamed, resourcesOf, synthesized } from './synthesized.ts';

let prod: ReturnType<typeof synthesized>;
let web: Template;
beforeAll(() => {
  prod = synthesized('prod');
  web = prod.templates.web;
}, 60_000);

const distribution = () => resourcesOf(web, 'AWS::CloudFront::Distribution')[0]?.Properties.DistributionConfig;
const headersOf = (behaviour: { ResponseHeadersPolicyId: { Ref: string } }) =>
  web.findResources('AWS::CloudFront::ResponseHeadersPolicy')[behaviour.ResponseHeadersPolicyId.Ref]?.Properties
    .ResponseHeadersPolicyConfig;
const apiBehaviour = () =>
  distribution().CacheBehaviors.find((it: { PathPattern: string }) => it.PathPattern === '/api/*');

/** The function's name for each route key. */
const routing = () => {
  const integrations = web.findResources('AWS::ApiGatewayV2::Integration');
  const functions = web.findResources('AWS::Lambda::Function');
  return new Map(
    resourcesOf(web, 'AWS::ApiGatewayV2::Route').map(({ Properties }) => {
      const integration = integrations[Properties.Target['Fn::Join'][1][1].Ref]?.Properties;
      const name = functions[integration.IntegrationUri['Fn::GetAtt'][0]]?.Properties.FunctionName;
      return [Properties.RouteKey as string, String(name).replace('tellhook-prod-', '')];
    }),
  );
};

describe('the application API', () => {
  it.each(Object.values(routes))('sends $method $path to the function that the route table names', (route) =>
    expect(routing().get(`${route.method} /api${route.path.replace(/\/$/, '')}`)).toBe(route.service),
  );

  it('sends HEAD to the same function as GET', () => {
    for (const { method, path, service } of Object.values(routes))
      if (method === 'GET') expect(routing().get(`HEAD /api${path}`)).toBe(service);
  });

  it('accepts a path with a trailing slash through a greedy variable, as the gateway requires', () =>
    expect(routing().get('POST /api/landing/contact/{proxy+}')).toBe('accounts'));

  it('sends provider callbacks to callbacks and the rest to api, which rejects unknown paths', () => {
    expect(routing().get('ANY /api/callbacks/{proxy+}')).toBe('callbacks');
    expect(routing().get('$default')).toBe('api');
  });

  it('has a throttle that leaves the other API its share of the account’s limit', () => {
    const { app, invoke } = prod.settings.gateway;
    web.hasResourceProperties('AWS::ApiGatewayV2::Stage', {
      DefaultRouteSettings: { ThrottlingRateLimit: app.requestsPerSecond, ThrottlingBurstLimit: app.burst },
    });
    expect(app.requestsPerSecond + invoke.requestsPerSecond).toBeLessThanOrEqual(10_000);
    expect(app.burst + invoke.burst).toBeLessThanOrEqual(5000);
  });

  it('allows no other origin, because the browser calls it under its own', () => {
    for (const { Properties } of resourcesOf(web, 'AWS::ApiGatewayV2::Api'))
      expect(Properties).not.toHaveProperty('CorsConfiguration');
  });
});

describe('the distribution', () => {
  it('forwards API requests unchanged and uncached, and rejects them over plain HTTP', () =>
    expect(apiBehaviour()).toMatchObject({
      ViewerProtocolPolicy: 'https-only',
      AllowedMethods: expect.arrayContaining(['GET', 'POST', 'PUT', 'DELETE']),
      // These are AWS's managed policies CachingDisabled and AllViewerExceptHostHeader.
      CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
      OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
    }));

  it('treats the bare path of the API as the API', () =>
    expect(distribution().CacheBehaviors.find((it: { PathPattern: string }) => it.PathPattern === '/api')).toEqual({
      ...apiBehaviour(),
      PathPattern: '/api',
    }));

  it('shows the API a key that the template does not hold', () => {
    const origin = distribution().Origins.find((it: object) => 'CustomOriginConfig' in it);
    expect(origin.OriginCustomHeaders).toMatchObject([{ HeaderName: 'tellhook-edge-key' }]);
    expect(JSON.stringify(origin.OriginCustomHeaders[0].HeaderValue)).toContain('{{resolve:secretsmanager:');
  });

  it('caches no error', () =>
    expect(distribution()).toMatchObject({
      CustomErrorResponses: [404, 405, 414, 500, 501, 502, 503, 504].map((ErrorCode) => ({
        ErrorCode,
        ErrorCachingMinTTL: 0,
      })),
    }));

  it('is the only reader of the bucket', () => {
    expect(resourcesOf(web, 'AWS::S3::Bucket')[0]?.Properties.PublicAccessBlockConfiguration).toEqual({
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    });
    const allowed = resourcesOf(web, 'AWS::S3::BucketPolicy')
      .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
      .filter(({ Effect }) => Effect === 'Allow');
    expect(allowed).not.toHaveLength(0);
    for (const { Principal } of allowed) expect(Principal).toEqual({ Service: 'cloudfront.amazonaws.com' });
  });

  it('speaks modern TLS under the name of the settings', () =>
    expect(distribution()).toMatchObject({
      Aliases: ['tellhook.example'],
      ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2021' },
    }));
});

describe('the logs of the functions', () => {
  it('have a group that exists before the function writes, with the retention of all logs', () => {
    const groups = web.findResources('AWS::Logs::LogGroup');
    for (const [name, { Properties }] of Object.entries(web.findResources('AWS::Lambda::Function')))
      expect(Object.keys(groups), name).toContain(Properties.LoggingConfig?.LogGroup?.Ref);
    for (const [name, { Properties, DeletionPolicy }] of Object.entries(groups))
      expect([Properties.RetentionInDays, DeletionPolicy], name).toEqual([
        prod.settings.logRetentionDays,
        'RetainExceptOnCreate',
      ]);
  });
});

describe('the pages', () => {
  const security = () => headersOf(distribution().DefaultCacheBehavior).SecurityHeadersConfig;
  const csp = () =>
    new Map(
      security()
        .ContentSecurityPolicy.ContentSecurityPolicy.split('; ')
        .map((directive: string) => directive.split(/ (.*)/).slice(0, 2)),
    );

  it('run only their own files and the build’s inline scripts', () => {
    expect(csp().get('default-src')).toBe("'none'");
    expect(csp().get('script-src')).toBe("'self' 'sha256-c2NyaXB0'");
    const styleOfStatus = createHash('sha256').update(statusStyle).digest('base64');
    expect(csp().get('style-src')).toBe(`'self' 'sha256-c3R5bGU=' 'sha256-${styleOfStatus}'`);
    expect(csp().get('connect-src')).toBe("'self'");
    expect(csp().get('require-trusted-types-for')).toBe("'script'");
  });

  it('cannot be framed, re-based or sniffed, and require HTTPS for two years', () => {
    expect([csp().get('frame-ancestors'), csp().get('base-uri'), csp().get('object-src')]).toEqual(
      Array(3).fill("'none'"),
    );
    expect(security()).toMatchObject({
      ContentTypeOptions: { Override: true },
      FrameOptions: { FrameOption: 'DENY' },
      StrictTransportSecurity: { AccessControlMaxAgeSec: 2 * 365 * 24 * 3600, IncludeSubdomains: true },
    });
  });

  it('send no other site their URL, which can contain a token', () =>
    expect(security().ReferrerPolicy).toEqual({ ReferrerPolicy: 'no-referrer', Override: true }));

  it('are never cached, their hashed files for a year', () => {
    const cacheControl = resourcesOf(web, 'Custom::CDKBucketDeployment').map(({ Properties }) => [
      Properties.DestinationBucketKeyPrefix ?? '',
      Properties.SystemMetadata['cache-control'],
    ]);
    expect(cacheControl.sort()).toEqual([
      ['', 'no-cache'],
      ['assets', 'public, max-age=31536000, immutable'],
      ['status', 'no-cache'],
    ]);
  });
});

describe('a response of the API', () => {
  it('is inert when a browser opens it as a page', () => {
    const { SecurityHeadersConfig } = headersOf(apiBehaviour());
    expect(SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy).toContain("default-src 'none'");
    expect(SecurityHeadersConfig.ContentTypeOptions).toEqual({ Override: true });
  });
});

describe('accounts', () => {
  it('has the CPU that password hashing needs', () =>
    expect(functionNamed(web, 'accounts').properties.MemorySize).toBeGreaterThanOrEqual(1024));

  it('responds before the gateway’s timeout', () => {
    for (const name of ['api', 'accounts', 'callbacks'] as const)
      expect(functionNamed(web, name).properties.Timeout).toBeLessThan(29);
    web.allResourcesProperties('AWS::ApiGatewayV2::Integration', Match.objectLike({ PayloadFormatVersion: '2.0' }));
  });
});
