import { describe, expect, it } from 'vitest';
import { mayInvoke } from '../../../lib/local/iam/invokers.ts';

const api = 'arn:aws:execute-api:eu-central-1:000000000000:api1';
const caller = { principal: 'apigateway.amazonaws.com', account: '000000000000' };
const allows = (pattern: string | undefined, sourceArn: string, more: object = {}) =>
  mayInvoke([{ principal: caller.principal, sourceArn: pattern, ...more }], { ...caller, sourceArn });

describe('the resource policy of a function', () => {
  it('lets the matching API start it', () => {
    expect(allows(`${api}/*/*/*`, `${api}/$default/GET/webhook/{id}`)).toBe(true);
    expect(allows(`${api}/*/*/*`, `${api}/$default/$default`)).toBe(false);
    expect(allows(`${api}/*/$default`, `${api}/$default/$default`)).toBe(true);
    expect(allows(`${api}/*`, `${api}/$default/$default`)).toBe(true);
  });

  it('compares an ARN part by part, so no wildcard spans two parts', () => {
    expect(allows('arn:*', `${api}/$default/$default`)).toBe(false);
    expect(allows('arn:aws:*:*:*:*', `${api}/$default/$default`)).toBe(true);
    expect(allows('arn:aws:execute-api:eu-central-1:0*:api1/*', 'arn:aws:execute-api:eu-central-1:01:api2/x')).toBe(
      false,
    );
  });

  it('requires the service, and the account if it names one', () => {
    expect(mayInvoke([{ principal: 'sns.amazonaws.com' }], { ...caller, sourceArn: api })).toBe(false);
    expect(allows(undefined, api, { sourceAccount: '111111111111' })).toBe(false);
    expect(allows(undefined, api, { sourceAccount: '000000000000' })).toBe(true);
  });

  it('lets no one start it when it is empty', () => {
    expect(mayInvoke([], { ...caller, sourceArn: api })).toBe(false);
  });
});
