import type { StackProps } from 'aws-cdk-lib';
import type { Settings } from '../settings.ts';

/** The region in which CloudFront reads certificates and web ACLs. */
export const CLOUDFRONT_REGION = 'us-east-1';

/**
 * Name and place of a stack. Looking up a hosted zone needs the account, which the CDK gives the app when it has
 * credentials. Without a zone the templates name none and fit every account.
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
  // The certificate of the application's name has to be passed across regions.
  ...(hostedZone && region !== CLOUDFRONT_REGION && { crossRegionReferences: true }),
});
