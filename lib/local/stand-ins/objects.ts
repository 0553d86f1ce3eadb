import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../data-directory.ts';
import { s3Error } from '../iam/answers.ts';
import type { Backend } from '../iam/request-handler.ts';

/** An object that a function has written. */
export interface StoredObject {
  body: string;
  contentType: string;
  cacheControl: string;
}

/** The S3 stand-in for objects of text: GetObject and PutObject, with conditions. */
export interface ObjectsStandIn {
  answer: Backend;
  get(bucket: string, key: string): StoredObject | undefined;
}

type Json = Record<string, string | undefined>;

const etagOf = ({ body }: StoredObject): string => `"${createHash('md5').update(body).digest('hex')}"`;

/** @param dataDir folder of the file with the objects; null stores nothing */
export const createObjectsStandIn = (dataDir: string | null): ObjectsStandIn => {
  const path = dataDir && join(dataDir, 'objects.json');
  const kept = path && existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, StoredObject>) : {};
  const objects = new Map(Object.entries(kept));

  const put = (name: string, request: Json) => {
    const present = objects.get(name);
    const { IfMatch, IfNoneMatch } = request;
    if ((IfNoneMatch === '*' && present) || (IfMatch && present && IfMatch !== etagOf(present)))
      return s3Error(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold');
    if (IfMatch && !present) return s3Error(404, 'NoSuchKey', 'The specified key does not exist.');
    const written = {
      body: request.Body ?? '',
      contentType: request.ContentType ?? 'binary/octet-stream',
      cacheControl: request.CacheControl ?? '',
    };
    objects.set(name, written);
    if (path) replaceFile(path, Object.fromEntries(objects));
    return { status: 200, headers: { etag: etagOf(written) }, body: '' };
  };

  return {
    get: (bucket, key) => objects.get(`${bucket}/${key}`),
    answer: async ({ target, body }) => {
      const request = JSON.parse(body) as Json;
      const name = `${request.Bucket}/${request.Key}`;
      if (target === 'AmazonS3.PutObject') return put(name, request);
      const found = objects.get(name);
      // S3 hides a missing object from roles that cannot list the bucket, and no function can.
      if (!found) return s3Error(403, 'AccessDenied', 'Access Denied');
      return {
        status: 200,
        headers: { 'content-type': found.contentType, etag: etagOf(found) },
        body: found.body,
      };
    },
  };
};
