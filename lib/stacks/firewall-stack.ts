import { CfnOutput, Stack } from 'aws-cdk-lib';
import * as wafv2 from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import type { Settings } from '../settings.ts';

/**
 * Rules of AWS's common set that are counted and not obeyed, because honest calls break them: templates and payloads are
 * full of markup, addresses and paths, bodies are larger than 8 KB, and some providers name no client.
 */
const COUNTED_ONLY = [
  'CrossSiteScripting_BODY',
  'EC2MetaDataSSRF_BODY',
  'GenericLFI_BODY',
  'GenericRFI_BODY',
  'NoUserAgent_HEADER',
  'SizeRestrictions_BODY',
];

/**
 * The web application firewall of a stage. A stack of its own in us-east-1, because CloudFront reads web ACLs there only;
 * its output is the setting `webAclArn`. AWS offers no web ACL for HTTP APIs, which is why the invoke host has none.
 */
export class FirewallStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { settings: { stage }, requestsPerFiveMinutes }: { settings: Settings; requestsPerFiveMinutes: number },
  ) {
    super(scope, id, { stackName: `tellhook-${stage}-firewall`, env: { region: 'us-east-1' } });
    const visible = (metricName: string) => ({
      metricName,
      cloudWatchMetricsEnabled: true,
      // A sample would keep requests with their addresses, which may hold a reset token.
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
    const acl = new wafv2.CfnWebACL(this, 'WebAcl', {
      name: `tellhook-${stage}`,
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visible(`tellhook-${stage}`),
      rules: [
        {
          name: 'PerAddress',
          priority: 0,
          action: {
            block: { customResponse: { responseCode: 429, responseHeaders: [{ name: 'retry-after', value: '300' }] } },
          },
          visibilityConfig: visible('PerAddress'),
          statement: { rateBasedStatement: { aggregateKeyType: 'IP', limit: requestsPerFiveMinutes } },
        },
        managed('AmazonIpReputationList', 1),
        managed('KnownBadInputsRuleSet', 2),
        managed('CommonRuleSet', 3, COUNTED_ONLY),
      ],
    });
    new CfnOutput(this, 'WebAclArn', { value: acl.attrArn, description: 'The setting webAclArn of this stage' });
  }
}
