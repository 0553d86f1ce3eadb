import { GetObjectCommand, PutObjectCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { STATUS_PAGE, STATUS_RECORD, type StatusPorts } from '../status/publish.ts';

/** S3 responds in milliseconds. By default, the client waits forever. */
const transport = { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true };

const MAX_AGE_SECONDS = 60;
const CacheControl = `public, max-age=${MAX_AGE_SECONDS}`;

const hasStatus = (error: unknown, ...statuses: number[]): boolean =>
  error instanceof S3ServiceException && statuses.includes(error.$metadata.httpStatusCode ?? 0);

/** The status page and its record in the site's bucket. */
export const statusStore = (Bucket: string): Omit<StatusPorts, 'everyMinutes'> => {
  const client = new S3Client({ maxAttempts: 2, requestHandler: transport });
  return {
    read: async () => {
      try {
        const { Body, ETag } = await client.send(new GetObjectCommand({ Bucket, Key: STATUS_RECORD }));
        return Body && ETag ? { text: await Body.transformToString(), version: ETag } : undefined;
      } catch (error) {
        // Without permission to list the bucket, S3 returns 403 for a missing object. If the read was denied instead,
        // the conditional write below keeps the existing record.
        if (hasStatus(error, 403, 404)) return undefined;
        throw error;
      }
    },
    write: async (Body, seen) => {
      const condition = seen === undefined ? { IfNoneMatch: '*' } : { IfMatch: seen };
      try {
        await client.send(
          new PutObjectCommand({
            ...{ Bucket, Key: STATUS_RECORD, Body, CacheControl, ContentType: 'application/json' },
            ...condition,
          }),
        );
        return true;
      } catch (error) {
        // 409: another conditional write was running.
        if (hasStatus(error, 409, 412)) return false;
        throw error;
      }
    },
    show: async (Body) => {
      const ContentType = 'text/html; charset=utf-8';
      await client.send(new PutObjectCommand({ Bucket, Key: STATUS_PAGE, Body, CacheControl, ContentType }));
    },
  };
};
