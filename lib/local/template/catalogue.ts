import type { Assembly } from './assembly.ts';
import { UnsupportedTemplate } from './problems.ts';

/** Types that the runner implements. It reads each of their properties. */
const PLAYED = [
  'AWS::ApiGatewayV2::Api',
  'AWS::ApiGatewayV2::Integration',
  'AWS::ApiGatewayV2::Route',
  'AWS::ApiGatewayV2::Stage',
  'AWS::CloudFront::Distribution',
  'AWS::CloudFront::Function',
  'AWS::CloudFront::ResponseHeadersPolicy',
  'AWS::DynamoDB::GlobalTable',
  'AWS::Events::Rule',
  'AWS::IAM::Policy',
  'AWS::IAM::Role',
  'AWS::KMS::Key',
  'AWS::Lambda::EventInvokeConfig',
  'AWS::Lambda::EventSourceMapping',
  'AWS::Lambda::Function',
  'AWS::Lambda::Permission',
  'AWS::S3::Bucket',
  'AWS::SES::ConfigurationSet',
  'AWS::SES::ConfigurationSetEventDestination',
  'AWS::SES::EmailIdentity',
  'AWS::SNS::Subscription',
  'AWS::SQS::Queue',
  'AWS::SQS::QueuePolicy',
  'AWS::SecretsManager::Secret',
  'AWS::WAFv2::WebACL',
  'Custom::CDKBucketDeployment',
];

/**
 * Known types that need no stand-in, each with the reason. They watch, name or protect other resources, which has no
 * effect on a machine with only loopback ports.
 */
const UNPLAYED: Record<string, string> = {
  'AWS::Budgets::Budget': 'nothing here costs money',
  'AWS::CDK::Metadata': 'statistics of the CDK',
  'AWS::CloudFront::OriginAccessControl': 'only the distribution can read the files anyway',
  'AWS::CloudWatch::Alarm': 'nobody is paged',
  'AWS::CloudWatch::Dashboard': 'the console shows what happens',
  'AWS::KMS::Alias': 'a name',
  'AWS::Lambda::LayerVersion': 'part of the function that copies files at deployment',
  'AWS::Logs::QueryDefinition': 'a search that is kept for the operator',
  'AWS::Logs::LogGroup': 'the console is the log',
  'AWS::S3::BucketPolicy': 'only the distribution can read the files anyway',
  'AWS::SNS::Topic': 'a name that subscriptions share',
  'AWS::SNS::TopicPolicy': 'only the runner publishes',
};

/** Throws UnsupportedTemplate for a resource type that is in neither list and for an unsupported construct. */
export const checkTypes = ({ stacks }: Assembly): void => {
  for (const { name, template } of stacks) {
    for (const [logicalId, resource] of Object.entries(template.Resources)) {
      const place = `${name}: ${logicalId} (${resource.Type})`;
      if (!PLAYED.includes(resource.Type) && !Object.hasOwn(UNPLAYED, resource.Type)) {
        throw new UnsupportedTemplate(`${place}: the local machine does not know this type of resource.`);
      }
      if (resource.Condition !== undefined) {
        throw new UnsupportedTemplate(`${place}: resources with a condition are not supported by the local machine.`);
      }
    }
  }
};
