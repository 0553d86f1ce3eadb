import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { Annotations, Duration } from 'aws-cdk-lib';
import type * as acm from 'aws-cdk-lib/aws-certificatemanager';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import * as origins from 'aws-cdk-lib/aws-cloudfront-origins';
import * as logs from 'aws-cdk-lib/aws-logs';
import * as s3 from 'aws-cdk-lib/aws-s3';
import * as deployment from 'aws-cdk-lib/aws-s3-deployment';
import type * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { PUBLIC_ORIGIN } from '../../frontend/build/head.ts';
import { statusPage } from '../../lambdas/status/page.ts';
import { STATUS_PAGE } from '../../lambdas/status/publish.ts';
import { emptyRecord } from '../../lambdas/status/record.ts';
import { statusStyle } from '../../lambdas/status/style.ts';
import type { Settings } from '../settings.ts';
import { acceptFindings } from './accept-finding.ts';
import { apiBehavior, uncachedErrors } from './api-behavior.ts';
import { edgeCode, onViewerRequest } from './edge-function.ts';
import type { HttpFront } from './http-front.ts';
import { KEPT, removalOf } from './keep.ts';
import {
  API_POLICY,
  contentSecurityPolicy,
  isolation,
  PERMISSIONS_POLICY,
  readInlineHashes,
} from './security-headers.ts';
import { documentsFor } from './site-documents.ts';

interface SiteProps {
  settings: Settings;
  /** The built front end: `index.html`, `app.html`, `assets/`, prerendered folders, `csp.json`. It can be missing. */
  webDir: string;
  /** The domain name with its certificate. If undefined, CloudFront's generated name is used. */
  domain: { name: string; certificate: acm.ICertificate } | undefined;
  /** Handles `/api/*`. */
  api: HttpFront;
  /** The key sent to the API with every request, see lambdas/http/client-address.ts. */
  edgeKey: secretsmanager.Secret;
}

/**
 * The site that browsers open: a private bucket behind CloudFront, which passes `/api/*` to the API and adds the
 * security headers.
 */
export class Site extends Construct {
  readonly distribution: cloudfront.Distribution;
  /** The application's URL. */
  readonly url: string;
  readonly bucket: s3.IBucket;

  constructor(scope: Construct, id: string, { settings, webDir, domain, api, edgeKey }: SiteProps) {
    super(scope, id);
    // The cast is needed because the CDK's types do not allow undefined for an optional property.
    const bucket = new s3.Bucket(this, 'Bucket', {
      blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
      encryption: s3.BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      objectOwnership: s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
      removalPolicy: KEPT,
    }) as s3.IBucket;
    const headers = this.securityHeaders(settings, webDir);
    const toApi: cloudfront.BehaviorOptions = {
      ...apiBehavior(this, { settings, api, edgeKey, functionName: 'viewer-address' }),
      responseHeadersPolicy: headers.api,
    };
    this.distribution = new cloudfront.Distribution(this, 'Distribution', {
      comment: `Tellhook ${settings.stage}`,
      defaultRootObject: 'index.html',
      httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
      priceClass: cloudfront.PriceClass.PRICE_CLASS_100,
      errorResponses: uncachedErrors,
      ...(domain && {
        domainNames: [domain.name],
        certificate: domain.certificate,
        minimumProtocolVersion: cloudfront.SecurityPolicyProtocol.TLS_V1_2_2021,
      }),
      ...(settings.webAclArn && { webAclId: settings.webAclArn }),
      defaultBehavior: {
        // Without permission to list the bucket, S3 would return 403 instead of 404 for a missing file.
        origin: origins.S3BucketOrigin.withOriginAccessControl(bucket, {
          originAccessControl: new cloudfront.S3OriginAccessControl(this, 'AccessControl', {
            originAccessControlName: `tellhook-${settings.stage}`,
            signing: cloudfront.Signing.SIGV4_ALWAYS,
          }),
          originAccessLevels: [cloudfront.AccessLevel.READ, cloudfront.AccessLevel.LIST],
        }),
        viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        cachePolicy: cloudfront.CachePolicy.CACHING_OPTIMIZED,
        responseHeadersPolicy: headers.pages,
        compress: true,
        functionAssociations: [
          onViewerRequest(this, 'Routing', {
            name: `tellhook-${settings.stage}-routing`,
            comment: 'Maps page URLs to documents',
            code: routingCode(webDir, settings),
          }),
        ],
      },
      // `/api*` would also match pages whose path begins with these letters.
      additionalBehaviors: { '/api': toApi, '/api/*': toApi },
    });
    Annotations.of(this.distribution).acknowledgeWarning(
      '@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk',
      'The routing function and the default root object answer /, so no request ever lists the bucket.',
    );
    acceptFindings(this.distribution, [
      { id: 'AwsSolutions-CFR1', reason: 'The product is offered worldwide.' },
      {
        id: 'AwsSolutions-CFR2',
        reason:
          'A web ACL is a setting (firewall, webAclArn), because it costs extra each month; both APIs are throttled without it.',
      },
      {
        id: 'AwsSolutions-CFR3',
        reason:
          'An access log would keep page paths, which contain password reset and confirmation tokens; the gateway logs API requests.',
      },
    ]);
    acceptFindings(bucket, [
      {
        id: 'AwsSolutions-S1',
        reason: 'Only CloudFront reads the bucket and only a deployment writes it; the files are public.',
      },
    ]);
    this.bucket = bucket;
    this.url = settings.appUrl ?? `https://${this.distribution.distributionDomainName}`;
  }

  private securityHeaders(settings: Settings, webDir: string) {
    const common = {
      strictTransportSecurity: { accessControlMaxAge: Duration.days(730), includeSubdomains: true, override: true },
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: cloudfront.HeadersFrameOption.DENY, override: true },
      // Some pages have tokens in their URLs (password reset), so the browser must not send the URL to other sites.
      referrerPolicy: { referrerPolicy: cloudfront.HeadersReferrerPolicy.NO_REFERRER, override: true },
    };
    const customHeaders = (values: Record<string, string>) => ({
      customHeaders: Object.entries(values).map(([header, value]) => ({ header, value, override: true })),
    });
    const everywhere = { 'Permissions-Policy': PERMISSIONS_POLICY, ...isolation(settings.challenge) };
    const { script, style } = readInlineHashes(webDir);
    const statusHash = `'sha256-${createHash('sha256').update(statusStyle).digest('base64')}'`;
    const csp = contentSecurityPolicy({ script, style: [...style, statusHash] }, settings.challenge);
    return {
      pages: new cloudfront.ResponseHeadersPolicy(this, 'PageHeaders', {
        responseHeadersPolicyName: `tellhook-${settings.stage}-pages`,
        securityHeadersBehavior: { ...common, contentSecurityPolicy: { contentSecurityPolicy: csp, override: true } },
        customHeadersBehavior: customHeaders(everywhere),
      }),
      api: new cloudfront.ResponseHeadersPolicy(this, 'ApiHeaders', {
        responseHeadersPolicyName: `tellhook-${settings.stage}-api`,
        securityHeadersBehavior: {
          ...common,
          // API responses keep their own policy: the pages behind email links set one that allows their form.
          contentSecurityPolicy: { contentSecurityPolicy: API_POLICY, override: false },
        },
        customHeadersBehavior: customHeaders(everywhere),
      }),
    };
  }

  /**
   * Copies the pages into the bucket in two deployments, because browsers cache hashed files for a year but not
   * documents.
   * @param config the content of `/config.json`, which the browser reads first
   */
  publish({ settings, webDir, config }: { settings: Settings; webDir: string; config: Record<string, unknown> }): void {
    const { bucket } = this;
    using pages = existsSync(webDir) ? documentsFor(webDir, settings) : undefined;
    // The log group must exist before the first log line. Otherwise, Lambda creates it, and the stack's creation of it
    // fails.
    const logGroup = new logs.LogGroup(this, 'DeploymentLogs', {
      retention: settings.logRetentionDays,
      removalPolicy: removalOf(settings),
    });
    const hashedFiles = path.join(webDir, 'assets');
    const assets =
      existsSync(hashedFiles) &&
      new deployment.BucketDeployment(this, 'Assets', {
        sources: [deployment.Source.asset(hashedFiles)],
        destinationBucket: bucket,
        destinationKeyPrefix: 'assets',
        // Open tabs may still load files of earlier deployments.
        prune: false,
        logGroup,
        cacheControl: [deployment.CacheControl.fromString('public, max-age=31536000, immutable')],
      });
    const documents = new deployment.BucketDeployment(this, 'Documents', {
      sources: [
        ...(pages ? [withOrigin(deployment.Source.asset(pages.folder), this.url)] : []),
        deployment.Source.jsonData('config.json', config),
      ],
      destinationBucket: bucket,
      prune: false,
      logGroup,
      cacheControl: [deployment.CacheControl.fromString('no-cache')],
      distribution: this.distribution,
      distributionPaths: ['/*'],
    });
    if (settings.canaryMinutes) {
      // Shown until the canary's next round. It is deployed again only when the page's code has changed.
      const page = statusPage(emptyRecord(settings.canaryMinutes), new Date(0));
      new deployment.BucketDeployment(this, 'StatusPage', {
        sources: [deployment.Source.data(path.basename(STATUS_PAGE), page)],
        destinationBucket: bucket,
        destinationKeyPrefix: path.dirname(STATUS_PAGE),
        prune: false,
        logGroup,
        cacheControl: [deployment.CacheControl.fromString('no-cache')],
      });
    }
    // A document must not appear before the files that it loads.
    if (assets) documents.node.addDependency(assets);
    acceptFindings(documents.handlerRole.node.scope ?? documents, [
      {
        id: 'AwsSolutions-L1',
        reason: 'The CDK brings this function and chooses its runtime; it runs during deployments only.',
      },
      {
        id: 'AwsSolutions-IAM4',
        reason: 'The CDK brings this function with the managed policy for its log; it runs during deployments only.',
      },
      {
        id: 'AwsSolutions-IAM5',
        reason:
          'The CDK lets this function copy any file of its asset bucket into the site; it runs during deployments only.',
      },
    ]);
  }
}

/**
 * The build is the same for every stage, and CloudFront's name is known only during deployment. So the deployment
 * inserts the origin.
 */
const withOrigin = (pages: deployment.ISource, url: string): deployment.ISource => ({
  bind: (scope, context) => ({ ...pages.bind(scope, context), markers: { [PUBLIC_ORIGIN]: url } }),
});

/** The routing function's code with the paths that have a document. */
export const routingCode = (webDir: string, { canaryMinutes }: Pick<Settings, 'canaryMinutes'> = {}): string => {
  const paths = [...prerenderedPaths(webDir), ...(canaryMinutes ? [`/${path.dirname(STATUS_PAGE)}`] : [])];
  return edgeCode('spa-routing.js').replace('PRERENDERED_PATHS', JSON.stringify(paths));
};

/** Paths whose document is `<path>/index.html`; the home page is the empty path. */
const prerenderedPaths = (webDir: string): string[] =>
  existsSync(webDir)
    ? readdirSync(webDir, { recursive: true, encoding: 'utf8' })
        .filter((file) => path.basename(file) === 'index.html')
        .map((file) => path.dirname(file).split(path.sep).join('/'))
        .map((folder) => (folder === '.' ? '' : `/${folder}`))
        .sort()
    : [''];
