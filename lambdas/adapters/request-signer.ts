import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';

type Signer = NonNullable<DynamoDBClientConfig['signer']>;

const given = (globalThis as { [name: symbol]: Signer | undefined })[Symbol.for('tellhook.request-signer')];

/**
 * Options of the clients of table and queue. Whoever loads a function may leave a signer of requests under this name,
 * as the local machine does, where nobody checks signatures; without one the SDK signs, as it does in AWS.
 */
export const signing: { signer?: Signer } = given ? { signer: given } : {};
