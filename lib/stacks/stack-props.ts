import type { StackProps } from 'aws-cdk-lib';
import type { Settings } from '../settings.ts';

/** The region in which CloudFront reads certificates and web ACLs. */
export const CLOUDFRONT_REGION = 'us-east-1';

/**
 * Name and environment of a stack. The lookup of a hosted zone needs the account, which the CDK sets if it has
 * credentials. Without a zone, the templates contain no account and work in any.
 */
export const stackProps = (
  { stage, region, hostedZone }: Settings,
  name: string,
  place: string = region,
): StackProps & { stackName: string } => ({
  stackName: `tellhook-${stage}-${name}`,
  env: {
    region: place,
    ...(hostedZone && process.env.CDK_DEFAULT_ACCOUNT && { account: process.env.CDK_DEFAULT_ACCOUNT }),
  },
  // The stack that uses the app's certificate is in a different region.
  ...(hostedZone && region !== CLOUDFRONT_REGION && { crossRegionReferences: true }),
});
