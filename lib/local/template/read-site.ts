import * as z from 'zod';
import type { RateRuleSpec } from '../gateway/rate-rule.ts';
import type { Assembly } from './assembly.ts';
import { UnsupportedTemplate, unsupported } from './problems.ts';
import { readFirewalls } from './read-firewall.ts';
import { ignored, only, type Resources } from './resources.ts';

/** A header that a response headers policy sets; `override` replaces the origin's header. */
export interface PolicyHeader {
  name: string;
  value: string;
  override: boolean;
}

export interface BehaviorSpec {
  /** The path pattern, such as `/api/*`; undefined for the default behaviour. */
  pathPattern: string | undefined;
  allowedMethods: string[];
  /** Code of the viewer-request function. */
  viewerRequest: string | undefined;
  headers: PolicyHeader[];
  compress: boolean;
  origin: { bucket: string } | { apiDomain: string; headers: { name: string; value: string }[] };
}

export interface DistributionSpec {
  id: string;
  defaultRootObject: string;
  /** The behaviours in order. The first match wins, and the default behaviour is last. */
  behaviors: BehaviorSpec[];
  /** The error pages. `cacheSeconds` is the time for which an error is cached for the same path. */
  errorPages: {
    status: number;
    path: string | undefined;
    answerStatus: number | undefined;
    cacheSeconds: number;
  }[];
  /** The firewall's limits per address. */
  rateRules: RateRuleSpec[];
}

/** Files that a deployment copies into a bucket. */
export interface BucketDeploymentSpec {
  bucket: string;
  /** The copied folders; later ones override earlier ones. `markers` maps texts in the files to their replacements. */
  sources: { folder: string; markers: Record<string, string> }[];
  prefix: string;
  headers: Record<string, string>;
}

/** The time for which CloudFront caches an error that the template doesn't mention. */
export const ERROR_CACHE_SECONDS = 10;

const functionAssociation = z.strictObject({ EventType: z.literal('viewer-request'), FunctionARN: z.string() });

const behavior = {
  TargetOriginId: z.string(),
  AllowedMethods: z.array(z.string()).default(['GET', 'HEAD']),
  CachePolicyId: z.string(),
  OriginRequestPolicyId: z.string().optional(),
  ResponseHeadersPolicyId: z.string().optional(),
  Compress: z.boolean().default(false),
  FunctionAssociations: z.array(functionAssociation).max(1).default([]),
  // This machine uses plain http on loopback instead of https.
  ...ignored('ViewerProtocolPolicy', 'CachedMethods'),
};

const distribution = z.strictObject({
  DistributionConfig: z.strictObject({
    DefaultRootObject: z.string().default(''),
    DefaultCacheBehavior: z.strictObject(behavior),
    CacheBehaviors: z.array(z.strictObject({ ...behavior, PathPattern: z.string() })).default([]),
    CustomErrorResponses: z
      .array(
        z.strictObject({
          ErrorCode: z.int(),
          ResponsePagePath: z.string().optional(),
          ResponseCode: z.int().optional(),
          ErrorCachingMinTTL: z.int().default(ERROR_CACHE_SECONDS),
        }),
      )
      .default([]),
    Origins: z.array(
      z.strictObject({
        Id: z.string(),
        DomainName: z.string(),
        OriginPath: only(''),
        OriginCustomHeaders: z.array(z.strictObject({ HeaderName: z.string(), HeaderValue: z.string() })).default([]),
        ...ignored(
          'CustomOriginConfig',
          'S3OriginConfig',
          'OriginAccessControlId',
          'ConnectionAttempts',
          'ConnectionTimeout',
        ),
      }),
    ),
    Enabled: z.literal(true),
    WebACLId: z.string().optional(),
    ...ignored('Aliases', 'Comment', 'HttpVersion', 'IPV6Enabled', 'PriceClass', 'ViewerCertificate', 'Logging'),
  }),
});

const edgeFunction = z.strictObject({
  Name: z.string(),
  AutoPublish: z.literal(true),
  FunctionCode: z.string(),
  FunctionConfig: z.strictObject({ Runtime: z.literal('cloudfront-js-2.0'), ...ignored('Comment') }),
});

const override = { Override: z.boolean() };

const headersPolicy = z.strictObject({
  ResponseHeadersPolicyConfig: z.strictObject({
    Name: z.string(),
    CustomHeadersConfig: z
      .strictObject({ Items: z.array(z.strictObject({ Header: z.string(), Value: z.string(), ...override })) })
      .optional(),
    SecurityHeadersConfig: z
      .strictObject({
        ContentSecurityPolicy: z.strictObject({ ContentSecurityPolicy: z.string(), ...override }).optional(),
        ContentTypeOptions: z.strictObject(override).optional(),
        FrameOptions: z.strictObject({ FrameOption: z.string(), ...override }).optional(),
        ReferrerPolicy: z.strictObject({ ReferrerPolicy: z.string(), ...override }).optional(),
        StrictTransportSecurity: z
          .strictObject({
            AccessControlMaxAgeSec: z.int(),
            IncludeSubdomains: z.boolean().optional(),
            Preload: z.boolean().optional(),
            ...override,
          })
          .optional(),
      })
      .optional(),
    ...ignored('Comment'),
  }),
});

type HeadersPolicy = z.output<typeof headersPolicy>['ResponseHeadersPolicyConfig'];

const headersOf = ({ CustomHeadersConfig, SecurityHeadersConfig: security = {} }: HeadersPolicy): PolicyHeader[] => {
  const headers: PolicyHeader[] = [];
  const add = (name: string, value: string, { Override }: { Override: boolean }) =>
    headers.push({ name: name.toLowerCase(), value, override: Override });
  const { ContentSecurityPolicy, ContentTypeOptions, FrameOptions, ReferrerPolicy } = security;
  const { StrictTransportSecurity } = security;
  if (ContentSecurityPolicy) {
    add('content-security-policy', ContentSecurityPolicy.ContentSecurityPolicy, ContentSecurityPolicy);
  }
  if (ContentTypeOptions) add('x-content-type-options', 'nosniff', ContentTypeOptions);
  if (FrameOptions) add('x-frame-options', FrameOptions.FrameOption, FrameOptions);
  if (ReferrerPolicy) add('referrer-policy', ReferrerPolicy.ReferrerPolicy, ReferrerPolicy);
  if (StrictTransportSecurity) {
    const { AccessControlMaxAgeSec, IncludeSubdomains, Preload } = StrictTransportSecurity;
    const value = `max-age=${AccessControlMaxAgeSec}${IncludeSubdomains ? '; includeSubDomains' : ''}${Preload ? '; preload' : ''}`;
    add('strict-transport-security', value, StrictTransportSecurity);
  }
  for (const item of CustomHeadersConfig?.Items ?? []) add(item.Header, item.Value, item);
  return headers;
};

/** The supported AWS managed policies. Their ids are the same in every account. */
const CACHE_POLICIES = {
  optimized: '658327ea-f89d-4fab-a63d-7e88639e58f6',
  disabled: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
};
const ALL_VIEWER_EXCEPT_HOST = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

/** Finds the rules by the web ACL's name, because AWS generates the id in the ARN. */
const rateRulesOf = (firewalls: Map<string, RateRuleSpec[]>, webAclArn: string | undefined): RateRuleSpec[] => {
  if (webAclArn === undefined) return [];
  const name = /:global\/webacl\/([^/]+)\//.exec(webAclArn)?.[1] ?? '';
  return firewalls.get(name) ?? unsupported(webAclArn, 'a web ACL of another stack');
};

export const readDistributions = (resources: Resources): DistributionSpec[] => {
  const firewalls = readFirewalls(resources);
  const policies = new Map(
    resources
      .all('AWS::CloudFront::ResponseHeadersPolicy', headersPolicy)
      .map(({ ref, properties }) => [ref, headersOf(properties.ResponseHeadersPolicyConfig)]),
  );
  const functions = new Map(
    resources
      .all('AWS::CloudFront::Function', edgeFunction)
      .map((found) => [resources.attribute(found, 'FunctionARN'), found.properties.FunctionCode]),
  );
  return resources.all('AWS::CloudFront::Distribution', distribution).map(({ ref, logicalId, properties }) => {
    const config = properties.DistributionConfig;
    type Behavior = typeof config.DefaultCacheBehavior & { PathPattern?: string };
    const read = (spec: Behavior): BehaviorSpec => {
      const origin = config.Origins.find(({ Id }) => Id === spec.TargetOriginId);
      if (!origin) throw new UnsupportedTemplate(`${logicalId}: no origin ${spec.TargetOriginId}`);
      const isBucket = /\.s3\.[a-z0-9-]+\.amazonaws\.com$/.test(origin.DomainName);
      const { CachePolicyId: cache, OriginRequestPolicyId: request } = spec;
      // Cache keys aren't implemented, so the API must not be cached. Files of a deployment never change during a run, and
      // objects written by functions are shown without CloudFront's delay.
      const understood = isBucket
        ? cache === CACHE_POLICIES.optimized && request === undefined
        : cache === CACHE_POLICIES.disabled && request === ALL_VIEWER_EXCEPT_HOST;
      if (!understood)
        throw new UnsupportedTemplate(`${logicalId}: cache policy ${cache} with origin request policy ${request}`);
      const [association] = spec.FunctionAssociations;
      return {
        pathPattern: spec.PathPattern,
        allowedMethods: spec.AllowedMethods,
        viewerRequest: association && functions.get(association.FunctionARN),
        headers: (spec.ResponseHeadersPolicyId && policies.get(spec.ResponseHeadersPolicyId)) || [],
        compress: spec.Compress,
        origin: isBucket
          ? { bucket: origin.DomainName.replace(/\.s3\.[^.]+\.amazonaws\.com$/, '') }
          : {
              apiDomain: origin.DomainName,
              headers: origin.OriginCustomHeaders.map(({ HeaderName, HeaderValue }) => ({
                name: HeaderName.toLowerCase(),
                value: HeaderValue,
              })),
            },
      };
    };
    return {
      id: ref,
      defaultRootObject: config.DefaultRootObject,
      rateRules: rateRulesOf(firewalls, config.WebACLId),
      behaviors: [...config.CacheBehaviors, config.DefaultCacheBehavior].map(read),
      errorPages: config.CustomErrorResponses.map(
        ({ ErrorCode, ResponsePagePath, ResponseCode, ErrorCachingMinTTL }) => ({
          status: ErrorCode,
          path: ResponsePagePath,
          answerStatus: ResponseCode,
          cacheSeconds: ErrorCachingMinTTL,
        }),
      ),
    };
  });
};

const flag = z.union([z.boolean(), z.enum(['true', 'false'])]);

const deployment = z.strictObject({
  ServiceToken: z.string(),
  SourceObjectKeys: z.array(z.string()),
  SourceMarkers: z.array(z.record(z.string(), z.string())).default([]),
  DestinationBucketName: z.string(),
  DestinationBucketKeyPrefix: z.string().default(''),
  SystemMetadata: z.record(z.string(), z.string()).default({}),
  Exclude: z.array(z.string()).max(0).optional(),
  Include: z.array(z.string()).max(0).optional(),
  Extract: flag.refine((value) => value === true || value === 'true').optional(),
  // Every run starts with an empty bucket, so there is nothing to prune and no cache to invalidate.
  ...ignored(
    'SourceBucketNames',
    'SourceMarkersConfig',
    'Prune',
    'RetainOnDelete',
    'DistributionId',
    'DistributionPaths',
    'WaitForDistributionInvalidation',
    'OutputObjectKeys',
    'DestinationBucketArn',
  ),
});

export const readDeployments = (assembly: Assembly, resources: Resources): BucketDeploymentSpec[] =>
  resources.all('Custom::CDKBucketDeployment', deployment).map(({ logicalId, properties }) => ({
    bucket: properties.DestinationBucketName,
    prefix: properties.DestinationBucketKeyPrefix,
    headers: properties.SystemMetadata,
    sources: properties.SourceObjectKeys.map((key, index) => {
      const folder = assembly.assets.get(key.replace(/\.[^.]+$/, ''));
      if (!folder) throw new UnsupportedTemplate(`${logicalId}: no asset ${key} in the assembly`);
      return { folder, markers: properties.SourceMarkers[index] ?? {} };
    }),
  }));
