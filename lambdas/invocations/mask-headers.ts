/** Headers whose whole value is a credential. Signatures over the body are not: without the key they open nothing. */
const SECRET_HEADERS = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'x-api-key',
  'x-auth-token',
  'x-gitlab-token',
  'x-gitee-token',
  'x-amz-security-token',
  'x-telegram-bot-api-secret-token',
]);

/** A copy of the headers in which credentials are masked; the scheme of an `Authorization` stays readable. */
export const maskHeaders = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, SECRET_HEADERS.has(name) ? masked(value) : value]),
  );

const masked = (value: string): string => {
  const scheme = /^(Basic|Bearer|Digest|AWS4-HMAC-SHA256) /i.exec(value)?.[1];
  return scheme ? `${scheme} ********` : '********';
};
