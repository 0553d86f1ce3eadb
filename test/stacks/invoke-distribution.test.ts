import type { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, it } from 'vitest';
import { certificatesOfCloudFront, functionNamed, grantsOf, resourcesOf, synthesized } from './synthesized.ts';

const webAclArn = 'arn:aws:wafv2:us-east-1:111111111111:global/webacl/tellhook-prod-invoke/id';

let prod: ReturnType<typeof synthesized>;
let base: Template;
let delivery: Template;
beforeAll(() => {
  prod = synthesized('prod', {
    firewall: { requestsPerFiveMinutes: 2000, callsPerMinute: 6000 },
    invokeDistribution: { webAclArn },
    certificates: certificatesOfCloudFront,
    edgeKeyVersion: 'v'.repeat(36),
  });
  ({ base, delivery } = prod.templates);
}, 120_000);

const configOf = (template: Template) =>
  resourcesOf(template, 'AWS::CloudFront::Distribution')[0]?.Properties.DistributionConfig;

describe('an invoke host behind CloudFront', () => {
  it('is reached under its own name through the firewall, by HTTPS and uncached', () =>
    expect(configOf(base)).toMatchObject({
      Aliases: ['in.tellhook.example'],
      WebACLId: webAclArn,
      CustomErrorResponses: [404, 405, 414, 500, 501, 502, 503, 504].map((ErrorCode) => ({
        ErrorCode,
        ErrorCachingMinTTL: 0,
      })),
      DefaultCacheBehavior: {
        ViewerProtocolPolicy: 'https-only',
        AllowedMethods: expect.arrayContaining(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']),
        CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
        OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
      },
    }));

  it('has a gateway without a domain name, whose function knows the edge key', () => {
    expect(base.findResources('AWS::ApiGatewayV2::DomainName')).toEqual({});
    expect(functionNamed(delivery, 'invoke').properties.Environment.Variables).toMatchObject({
      EDGE_SECRET_ARN: expect.anything(),
      INVOKE_URL: 'https://in.tellhook.example',
    });
    expect(grantsOf(delivery, 'invoke')).toHaveProperty('secretsmanager:GetSecretValue');
  });

  it('blocks an address that calls too often, and no request for its content', () => {
    const acls = resourcesOf(Template.fromStack(prod.firewalls[0] as Stack), 'AWS::WAFv2::WebACL');
    const { Rules } = acls.find(({ Properties }) => Properties.Name === 'tellhook-prod-invoke')?.Properties ?? {};
    expect(Rules).toMatchObject([
      {
        Action: { Block: { CustomResponse: { ResponseCode: 429 } } },
        Statement: { RateBasedStatement: { AggregateKeyType: 'IP', Limit: 6000, EvaluationWindowSec: 60 } },
      },
    ]);
  });
});

it('a new version of the edge key changes both distributions’ templates, so a deployment rolls it out', () => {
  for (const template of [base, prod.templates.web]) {
    const [origin] = configOf(template).Origins.filter((each: object) => 'CustomOriginConfig' in each);
    expect(JSON.stringify(origin.OriginCustomHeaders[0].HeaderValue)).toMatch(/:SecretString:::v{36}\}\}/);
  }
});
