/** The response headers of the OpenAPI document (`components.headers`). */
export const headers = {
  'Access-Control-Allow-Origin': {
    description: 'The app’s origin. Pages of other sites can’t read the response.',
    schema: { type: 'string', format: 'uri', maxLength: 255 },
  },
  'X-RateLimit-Limit': {
    description:
      'The number of requests that one address or user can make in a window. Missing where requests are not counted one by one. A window lasts between a minute and an hour; the `Retry-After` of a 429 gives the seconds until it ends.',
    schema: { type: 'string', pattern: '^[0-9]+$', maxLength: 10 },
  },
  'Retry-After': {
    description:
      'The number of seconds to wait before another attempt. Omitted if the gateway itself rejected the request.',
    schema: { type: 'string', pattern: '^[0-9]+$', maxLength: 10 },
  },
  'WWW-Authenticate': {
    description: 'The accepted scheme.',
    schema: { type: 'string', maxLength: 100 },
  },
  Location: {
    description: 'The path of the new resource.',
    schema: { type: 'string', format: 'uri-reference', maxLength: 255 },
  },
  'X-Next-Cursor': {
    description: 'The cursor of the next page, to send as `cursor`. Omitted on the last page.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]+$', maxLength: 512 },
  },
  'Set-Cookie': {
    description: 'The session: `__Host-session`, for browsers only (`HttpOnly`, `Secure`, `SameSite=Strict`).',
    schema: { type: 'string', maxLength: 4096 },
  },
} as const;

export type HeaderName = keyof typeof headers;

/** References to the named headers. */
export const headerReferences = (names: HeaderName[]): Record<string, { $ref: string }> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Headers of every response. */
export const COMMON_HEADERS: HeaderName[] = ['Access-Control-Allow-Origin', 'X-RateLimit-Limit'];
