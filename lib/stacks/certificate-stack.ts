import { Stack } from 'aws-cdk-lib';
import * as acm from 'aws-cdk-lib/aws-certificatemanager';
import type { Construct } from 'constructs';
import { zoneOf } from '../constructs/own-names.ts';
import type { Settings } from '../settings.ts';
import { CLOUDFRONT_REGION, stackProps } from './stack-props.ts';

/** Certificates for CloudFront, for a stage with a hosted zone in Route 53. */
export class CertificateStack extends Stack {
  readonly app: acm.ICertificate;
  /** The certificate of the invoke host; undefined unless CloudFront is in front of it. */
  readonly invoke: acm.ICertificate | undefined;

  constructor(scope: Construct, id: string, { settings }: { settings: Settings }) {
    super(scope, id, stackProps(settings, 'certificates', CLOUDFRONT_REGION));
    const validation = acm.CertificateValidation.fromDns(zoneOf(this, settings));
    const certificateOf = (of: string, url: string | undefined) =>
      url && new acm.Certificate(this, of, { domainName: new URL(url).hostname, validation });
    this.app = certificateOf('App', settings.appUrl) as acm.ICertificate;
    this.invoke = (settings.invokeDistribution && certificateOf('Invoke', settings.invokeUrl)) || undefined;
  }
}
