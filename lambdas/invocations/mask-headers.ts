import { withoutSecretValues } from '#contract/secret-values';
import { isSecretName } from '#contract/secret-words';

/**
 * A copy of the headers in which credentials are masked, told by the header's name or by the value's looks; the scheme of
 * an `Authorization` stays readable. Signatures over the body are no credentials: without the key they open nothing.
 */
export const maskHeaders = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      isSecretName(name) ? masked(value) : withoutSecretValues(value),
    ]),
  );

const masked = (value: string): string => {
  const scheme = /^(Basic|Bearer|Digest|AWS4-HMAC-SHA256) /i.exec(value)?.[1];
  return scheme ? `${scheme} ********` : '********';
};
