import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { key } from '../../lambdas/adapters/dynamodb/keys.ts';
import { captureLog } from '../support/log.ts';
import { tableStandIn } from '../support/tables.ts';
import { type AccountsRig, accountsRig, cookieOf, goodPassword, newUser, otherPassword } from './rig.ts';

const logged = captureLog();
const stand = tableStandIn();
let rig: AccountsRig;
beforeEach(async () => {
  rig = accountsRig(await stand.another());
});

describe('signing in', () => {
  it('needs the address, in any case, and the exact password', async () => {
    const { id } = await newUser(rig, 'ada@example.com');
    const { status, body } = await rig.login('ADA@Example.com');
    expect(status).toBe(200);
    expect(body.user_id).toBe(id);
    for (const password of [
      goodPassword.toUpperCase(),
      ` ${goodPassword}`,
      `${goodPassword} `,
      goodPassword.slice(0, -1),
    ])
      expect((await rig.login('ada@example.com', password)).status).toBe(401);
  });

  it('responds to an unknown address as to a wrong password, after the same hashing', async () => {
    await newUser(rig, 'ada@example.com');
    const work = async (email: string) => {
      const before = rig.hasher.worked;
      const { status, body, headers } = await rig.login(email, otherPassword);
      return { status, body, headers, hashes: rig.hasher.worked - before };
    };
    const wrong = await work('ada@example.com');
    expect(wrong).toMatchObject({ status: 401, hashes: 1 });
    expect(await work('nobody@example.com')).toEqual(wrong);
  });

  it('makes the same table reads for an unknown address as for a known one', async () => {
    await newUser(rig, 'ada@example.com');
    const reads = async (email: string) => {
      let count = 0;
      const { client } = rig.table;
      const send = client.send.bind(client);
      Object.assign(client, {
        send: (command: object, ...rest: unknown[]) => {
          if (command.constructor.name === 'GetCommand') count += 1;
          return (send as (...all: unknown[]) => unknown)(command, ...rest);
        },
      });
      try {
        await rig.login(email, otherPassword);
      } finally {
        Object.assign(client, { send });
      }
      return count;
    };
    expect(await reads('nobody@example.com')).toBe(await reads('ada@example.com'));
  });

  it('never logs a password or a token', async () => {
    const { token, cookie } = await newUser(rig, 'ada@example.com');
    await rig.login('ada@example.com', otherPassword);
    const lines = JSON.stringify(logged());
    expect(lines).toContain('sign-in rejected');
    for (const secret of [goodPassword, otherPassword, token, cookie.split('=')[1] as string])
      expect(lines).not.toContain(secret);
  });

  it("ends the browser's previous session, and no other", async () => {
    const first = await newUser(rig, 'ada@example.com');
    const elsewhere = cookieOf(await rig.login('ada@example.com'));
    const again = cookieOf(await rig.login('ada@example.com', goodPassword, { cookies: [first.cookie] }));
    expect((await rig.refresh(first.cookie, first.id)).status).toBe(401);
    expect((await rig.refresh(elsewhere, first.id)).status).toBe(200);
    expect((await rig.refresh(again, first.id)).status).toBe(200);
  });

  it('renews a hash with outdated parameters', async () => {
    const { id } = await newUser(rig, 'ada@example.com');
    await rig.table.client.send(
      new UpdateCommand({
        TableName: rig.table.name,
        Key: key.profile(id),
        UpdateExpression: 'SET password_hash = :old',
        ExpressionAttributeValues: { ':old': `old:${goodPassword}` },
      }),
    );
    expect((await rig.login('ada@example.com')).status).toBe(200);
    expect((await rig.ports.accounts.get(id))?.passwordHash).toBe(`new:${goodPassword}`);
    expect((await rig.login('ada@example.com')).status).toBe(200);
  });
});

describe('guessing passwords', () => {
  const strict = async () =>
    accountsRig(await stand.another(), { throttles: { loginPerAccount: { limit: 5, windowSeconds: 900 } } });

  it('ends after a few attempts, before the password is checked', async () => {
    const strictRig = await strict();
    await newUser(strictRig, 'ada@example.com');
    for (let guess = 0; guess < 5; guess += 1)
      expect((await strictRig.login('ada@example.com', `guess-number-${guess}`)).status).toBe(401);
    const before = strictRig.hasher.worked;
    const { status, headers } = await strictRig.login('ada@example.com');
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(900);
    expect(strictRig.hasher.worked).toBe(before);
    strictRig.pass(900);
    expect((await strictRig.login('ada@example.com')).status).toBe(200);
  });

  it('is also counted for addresses without an account', async () => {
    const strictRig = await strict();
    const statuses = [];
    for (let guess = 0; guess < 6; guess += 1)
      statuses.push((await strictRig.login('nobody@example.com', otherPassword)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('gains no attempts by parallel requests', async () => {
    const strictRig = await strict();
    await newUser(strictRig, 'ada@example.com');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, guess) => strictRig.login('ada@example.com', `guess-number-${guess}`)),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
  });

  it('does not lock out the owner, who signs in from elsewhere', async () => {
    const strictRig = await strict();
    await newUser(strictRig, 'ada@example.com');
    for (let guess = 0; guess < 8; guess += 1)
      await strictRig.login('ada@example.com', otherPassword, { ip: '198.51.100.7' });
    expect((await strictRig.login('ada@example.com', goodPassword, { ip: '203.0.113.9' })).status).toBe(200);
  });

  it('is limited even from many ranges together', async () => {
    const strictRig = await strict();
    await newUser(strictRig, 'ada@example.com');
    const answers = [];
    for (let range = 0; range < 60; range += 1)
      answers.push(await strictRig.login('ada@example.com', otherPassword, { ip: `198.51.${range}.7` }));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(50);
  });

  it('is limited for many accounts from one address', async () => {
    const strictRig = accountsRig(await stand.another(), {
      throttles: { loginPerAddress: { limit: 3, windowSeconds: 900 } },
    });
    const statuses = [];
    for (let account = 0; account < 5; account += 1)
      statuses.push((await strictRig.login(`user${account}@example.com`)).status);
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
  });

  it("does not count the owner's own sign-ins", async () => {
    const strictRig = await strict();
    await newUser(strictRig, 'ada@example.com');
    for (let visit = 0; visit < 12; visit += 1) expect((await strictRig.login('ada@example.com')).status).toBe(200);
  });
});
