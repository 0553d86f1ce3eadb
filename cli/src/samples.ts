import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { ApiRefusal, type Client } from '../../lambdas/contract/client.ts';
import { sampleCalls } from '../../lambdas/contract/sample-calls.ts';
import { Failure, UsageError } from './command.ts';
import { bodyOf, headersOf } from './forward.ts';
import type { Call } from './print.ts';

/** A call in a file, with the data that a template can read. */
export interface Sample {
  method: string;
  query: string;
  content_type: string;
  headers: Record<string, string>;
  /** The body if it is text; otherwise it is in `body_base64`. */
  body?: string;
  body_base64?: string;
}

type StoredCall = Pick<Call, 'method' | 'query' | 'content_type' | 'raw_headers' | 'raw_body' | 'raw_body_encoding'>;

/**
 * Returns a stored call. If it has expired, returns its saved sample.
 * @throws ApiRefusal, Unreachable
 */
export const storedSample = async (id: string, client: Client, signal?: AbortSignal): Promise<Sample> => {
  const of = { params: { id }, ...(signal && { signal }) };
  try {
    return sampleOf(await client.call('getInvocation', of));
  } catch (error) {
    if (!(error instanceof ApiRefusal && error.status === 404)) throw error;
    // If no sample was saved either, the first error is more helpful.
    const kept = await client.call('getSample', of).catch(() => Promise.reject(error));
    return sampleOf(kept);
  }
};

export const sampleOf = (call: StoredCall): Sample => ({
  method: call.method,
  query: call.query,
  content_type: call.content_type,
  headers: headersOf(call),
  ...(call.raw_body_encoding === 'utf8' ? { body: call.raw_body } : { body_base64: bodyOf(call).toString('base64') }),
});

const isSample = (value: unknown): value is Sample =>
  typeof value === 'object' &&
  value !== null &&
  ('body' in value || 'body_base64' in value) &&
  'method' in value &&
  'headers' in value;

const bare = (body: string, headers: Record<string, string> = {}): Sample => ({
  method: 'POST',
  query: '',
  content_type: 'application/json',
  headers: { 'content-type': 'application/json', ...headers },
  body,
});

/**
 * Returns a known service's sample.
 * @throws UsageError if it does not exist
 */
export const knownSample = (id: string): Sample => {
  const known = sampleCalls.find((each) => each.id === id);
  if (!known)
    throw new UsageError(`There is no sample ${id}. Choose one of: ${sampleCalls.map((each) => each.id).join(', ')}`);
  return bare(JSON.stringify(known.payload), known.headers);
};

/** Parses a saved call. Any other text becomes the body of a new one. */
export const parseSample = (text: string): Sample => {
  try {
    const value: unknown = JSON.parse(text);
    if (isSample(value)) return value;
  } catch {
    return { ...bare(text), content_type: 'text/plain', headers: {} };
  }
  return bare(text);
};

/**
 * Reads a text file.
 * @param next the next step to suggest if the file does not exist
 * @throws Failure if it cannot be read
 */
export const readText = async (file: string, cwd: string, next?: string): Promise<string> => {
  try {
    return await readFile(path.resolve(cwd, file), 'utf8');
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (missing) throw new Failure(`There is no file ${file}.`, next);
    throw new Failure(`${file} can’t be read: ${(error as Error).message}`);
  }
};

/** The files that a document can read: those in `folder`, or all files if `outside` is true. */
export interface Reach {
  folder: string;
  outside: boolean;
}

/**
 * Reads a file named in a document. A document can contain other people's changes, such as a pull request, and the
 * content of its files is shown. So links are resolved, and only files in the document's folder are read, unless the
 * user allows others.
 * @throws Failure if it cannot be read
 */
export const readNamed = async (file: string, { folder, outside }: Reach): Promise<string> => {
  const real = await realpath(path.resolve(folder, file)).catch(() => undefined);
  const way = real === undefined ? '' : path.relative(await realpath(folder), real);
  const isInside = way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
  if (isInside || outside) return readText(file, folder);
  throw new Failure(`${file} is outside the config file’s folder.`, 'To read it anyway, add --allow-outside');
};
