import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createChallenge, proofOfWork, solve } from '../../lambdas/accounts/challenge/proof-of-work.ts';
import { type SiteverifySettings, siteverify } from '../../lambdas/accounts/challenge/siteverify.ts';
import { challengeNonces } from '../../lambdas/adapters/dynamodb/nonce-store.ts';
import { challengeToken } from '../../lambdas/contract/account.ts';
import { powChallenge } from '../../lambdas/contract/challenge.ts';
import type { HttpAnswer, HttpFailure, HttpRequest } from '../../lambdas/platform/outbound/outbound.ts';
import { captureLog } from '../support/log.ts';
import { tableStandIn } from '../support/tables.ts';

captureLog();

describe('the proof of work', () => {
  const settings = { maxnumber: 300, expiresSeconds: 600 };
  const secret = async () => 'challenge secret';
  let now = new Date('2026-03-01T12:00:00.000Z');
  const clock = () => now;
  const stand = tableStandIn();

  const verify = (token: string, action: 'REGISTER' | 'FEEDBACK' = 'REGISTER') =>
    proofOfWork({ nonces: challengeNonces(stand.table), secret, clock }).verify(token, action, '203.0.113.5');
  const challenge = () => createChallenge('REGISTER', settings, { secret, clock });
  const solved = async () => solve(await challenge()) as string;
  const refused = { problem: 'challenge-failed' };
  const edit = (token: string, change: Record<string, unknown>) =>
    Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(token, 'base64').toString()), ...change })).toString(
      'base64',
    );
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

  it('accepts a solution for its action', async () => {
    const token = await solved();
    expect(challengeToken.safeParse(token).success).toBe(true);
    await expect(verify(token)).resolves.toBeUndefined();
  });

  it('matches the contract and is never the same', async () => {
    const [one, two] = [await challenge(), await challenge()];
    expect(powChallenge.parse(one)).toEqual(one);
    expect(one.salt).not.toBe(two.salt);
    expect(one.maxnumber).toBe(300);
  });

  it('accepts each solution once, even in two concurrent requests', async () => {
    const token = await solved();
    const results = await Promise.allSettled([verify(token), verify(token), verify(token)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    await expect(verify(token)).rejects.toMatchObject(refused);
    await expect(verify(edit(token, { extra: 1 }))).rejects.toMatchObject(refused);
  });

  it('rejects a solution for another action without spending it', async () => {
    const token = await solved();
    await expect(verify(token, 'FEEDBACK')).rejects.toMatchObject(refused);
    await expect(verify(token)).resolves.toBeUndefined();
  });

  it('rejects an expired solution', async () => {
    const token = await solved();
    now = new Date(now.getTime() + 600_000);
    await expect(verify(token)).rejects.toMatchObject(refused);
  });

  it('rejects a wrong number', async () => {
    const token = await solved();
    const { number } = JSON.parse(Buffer.from(token, 'base64').toString());
    for (const wrong of [number + 1, -1, 0.5, '1', null, 2 ** 60])
      await expect(verify(edit(token, { number: wrong }))).rejects.toMatchObject(refused);
  });

  it('rejects an invented challenge with every number solved', async () => {
    const salt = `${'0'.repeat(32)}?action=REGISTER&expires=1999999999&`;
    const own = sha256(`${salt}7`);
    for (const signature of [
      createHmac('sha256', 'guess').update(own).digest('hex'),
      createHmac('sha256', '').update(own).digest('hex'),
      '0'.repeat(64),
    ]) {
      const forged = { algorithm: 'SHA-256', challenge: own, number: 7, salt, signature };
      await expect(verify(Buffer.from(JSON.stringify(forged)).toString('base64'))).rejects.toMatchObject(refused);
    }
  });

  it('rejects a later expiry made of digits of the number', async () => {
    const token = await solved();
    const { salt, number } = JSON.parse(Buffer.from(token, 'base64').toString());
    const [first = '0', ...rest] = String(number);
    for (const [moved, left] of [
      [`${salt}${first}`, Number(rest.join('') || '0')],
      [salt.replace(/&$/, ''), number],
      [`${salt.replace(/&$/, '')}${first}&`, Number(rest.join('') || '0')],
    ])
      await expect(verify(edit(token, { salt: moved, number: left }))).rejects.toMatchObject(refused);
  });

  it('rejects another action or expiry in the salt', async () => {
    const token = await solved();
    const { salt } = JSON.parse(Buffer.from(token, 'base64').toString());
    const other = edit(token, { salt: salt.replace('REGISTER', 'FEEDBACK') });
    await expect(verify(other, 'FEEDBACK')).rejects.toMatchObject(refused);
    await expect(verify(edit(token, { salt: salt.replace(/\d{10}/, '1999999999') }))).rejects.toMatchObject(refused);
  });

  it.each(['', 'nonsense', '{}', 'bnVsbA==', 'W10=', 'e30=', '\u0000', 'A'.repeat(4096)])(
    'rejects %j without a fault',
    async (token) => {
      await expect(verify(token)).rejects.toMatchObject(refused);
    },
  );
});

describe('a hosted challenge service', () => {
  const sent: HttpRequest[] = [];
  const service = (answer: HttpAnswer | HttpFailure, settings: Partial<SiteverifySettings> = {}) =>
    siteverify(
      { provider: 'recaptcha', hostname: 'app.example.com', minScore: 0.5, ...settings },
      {
        secret: async () => 'secret key',
        http: {
          send: async (request) => {
            sent.push(request);
            return answer;
          },
        },
      },
    );
  const says = (verdict: object): HttpAnswer => ({ status: 200, headers: {}, body: JSON.stringify(verdict) });
  const person = { success: true, action: 'REGISTER', hostname: 'app.example.com', score: 0.9 };
  const verify = (answer: HttpAnswer | HttpFailure, settings: Partial<SiteverifySettings> = {}) =>
    service(answer, settings).verify('token', 'REGISTER', '203.0.113.5');

  it.each([
    ['recaptcha', 'https://www.google.com/recaptcha/api/siteverify'],
    ['turnstile', 'https://challenges.cloudflare.com/turnstile/v0/siteverify'],
  ] as const)('%s is asked with the secret, the token and the address, and at no other host', async (provider, url) => {
    await expect(verify(says(person), { provider })).resolves.toBeUndefined();
    expect(sent.at(-1)).toEqual({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'secret=secret+key&response=token&remoteip=203.0.113.5',
      allow: { hosts: [new URL(url).hostname], ports: 'default' },
    });
  });

  it("accepts Turnstile's result, which has no score", async () => {
    const { score: _score, ...verdict } = person;
    await expect(verify(says(verdict), { provider: 'turnstile' })).resolves.toBeUndefined();
    await expect(verify(says(verdict))).rejects.toMatchObject({ problem: 'challenge-failed' });
  });

  it('compares actions by their letters', async () => {
    const asked = service(says({ ...person, action: 'forgot/password' }));
    await expect(asked.verify('token', 'FORGOT_PASSWORD', '203.0.113.5')).resolves.toBeUndefined();
  });

  it.each([
    ['no success', { success: false, 'error-codes': ['timeout-or-duplicate'] }],
    ['another action', { action: 'FEEDBACK' }],
    ['no action', { action: undefined }],
    ['another page', { hostname: 'evil.example' }],
    ['no page', { hostname: undefined }],
    ['a low score', { score: 0.49 }],
  ])('is rejected with %s', async (_, change) => {
    await expect(verify(says({ ...person, ...change }))).rejects.toMatchObject({ problem: 'challenge-failed' });
  });

  it.each<[string, HttpAnswer | HttpFailure]>([
    ['does not answer', { failure: 'timeout', sent: true, detail: 'no answer' }],
    ['is broken', { status: 503, headers: {}, body: 'oops' }],
    ['talks nonsense', { status: 200, headers: {}, body: '<html>' }],
    ['does not know our key', says({ success: false, 'error-codes': ['invalid-input-secret'] })],
  ])('lets no one pass when it %s', async (_, answer) => {
    await expect(verify(answer)).rejects.toMatchObject({ problem: 'unavailable' });
  });
});
