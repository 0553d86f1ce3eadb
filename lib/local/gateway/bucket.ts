import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { StoredObject } from '../stand-ins/objects.ts';
import type { BucketDeploymentSpec } from '../template/read-site.ts';

/** A file of the bucket. */
interface StoredFile {
  body: Buffer;
  contentType: string;
  etag: string;
  headers: Record<string, string>;
  /** The compressed file; undefined if CloudFront would not compress it. */
  encoded(encoding: 'br' | 'gzip'): Buffer | undefined;
}

export interface Bucket {
  /** Returns a file; undefined if it doesn't exist. The key is a path without the leading slash. */
  get(key: string): StoredFile | undefined;
}

const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
  '.yaml': 'application/yaml',
};

/** Extensions of files that can contain the stage's URLs: configuration, pages, and files for search engines. */
const NAMES_ADDRESSES = new Set(['.json', '.html', '.xml', '.txt']);

/** CloudFront compresses only text-like types of 1,000 to 10,000,000 bytes. */
const isCompressible = (contentType: string, size: number) =>
  size >= 1000 &&
  size <= 10_000_000 &&
  /^text\/|json|javascript|xml|font|yaml/.test(contentType) &&
  !/woff2/.test(contentType);

/** About CloudFront's compression level, and fast enough for the first request of a page. */
const BROTLI_QUALITY = 5;

const toStored = (path: string, headers: Record<string, string>, rewrite: (text: string) => string): StoredFile => {
  const contentType = CONTENT_TYPES[extname(path)] ?? 'application/octet-stream';
  const raw = readFileSync(path);
  const body = /^text\/|json|xml/.test(contentType) ? Buffer.from(rewrite(raw.toString('utf8'))) : raw;
  return served({ body, contentType, headers });
};

const served = ({ body, contentType, headers }: Pick<StoredFile, 'body' | 'contentType' | 'headers'>): StoredFile => {
  const variants = new Map<string, Buffer>();
  return {
    body,
    contentType,
    etag: `"${createHash('md5').update(body).digest('hex')}"`,
    headers,
    encoded: (encoding) => {
      if (!isCompressible(contentType, body.length)) return undefined;
      const known = variants.get(encoding);
      if (known) return known;
      const made =
        encoding === 'br'
          ? brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
          : gzipSync(body);
      variants.set(encoding, made);
      return made;
    },
  };
};

/**
 * The bucket after all its deployments, in order. Each file has its deployment's headers.
 * @param rewrite applied to the files that can contain the stage's URLs, after the deployment's markers are replaced
 */
export const createBucket = (deployments: BucketDeploymentSpec[], rewrite: (text: string) => string): Bucket => {
  const files = new Map<string, () => StoredFile>();
  for (const { sources, prefix, headers } of deployments) {
    for (const { folder, markers } of sources) {
      const replaceMarkers = (text: string) =>
        Object.entries(markers).reduce((result, [marker, value]) => result.replaceAll(marker, value), text);
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath, entry.name);
        const key = join(prefix, relative(folder, path)).split(sep).join('/');
        let stored: StoredFile | undefined;
        files.set(key, () => {
          stored ??= toStored(path, headers, (text) =>
            NAMES_ADDRESSES.has(extname(path)) ? rewrite(replaceMarkers(text)) : replaceMarkers(text),
          );
          return stored;
        });
      }
    }
  }
  return { get: (key) => files.get(key)?.() };
};

/** Creates the bucket of `npm run dev`. It reads files from the newest build, or from `bucket` if missing there. */
export const createLiveBucket = (folder: string, bucket: Bucket): Bucket => ({
  get: (key) => {
    const path = join(folder, key);
    const isInside = path.startsWith(join(folder, sep));
    if (!isInside || !existsSync(path) || !statSync(path).isFile()) return bucket.get(key);
    return toStored(path, { 'cache-control': 'no-cache' }, (text) => text);
  },
});

/** The bucket with the objects that functions have written to it. They replace files of the same name. */
export const createWrittenBucket = (written: (key: string) => StoredObject | undefined, bucket: Bucket): Bucket => ({
  get: (key) => {
    const object = written(key);
    if (!object) return bucket.get(key);
    const { body, contentType, cacheControl } = object;
    return served({ body: Buffer.from(body), contentType, headers: { 'cache-control': cacheControl } });
  },
});
