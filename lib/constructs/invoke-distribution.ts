import type * as acm from 'aws-cdk-lib/aws-certificatemanager';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import type * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { Settings } from '../settings.ts';
import { acceptFindings } from './accept-finding.ts';
import { apiBehavior, uncachedErrors } from './api-behavior.ts';
import type { HttpFront } from './http-front.ts';

interface InvokeDistributionProps {
  settings: Settings;
  /** Handles webhook calls. */
  api: HttpFront;
  edgeKey: secretsmanager.Secret;
  domain: { name: string; certificate: acm.ICertificate } | undefined;
}

/**
 * CloudFront in front of the invoke host, so a firewall can reject addresses that would exhaust the shared throttle.
 */
export class InvokeDistribution extends Construct {
  readonly distribution: cloudfront.Distribution;

  constructor(scope: Construct, id: string, { settings, api, edgeKey, domain }: InvokeDistributionProps) {
    super(scope, id);
    const webAclArn = settings.invokeDistribution?.webAclArn;
    this.distribution = new cloudfront.Distribution(this, 'Distribution', {
      comment: `Tellhook ${settings.stage}, invoke host`,
      httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
      priceClass: cloudfront.PriceClass.PRICE_CLASS_100,
      errorResponses: uncachedErrors,
      ...(domain && {
        domainNames: [domain.name],
        certificate: domain.certificate,
        minimumProtocolVersion: cloudfront.SecurityPolicyProtocol.TLS_V1_2_2021,
      }),
      ...(webAclArn && { webAclId: webAclArn }),
      defaultBehavior: apiBehavior(this, { settings, api, edgeKey, functionName: 'invoke-viewer-address' }),
    });
    acceptFindings(this.distribution, [
      { id: 'AwsSolutions-CFR1', reason: 'Webhooks are called from everywhere.' },
      {
        id: 'AwsSolutions-CFR2',
        reason: 'The web ACL is that of the stack firewall, whose output has to be a setting because of its region.',
      },
      { id: 'AwsSolutions-CFR3', reason: 'An access log would keep invoke URLs, which are secrets.' },
    ]);
  }
}
