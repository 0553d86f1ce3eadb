import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { AppError, invalidField } from '../platform/errors.ts';

/** Largest request body: a 1 MiB payload for the template sandbox, with JSON escapes. */
const MAX_BODY_BYTES = 1.25 * 1024 * 1024;

/** Maximum nesting of a JSON body, far deeper than any request of the contract. Deeper documents are attacks. */
const MAX_DEPTH = 64;

const malformed = (message: string) => invalidField('', 'body-malformed', message);

/** True for `application/json` in UTF-8, with any other parameters. */
export const isJson = (contentType: string | undefined): boolean => {
  const [mediaType = '', ...parameters] = (contentType ?? '').toLowerCase().split(';');
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('charset='));
  return mediaType.trim() === 'application/json' && /^(charset="?utf-?8"?)?$/.test(charset ?? '');
};

/** Throws `payload-too-large` for a body over the limit. */
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

/** Rejects deep nesting in the unparsed text, because a parser or a schema could exhaust the stack. */
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
 * Drops keys named `__proto__`, so a later copy of the value cannot change a prototype. Rejects lone surrogates, which
 * UTF-8 cannot represent: the table would silently store a different text.
 */
const soften = (key: string, value: unknown): unknown => {
  if (key === '__proto__') return undefined;
  if (!key.isWellFormed() || (typeof value === 'string' && !value.isWellFormed()))
    throw malformed('The body contains invalid Unicode (a lone surrogate)');
  return value;
};

/**
 * Parses a request's JSON body. If a key appears twice, the last one counts, as in `JSON.parse`. Throws
 * `unsupported-media-type`, `payload-too-large` or `invalid-input`. The parser's own message is not shown, because it
 * quotes the body.
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
