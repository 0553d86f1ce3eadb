import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { AppError, invalidField } from '../platform/errors.ts';

/** Fits the contract's largest message (a 1 MiB body in the sandbox) with its escapes. */
const MAX_BODY_BYTES = 1.25 * 1024 * 1024;

/** Nothing in the contract nests deeper than a target's options. Deeper documents are attacks. */
const MAX_DEPTH = 64;

const malformed = (message: string) => invalidField('', 'body-malformed', message);

/** True for `application/json` in UTF-8, with any other parameters. */
export const isJson = (contentType: string | undefined): boolean => {
  const [mediaType = '', ...parameters] = (contentType ?? '').toLowerCase().split(';');
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('charset='));
  return mediaType.trim() === 'application/json' && /^(charset="?utf-?8"?)?$/.test(charset ?? '');
};

/** Limits the size of a body that no schema reads. Throws `payload-too-large`. */
export const refuseLargeBody = ({ body = '', isBase64Encoded }: APIGatewayProxyEventV2): void => {
  if (Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8') > MAX_BODY_BYTES)
    throw new AppError('payload-too-large', `The body is larger than ${MAX_BODY_BYTES} bytes. Send less data.`);
};

const text = (event: APIGatewayProxyEventV2): string => {
  refuseLargeBody(event);
  const { body = '', isBase64Encoded } = event;
  if (!isBase64Encoded) return body;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(body, 'base64'));
  } catch {
    throw malformed('The body is not valid UTF-8');
  }
};

/** The text is checked, so no recursive parser or schema ever sees a deep document. */
const refuseDeepNesting = (json: string): void => {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < json.length; index += 1) {
    const character = json.charCodeAt(index);
    if (inString) {
      if (character === 0x5c) index += 1;
      else if (character === 0x22) inString = false;
    } else if (character === 0x22) inString = true;
    else if (character === 0x5b || character === 0x7b) {
      depth += 1;
      if (depth > MAX_DEPTH)
        throw malformed(`The body is nested more than ${MAX_DEPTH} levels deep. Use fewer levels.`);
    } else if (character === 0x5d || character === 0x7d) depth -= 1;
  }
};

/**
 * Drops keys named `__proto__`, so no later copy of the value can reach a prototype. Lone surrogates have no UTF-8
 * form, so the table would silently store a different text.
 */
const soften = (key: string, value: unknown): unknown => {
  if (key === '__proto__') return undefined;
  if (!key.isWellFormed() || (typeof value === 'string' && !value.isWellFormed()))
    throw malformed('The body contains invalid Unicode (a lone surrogate)');
  return value;
};

/**
 * Parses a call's JSON body. If a key appears twice, the last one counts, as in `JSON.parse`. Throws
 * `unsupported-media-type`, `payload-too-large` or `invalid-input`, never a parser's message, which would quote the
 * body.
 */
export const readJson = (event: APIGatewayProxyEventV2): unknown => {
  const json = text(event);
  if (!isJson(event.headers['content-type']))
    throw new AppError('unsupported-media-type', 'The body must be sent as application/json in UTF-8');
  refuseDeepNesting(json);
  try {
    return JSON.parse(json, soften);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw malformed('The body is not valid JSON');
  }
};
