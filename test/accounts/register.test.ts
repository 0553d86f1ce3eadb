import { beforeEach, describe, expect, it } from 'vitest';
import { captureLog } from '../support/log.ts';
import { tableStandIn } from '../support/tables.ts';
import { type AccountsRig, accountsRig, goodPassword } from './rig.ts';

captureLog();
const stand = tableStandIn();
let rig: AccountsRig;
beforeEach(async () => {
  rig = accountsRig(await stand.another());
});

describe('registration', () => {
  it('opens a Free account and signs in to it', async () => {
    const { status, body, cookies } = await rig.register('Ada@Example.com');
    expect(status).toBe(201);
    expect(Object.keys(body).sort()).toEqual(['access_token', 'user_id']);
    expect(await rig.verifyAccessToken(body.access_token)).toEqual({ userId: body.user_id });
    expect(cookies).toEqual([
      expect.stringMatching(/^__Host-session=[^;]+; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=2592000$/),
    ]);
    const account = await rig.user('GET', body.user_id, body.access_token);
    expect(account.body.profile).toEqual({
      email: 'ada@example.com',
      email_verified: false,
      joined_workspace: false,
      review_since: '0001-01-01T00:00:00Z',
      status: 'free',
      'premium-until': '0001-01-01T00:00:00Z',
      payment_failed: false,
      notices: true,
      notice_email: 'always',
      notice_target_ids: [],
      notice_muted_events: [],
      billing_portal: false,
      hold_order: 'newest-day-first',
      benefits_until: '0001-01-01T00:00:00Z',
    });
  });

  it('ignores plan, id and dates in the body', async () => {
    const { body } = await rig.post('/user', {
      email: 'ada@example.com',
      password: goodPassword,
      challenge: 'solved REGISTER',
      status: 'admin',
      'premium-until': '2099-01-01T00:00:00Z',
      premium_until: '2099-01-01T00:00:00Z',
      id: 1,
      user_id: 1,
      email_verified: true,
      webhook_count: -100,
      created_at: '2000-01-01T00:00:00Z',
      epoch: 9,
    });
    expect(body.user_id).not.toBe(1);
    const account = await rig.ports.accounts.get(body.user_id);
    expect(account).toMatchObject({
      status: 'free',
      premiumUntil: '0001-01-01T00:00:00Z',
      emailVerified: false,
      webhookCount: 0,
      epoch: 0,
    });
  });

  it('rejects an address that has an account, however it is written', async () => {
    await rig.register('ada@example.com');
    const { status, body } = await rig.register('ADA@example.COM');
    expect(status).toBe(409);
    expect(body.access_token).toBeUndefined();
  });

  it('does the same hashing for a free and for a taken address', async () => {
    await rig.register('ada@example.com');
    const before = rig.hasher.worked;
    await rig.register('ada@example.com');
    const taken = rig.hasher.worked - before;
    await rig.register('grace@example.com');
    expect([taken, rig.hasher.worked - before - taken]).toEqual([1, 1]);
  });

  it('lets one of two racing registrations of an address win', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => rig.register('ada@example.com')));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  it('needs a challenge solved for registration', async () => {
    for (const challenge of ['', 'solved FEEDBACK', 'nonsense']) {
      const { status } = await rig.post('/user', { email: 'ada@example.com', password: goodPassword, challenge });
      expect(status).toBe(400);
    }
    expect(await rig.ports.accounts.byEmail('ada@example.com')).toBeUndefined();
    expect(rig.hasher.worked).toBe(0);
  });

  it.each([
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'a da@example.com',
    'ada@example.com\r\nBcc: x@example.com',
    'ädä@example.com',
  ])('rejects %j as an address, by name', async (email) => {
    const { status, body } = await rig.register(email);
    expect(status).toBe(400);
    expect(body.errors[0].path).toBe('email');
  });

  it.each(['short', 'password1', 'Qwerty123!', '12345678', 'ada.lovelace', 'Tellhook2026', 'x'.repeat(129)])(
    'rejects %j as a password, by name',
    async (password) => {
      const { status, body } = await rig.register('ada.lovelace@example.com', password);
      expect(status).toBe(400);
      expect(body.errors[0].path).toBe('password');
      expect(JSON.stringify(body)).not.toContain(password);
    },
  );

  it('is rate-limited per address, and per range of addresses', async () => {
    const strict = accountsRig(await stand.another(), {
      throttles: { registerPerAddress: { limit: 2, windowSeconds: 3600 } },
    });
    const from = (ip: string, name: string) => strict.register(`${name}@example.com`, goodPassword, { ip });
    expect((await from('203.0.113.1', 'a')).status).toBe(201);
    expect((await from('203.0.113.1', 'b')).status).toBe(201);
    const third = await from('203.0.113.1', 'c');
    expect(third.status).toBe(429);
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(0);
    const neighbours = await Promise.all(
      Array.from({ length: 20 }, (_, index) => from(`203.0.113.${index + 10}`, `n${index}`)),
    );
    expect(neighbours.filter(({ status }) => status === 201)).toHaveLength(7);
    expect((await from('198.51.100.1', 'd')).status).toBe(201);
  });
});
