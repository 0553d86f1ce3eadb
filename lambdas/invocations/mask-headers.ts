/**
 * Headers whose whole value is a credential, by how such headers are named: `Authorization`, `X-Api-Key`,
 * `X-Gitlab-Token`, `X-Webhook-Secret`. Signatures over the body are not: without the key they open nothing. Nor is every
 * key or token: `Idempotency-Key`, `X-Event-Key` and `I-Twilio-Idempotency-Token` open nothing either.
 */
const SECRET_HEADER =
  /(?:^|(?<!idempotency)-)(?:authorization|authentication|cookie|token|secret|password|passwd|credentials?|(?:api|access|auth|secret|functions|subscription)-?key)$/;

/** A copy of the headers in which credentials are masked; the scheme of an `Authorization` stays readable. */
export const maskHeaders = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, SECRET_HEADER.test(name) ? masked(value) : value]),
  );

const masked = (value: string): string => {
  const scheme = /^(Basic|Bearer|Digest|AWS4-HMAC-SHA256) /i.exec(value)?.[1];
  return scheme ? `${scheme} ********` : '********';
};
