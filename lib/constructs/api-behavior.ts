import { Duration, SecretValue } from 'aws-cdk-lib';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import * as origins from 'aws-cdk-lib/aws-cloudfront-origins';
import type * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { Settings } from '../settings.ts';
import { edgeCode, onViewerRequest } from './edge-function.ts';
import type { HttpFront } from './http-front.ts';

interface ApiBehaviorProps {
  settings: Settings;
  api: HttpFront;
  /** The key sent to the API with every request, see lambdas/http/client-address.ts. */
  edgeKey: secretsmanager.Secret;
  /** Suffix of the name of the function that passes the viewer's address to the API. */
  functionName: string;
}

/**
 * Errors that CloudFront would otherwise cache for ten seconds, despite `Cache-Control` and the cache policy. One
 * user's error would be shown to everyone, and CloudFront would reject webhook calls without passing them on.
 */
export const uncachedErrors: cloudfront.ErrorResponse[] = [404, 405, 414, 500, 501, 502, 503, 504].map(
  (httpStatus) => ({
    httpStatus,
    ttl: Duration.seconds(0),
  }),
);

/**
 * Passes a distribution's requests to an HTTP API, complete, uncached and with the viewer's address. A key proves that
 * they came through the distribution.
 */
export const apiBehavior = (
  scope: Construct,
  { settings, api, edgeKey, functionName }: ApiBehaviorProps,
): cloudfront.BehaviorOptions => {
  const key = settings.edgeKeyVersion
    ? SecretValue.secretsManager(edgeKey.secretArn, { versionId: settings.edgeKeyVersion })
    : edgeKey.secretValue;
  return {
    origin: new origins.HttpOrigin(api.endpointHost, {
      // CloudFormation resolves the key during deployment. The template contains only the reference.
      customHeaders: { 'tellhook-edge-key': key.unsafeUnwrap() },
    }),
    functionAssociations: [
      onViewerRequest(scope, 'ViewerAddress', {
        name: `tellhook-${settings.stage}-${functionName}`,
        comment: "Tells the API the viewer's address",
        code: edgeCode('viewer-address.js'),
      }),
    ],
    allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
    // A credential must never be sent unencrypted, so plain http is rejected instead of redirected.
    viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.HTTPS_ONLY,
    cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
    // The API needs cookies, Authorization and Origin. Host must not be passed, because the gateway uses it to find the
    // API.
    originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
  };
};
