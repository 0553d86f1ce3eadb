import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';

type Options = Pick<DynamoDBClientConfig, 'signer' | 'requestHandler'>;

const given = (globalThis as { [name: symbol]: Options | undefined })[Symbol.for('tellhook.aws-client')];

/**
 * Options of the clients of table and queue. Whoever loads a function may leave another way to sign and send requests under
 * this name, as the local machine does, which has its stand-ins a pipe away; without it the SDK does what it does in AWS.
 */
export const clientOptions: Options = given ?? {};
