import type { SignedRequest } from './signature.ts';

/** Turns an S3 request into a target and JSON, as other services send them; undefined for other services. */
export const readObjectRequest = ({
  method,
  url,
  headers,
  body,
}: SignedRequest): { target: string; body: string } | undefined => {
  const operation = { GET: 'GetObject', PUT: 'PutObject' }[method];
  if (!operation) return undefined;
  const [, bucket = '', key = ''] = /^\/([^/?]+)\/([^?]+)/.exec(url) ?? [];
  const request = {
    Bucket: bucket,
    Key: decodeURIComponent(key),
    Body: body.toString(),
    ContentType: headers['content-type'] as string | undefined,
    CacheControl: headers['cache-control'] as string | undefined,
    IfMatch: headers['if-match'] as string | undefined,
    IfNoneMatch: headers['if-none-match'] as string | undefined,
  };
  return { target: `AmazonS3.${operation}`, body: JSON.stringify(request) };
};
