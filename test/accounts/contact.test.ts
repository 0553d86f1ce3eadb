import { beforeEach, describe, expect, it } from 'vitest';
import { captureLog } from '../support/log.ts';
import { tableStandIn } from '../support/tables.ts';
import { type AccountsRig, accountsRig } from './rig.ts';

captureLog();
const stand = tableStandIn();
let rig: AccountsRig;
beforeEach(async () => {
  rig = accountsRig(await stand.another());
});

const message = {
  name: 'Ada',
  email: 'ada@example.com',
  message: 'Hello,\n<b>is this bold?</b>',
  challenge: 'solved FEEDBACK',
};
const contact = (body: object, on = rig) => on.post('/landing/contact/', body);

describe('the contact form', () => {
  it('sends the message to the operator, whose reply goes to the visitor', async () => {
    expect((await contact(message)).status).toBe(204);
    expect(rig.mails).toEqual([
      expect.objectContaining({
        to: 'operator@example.com',
        replyTo: 'ada@example.com',
        subject: 'Contact form: Ada',
        text: expect.stringContaining('> Hello,\n> <b>is this bold?</b>'),
        html: expect.stringContaining('&#60;b&#62;is this bold?'),
      }),
    ]);
  });

  it.each([
    [{ name: ' ' }, 'name'],
    [{ email: 'nobody' }, 'email'],
    [{ email: 'ada@example.com, eve@example.com' }, 'email'],
    [{ message: '' }, 'message'],
    [{ message: 'x'.repeat(5001) }, 'message'],
    [{ challenge: undefined }, 'challenge'],
  ])('rejects %j by name', async (change, path) => {
    const { status, body } = await contact({ ...message, ...change });
    expect([status, body.errors[0].path]).toEqual([400, path]);
    expect(rig.mails).toHaveLength(0);
  });

  it('needs a challenge solved for it', async () => {
    expect((await contact({ ...message, challenge: 'solved REGISTER' })).status).toBe(400);
    expect(rig.mails).toHaveLength(0);
  });

  it('reports when the message could not be sent', async () => {
    const broken = accountsRig(await stand.another(), {
      ports: { mail: { send: async () => ({ kind: 'retry', code: 'provider-unavailable', reason: 'busy' }) } },
    });
    const { status, headers } = await contact(message, broken);
    expect(status).toBe(503);
    expect(headers['retry-after']).toBe('5');
  });

  it('is rate-limited per address', async () => {
    const strict = accountsRig(await stand.another(), {
      throttles: { contactPerAddress: { limit: 1, windowSeconds: 3600 } },
    });
    expect((await contact(message, strict)).status).toBe(204);
    expect((await contact(message, strict)).status).toBe(429);
    expect(strict.mails).toHaveLength(1);
  });
});

describe('the request for a challenge', () => {
  it('needs one of the known actions', async () => {
    const ask = (query: Record<string, string>) => rig.call({ method: 'GET', path: '/challenge', query });
    expect((await ask({ action: 'REGISTER' })).status).toBe(200);
    expect((await ask({ action: 'ADMIN' })).status).toBe(400);
    expect((await ask({})).status).toBe(400);
  });

  it('is rate-limited per address', async () => {
    const strict = accountsRig(await stand.another(), {
      throttles: { challengePerAddress: { limit: 1, windowSeconds: 60 } },
    });
    const ask = () => strict.call({ method: 'GET', path: '/challenge', query: { action: 'REGISTER' } });
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 429]);
  });
});
