import { createHash } from 'node:crypto';
import type { Stack } from './assembly.ts';
import type { PhysicalId, Pseudo, Resolve } from './resolver.ts';

/** The property with a resource's name, by type. Other resources get a name from stack and logical id. */
const NAME_PROPERTY: Record<string, string> = {
  'AWS::DynamoDB::GlobalTable': 'TableName',
  'AWS::SQS::Queue': 'QueueName',
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::IAM::Role': 'RoleName',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::SecretsManager::Secret': 'Name',
  'AWS::Logs::LogGroup': 'LogGroupName',
  'AWS::SES::ConfigurationSet': 'Name',
  'AWS::SES::EmailIdentity': 'EmailIdentity',
  'AWS::CloudFront::Function': 'Name',
  'AWS::Events::Rule': 'Name',
  'AWS::WAFv2::WebACL': 'Name',
};

/** Ten characters that depend only on the resource, so the next run finds its data. */
const short = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 10);

interface Identity extends Pseudo {
  name: string;
  /** An id that looks random, for types whose id AWS generates. */
  id: string;
}

type Attributes = Record<string, (identity: Identity) => string>;

const arn =
  (service: string, suffix: (identity: Identity) => string, isGlobal = false) =>
  (identity: Identity): string =>
    `arn:aws:${service}:${isGlobal ? '' : identity.region}:${identity.account}:${suffix(identity)}`;

const secretArn = arn('secretsmanager', ({ name, id }) => `secret:${name}-${id.slice(0, 6)}`);
const id = (identity: Identity) => identity.id;
const name = (identity: Identity) => identity.name;

/** The values of Ref (the empty key) and GetAtt, by type. A type without an entry has only Ref, which is its name. */
const ATTRIBUTES: Record<string, Attributes> = {
  'AWS::DynamoDB::GlobalTable': { Arn: arn('dynamodb', ({ name }) => `table/${name}`) },
  'AWS::SQS::Queue': {
    '': ({ region, account, name }) => `https://sqs.${region}.amazonaws.com/${account}/${name}`,
    Arn: arn('sqs', name),
    QueueName: name,
  },
  'AWS::Lambda::Function': { Arn: arn('lambda', ({ name }) => `function:${name}`) },
  'AWS::IAM::Role': { Arn: arn('iam', ({ name }) => `role/${name}`, true) },
  'AWS::KMS::Key': { '': id, Arn: arn('kms', ({ id }) => `key/${id}`), KeyId: id },
  'AWS::SecretsManager::Secret': { '': secretArn, Id: secretArn },
  'AWS::S3::Bucket': {
    Arn: ({ name }) => `arn:aws:s3:::${name}`,
    DomainName: ({ name }) => `${name}.s3.amazonaws.com`,
    RegionalDomainName: ({ name, region }) => `${name}.s3.${region}.amazonaws.com`,
  },
  'AWS::ApiGatewayV2::Api': {
    '': id,
    ApiId: id,
    ApiEndpoint: ({ id, region }) => `https://${id}.execute-api.${region}.amazonaws.com`,
  },
  'AWS::ApiGatewayV2::Integration': { '': id },
  'AWS::ApiGatewayV2::Route': { '': id },
  'AWS::CloudFront::Distribution': { '': id, Id: id, DomainName: ({ id }) => `${id}.cloudfront.net` },
  'AWS::CloudFront::Function': {
    '': arn('cloudfront', ({ name }) => `function/${name}`, true),
    FunctionARN: arn('cloudfront', ({ name }) => `function/${name}`, true),
  },
  'AWS::CloudFront::OriginAccessControl': { '': id, Id: id },
  'AWS::CloudFront::ResponseHeadersPolicy': { '': id, Id: id },
  'AWS::Events::Rule': { Arn: arn('events', ({ name }) => `rule/${name}`) },
  'AWS::Logs::LogGroup': { Arn: arn('logs', ({ name }) => `log-group:${name}:*`) },
  'AWS::SNS::Topic': {
    '': arn('sns', name),
    TopicArn: arn('sns', name),
    TopicName: name,
  },
  'AWS::CloudWatch::Alarm': { Arn: arn('cloudwatch', ({ name }) => `alarm:${name}`) },
  'AWS::WAFv2::WebACL': {
    Arn: ({ account, name, id }) => `arn:aws:wafv2:us-east-1:${account}:global/webacl/${name}/${id}`,
  },
  'AWS::Lambda::LayerVersion': { '': arn('lambda', ({ name }) => `layer:${name}:1`) },
};

/** `resolver` is a function that returns the assembly's resolver, because the resolver also needs the physical ids. */
export const createPhysicalIds = (pseudo: Pseudo, resolver: () => Resolve): PhysicalId => {
  const nameOf = (stack: Stack, logicalId: string, type: string): string => {
    const properties = stack.template.Resources[logicalId]?.Properties ?? {};
    const given = properties[NAME_PROPERTY[type] ?? ''];
    if (given !== undefined) return String(resolver()(stack, given));
    const generated = `${stack.name}-${logicalId}`;
    if (type === 'AWS::S3::Bucket') return generated.toLowerCase();
    return type === 'AWS::SQS::Queue' && properties.FifoQueue === true ? `${generated}.fifo` : generated;
  };
  return (stack, logicalId, attribute = '') => {
    const type = stack.template.Resources[logicalId]?.Type;
    if (type === undefined) return undefined;
    const identity = { ...pseudo, name: nameOf(stack, logicalId, type), id: short(`${stack.name}/${logicalId}`) };
    const attributes = ATTRIBUTES[type] ?? {};
    if (attribute === '') return (attributes[''] ?? name)(identity);
    return attributes[attribute]?.(identity);
  };
};
