import { CfnOutput, Stack } from 'aws-cdk-lib';
import * as wafv2 from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import type { Settings } from '../settings.ts';
import { CLOUDFRONT_REGION, stackProps } from './stack-props.ts';

/**
 * Rules of AWS's common set that only count requests, because legitimate ones match them. Templates and payloads
 * contain markup, URLs and paths, bodies exceed 8 KB, and some providers send no user agent.
 */
const COUNTED_ONLY = [
  'CrossSiteScripting_BODY',
  'EC2MetaDataSSRF_BODY',
  'GenericLFI_BODY',
  'GenericRFI_BODY',
  'NoUserAgent_HEADER',
  'SizeRestrictions_BODY',
];

interface FirewallStackProps {
  settings: Settings;
  /** The rate limit per address at the application. */
  requestsPerFiveMinutes: number;
  /** The rate limit per address at the invoke host. If unset, the host gets no web ACL. */
  callsPerMinute?: number | undefined;
}

/**
 * The web application firewall of a stage. It is a separate stack in us-east-1, because CloudFront reads web ACLs only
 * there. Its outputs are the values of the settings `webAclArn` and `invokeDistribution.webAclArn`. AWS has no firewall
 * for HTTP APIs, so the invoke host gets one only behind a distribution.
 */
export class FirewallStack extends Stack {
  constructor(scope: Construct, id: string, { settings, requestsPerFiveMinutes, callsPerMinute }: FirewallStackProps) {
    super(scope, id, stackProps(settings, 'firewall', CLOUDFRONT_REGION));
    const { stage } = settings;
    const visible = (metricName: string) => ({
      metricName,
      cloudWatchMetricsEnabled: true,
      // Samples would store URLs, which can contain a password reset token.
      sampledRequestsEnabled: false,
    });
    const managed = (name: string, priority: number, countedOnly: string[] = []): wafv2.CfnWebACL.RuleProperty => ({
      name,
      priority,
      overrideAction: { none: {} },
      visibilityConfig: visible(name),
      statement: {
        managedRuleGroupStatement: {
          vendorName: 'AWS',
          name: `AWSManagedRules${name}`,
          ruleActionOverrides: countedOnly.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
        },
      },
    });
    const perAddress = (limit: number, seconds: number): wafv2.CfnWebACL.RuleProperty => ({
      name: 'PerAddress',
      priority: 0,
      action: {
        block: {
          customResponse: {
            responseCode: 429,
            responseHeaders: [{ name: 'retry-after', value: String(seconds) }],
          },
        },
      },
      visibilityConfig: visible('PerAddress'),
      statement: { rateBasedStatement: { aggregateKeyType: 'IP', limit, evaluationWindowSec: seconds } },
    });
    const acl = new wafv2.CfnWebACL(this, 'WebAcl', {
      name: `tellhook-${stage}`,
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visible(`tellhook-${stage}`),
      rules: [
        perAddress(requestsPerFiveMinutes, 300),
        managed('AmazonIpReputationList', 1),
        managed('KnownBadInputsRuleSet', 2),
        managed('CommonRuleSet', 3, COUNTED_ONLY),
      ],
    });
    new CfnOutput(this, 'WebAclArn', { value: acl.attrArn, description: 'The setting webAclArn of this stage' });
    if (callsPerMinute === undefined) return;
    // This web ACL has only the rate limit. AWS's rules would treat webhook payloads as attacks, and callers share
    // their networks with attackers.
    const invokeAcl = new wafv2.CfnWebACL(this, 'InvokeWebAcl', {
      name: `tellhook-${stage}-invoke`,
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visible(`tellhook-${stage}-invoke`),
      rules: [perAddress(callsPerMinute, 60)],
    });
    new CfnOutput(this, 'InvokeWebAclArn', {
      value: invokeAcl.attrArn,
      description: 'The setting invokeDistribution.webAclArn of this stage',
    });
  }
}
