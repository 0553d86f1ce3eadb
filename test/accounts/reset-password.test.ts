import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { captureLog } from '../support/log.ts';
import { tableStandIn } from '../support/tables.ts';
import { type AccountsRig, accountsRig, appUrl, goodPassword, newUser, otherPassword } from './rig.ts';

captureLog();
const stand = tableStandIn();
let rig: AccountsRig;
beforeEach(async () => {
  rig = accountsRig(await stand.another());
});

const ask = (email: string, on = rig) =>
  on.post('/user/password/initreset', { email, challenge: 'solved FORGOT_PASSWORD' });
const reset = (token: string, newPassword = otherPassword, on = rig) =>
  on.post('/user/password/reset', { token, newPassword });
const tokenIn = (text: string): string => {
  const [, token] = /\/user\/password\/reset\/([\w-]+)/.exec(text) ?? [];
  if (!token) throw new Error('the mail has no link');
  return token;
};
const mailedToken = async (email: string) => {
  await ask(email);
  return tokenIn(rig.mails.at(-1)?.text ?? '');
};

describe('requesting a new password', () => {
  it('emails a link to the application, in text and HTML', async () => {
    await newUser(rig, 'ada@example.com');
    expect((await ask('Ada@Example.com')).status).toBe(204);
    const [mail] = rig.mails;
    expect(mail).toMatchObject({ to: 'ada@example.com', subject: 'Set a new password for Tellhook' });
    const link = `${appUrl}/user/password/reset/${tokenIn(mail?.text ?? '')}`;
    expect(mail?.html).toContain(`href="${link}"`);
    expect(tokenIn(mail?.text ?? '')).toMatch(/^[\w-]{43}$/);
  });

  it('responds identically for an unknown address, after the same time, and emails no one', async () => {
    const pauses: number[] = [];
    const timed = accountsRig(await stand.another(), {
      ports: {
        sleep: async (milliseconds) => {
          pauses.push(milliseconds);
        },
      },
    });
    await newUser(timed, 'ada@example.com');
    const known = await ask('ada@example.com', timed);
    const unknown = await ask('nobody@example.com', timed);
    expect(unknown).toEqual(known);
    expect(pauses).toEqual([1000, 1000]);
    expect(timed.mails).toHaveLength(1);
  });

  it('responds identically if the email cannot be sent', async () => {
    const broken = accountsRig(await stand.another(), {
      ports: {
        mail: {
          send: async () => {
            throw new Error('SES is down');
          },
        },
      },
    });
    await newUser(broken, 'ada@example.com');
    expect((await ask('ada@example.com', broken)).status).toBe(204);
  });

  it('needs a challenge solved for it', async () => {
    await newUser(rig, 'ada@example.com');
    const body = { email: 'ada@example.com', challenge: 'solved REGISTER' };
    expect((await rig.post('/user/password/initreset', body)).status).toBe(400);
    expect(rig.mails).toHaveLength(0);
  });

  it('limits emails per account without revealing it', async () => {
    const strict = accountsRig(await stand.another(), {
      throttles: { resetMailPerAccount: { limit: 2, windowSeconds: 3600 } },
    });
    await newUser(strict, 'ada@example.com');
    for (const email of ['ada@example.com', 'nobody@example.com']) {
      const statuses = [];
      for (let round = 0; round < 3; round += 1) statuses.push((await ask(email, strict)).status);
      expect(statuses).toEqual([204, 204, 204]);
    }
    expect(strict.mails).toHaveLength(2);
    strict.pass(3600);
    await ask('ada@example.com', strict);
    expect(strict.mails).toHaveLength(3);
  });

  it('cannot be blocked for an owner by requests without a solved challenge', async () => {
    const strict = accountsRig(await stand.another(), {
      throttles: { resetMailPerAccount: { limit: 2, windowSeconds: 3600 } },
    });
    await newUser(strict, 'ada@example.com');
    for (let round = 0; round < 5; round += 1) {
      const body = { email: 'ada@example.com', challenge: 'made up' };
      expect((await strict.post('/user/password/initreset', body)).status).toBe(400);
    }
    await ask('ada@example.com', strict);
    expect(strict.mails).toHaveLength(1);
  });

  it('invalidates the previous link', async () => {
    await newUser(rig, 'ada@example.com');
    const older = await mailedToken('ada@example.com');
    const newer = await mailedToken('ada@example.com');
    expect((await reset(older)).status).toBe(400);
    expect((await rig.login('ada@example.com', goodPassword)).status).toBe(200);
    expect((await reset(newer)).status).toBe(204);
  });

  it('stores only a hash of the token', async () => {
    await newUser(rig, 'ada@example.com');
    const token = await mailedToken('ada@example.com');
    const { Items } = await rig.table.client.send(new ScanCommand({ TableName: rig.table.name }));
    expect(JSON.stringify(Items)).not.toContain(token);
  });
});

describe('setting a new password', () => {
  it('replaces the old one and ends all sessions', async () => {
    const user = await newUser(rig, 'ada@example.com');
    expect((await reset(await mailedToken('ada@example.com'))).status).toBe(204);
    expect((await rig.login('ada@example.com', goodPassword)).status).toBe(401);
    expect((await rig.login('ada@example.com', otherPassword)).status).toBe(200);
    expect((await rig.refresh(user.cookie, user.id)).status).toBe(401);
  });

  it('ends all sessions even if removing them fails', async () => {
    const table = await stand.another();
    const user = await newUser(accountsRig(table), 'ada@example.com');
    const healthy = accountsRig(table);
    const broken = accountsRig(table, {
      ports: {
        sessions: {
          ...healthy.ports.sessions,
          removeAll: async () => {
            throw new Error('crashed here');
          },
        },
      },
    });
    await ask('ada@example.com', broken);
    await reset(tokenIn(broken.mails[0]?.text ?? ''), otherPassword, broken);
    expect((await healthy.refresh(user.cookie, user.id)).status).toBe(401);
  });

  it('works once', async () => {
    await newUser(rig, 'ada@example.com');
    const token = await mailedToken('ada@example.com');
    expect((await reset(token)).status).toBe(204);
    const again = await reset(token, 'umbra.Kettle.31');
    expect(again.status).toBe(400);
    expect(again.body.errors[0].path).toBe('token');
    expect((await rig.login('ada@example.com', otherPassword)).status).toBe(200);
  });

  it('works for one of two concurrent uses', async () => {
    await newUser(rig, 'ada@example.com');
    const token = await mailedToken('ada@example.com');
    const passwords = ['first-of-two.11', 'second-of-two.22', 'third-of-two.33'];
    const answers = await Promise.all(passwords.map((password) => reset(token, password)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400, 400]);
    const logins = await Promise.all(passwords.map((password) => rig.login('ada@example.com', password)));
    expect(logins.map(({ status }) => status)).toEqual(answers.map(({ status }) => (status === 204 ? 200 : 401)));
  });

  it('is possible for an hour', async () => {
    await newUser(rig, 'ada@example.com');
    const token = await mailedToken('ada@example.com');
    rig.pass(3600);
    expect((await reset(token)).status).toBe(400);
  });

  it('invalidates all earlier links', async () => {
    await newUser(rig, 'ada@example.com');
    const first = await mailedToken('ada@example.com');
    const second = await mailedToken('ada@example.com');
    expect((await reset(second)).status).toBe(204);
    expect((await reset(first)).status).toBe(400);
  });

  it('hashes for a wrong token as for a right one', async () => {
    await newUser(rig, 'ada@example.com');
    const token = await mailedToken('ada@example.com');
    const work = async (value: string) => {
      const before = rig.hasher.worked;
      await reset(value);
      return rig.hasher.worked - before;
    };
    expect(await work('a'.repeat(43))).toBe(await work(token));
  });

  it.each([
    ['a common password', 'password123'],
    ['one made of the address', 'Ada.Lovelace'],
  ])('rejects %s before the token is spent', async (_, password) => {
    await newUser(rig, 'ada.lovelace@example.com');
    const token = await mailedToken('ada.lovelace@example.com');
    const { status, body } = await reset(token, password);
    expect(status).toBe(400);
    expect(body.errors[0].path).toBe('newPassword');
    expect((await reset(token)).status).toBe(204);
  });

  it('limits token guesses per address', async () => {
    const strict = accountsRig(await stand.another(), {
      throttles: { resetPerAddress: { limit: 3, windowSeconds: 3600 } },
    });
    const statuses = [];
    for (let guess = 0; guess < 5; guess += 1)
      statuses.push((await reset(`guess-${guess}`, otherPassword, strict)).status);
    expect(statuses).toEqual([400, 400, 400, 429, 429]);
  });
});
