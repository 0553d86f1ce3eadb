import { describe, expect, it } from 'vitest';
import type { FollowUp } from '../../../lambdas/model/matter.ts';
import { json, plain } from '../../../test/targets/kind-example.ts';
import { deliveryRig, message, target } from '../../../test/targets/support.ts';
import { example } from './example.ts';
import { kind } from './kind.ts';

const rig = deliveryRig();
const CHANNEL = 'C0DEPLOYS01';
const { options = {}, secrets = {} } = example;
const connected = (token?: string) =>
  target({
    kind: 'slack',
    options: { ...options, channel_id: CHANNEL },
    secrets: { ...secrets, ...(token && { token }) },
  });
const bot = connected('xoxb-made-up');
const sent = () => rig.server.received.map(({ url, body }) => [url, JSON.parse(body)] as const);
const paths = () => rig.server.received.map(({ url }) => url);
const hook = '/services/T00000000/B00000000/theSecretOfTheHook';
const posted = json(200, { ok: true, channel: CHANNEL, ts: '1795.000100' });
const failed = (error: string) => json(200, { ok: false, error });

const followUp = (how: FollowUp, to = bot) =>
  rig.followTo(to, { ref: `${CHANNEL}/1795.000100`, how }, { text: 'CPU still high' });

describe('a message as the app’s bot', () => {
  it('is posted to the channel with the token, and has the provider’s id', async () => {
    rig.server.answer(posted);
    expect(await rig.deliverTo(bot)).toMatchObject({ kind: 'ok', ref: `${CHANNEL}/1795.000100` });
    expect(sent()).toMatchObject([['/api/chat.postMessage', { channel: CHANNEL, text: message().text }]]);
    expect(rig.server.received[0]?.headers.authorization).toBe('Bearer xoxb-made-up');
  });

  it.each(['missing_scope', 'something_new'])(
    'goes through the incoming webhook if the bot may not post: %s',
    async (error) => {
      rig.server.answer(failed(error), plain(200, 'ok'));
      expect(await rig.deliverTo(bot)).toEqual({ kind: 'ok' });
      expect(paths()).toEqual(['/api/chat.postMessage', hook]);
    },
  );

  it.each(['not_in_channel', 'channel_not_found'])(
    'is not tried again after the bot was outside a private channel, until a test message arrives: %s',
    async (error) => {
      rig.server.answer(failed(error), plain(200, 'ok'));
      const { options: known = {}, ...sent } = await rig.deliverTo(bot);
      expect(sent).toEqual({ kind: 'ok' });
      expect(known).toEqual({ ...bot.options, outside: true });
      expect(paths()).toEqual(['/api/chat.postMessage', hook]);
      const outside = { ...bot, options: known };
      rig.server.clear();
      rig.server.answer(plain(200, 'ok'));
      expect(await rig.deliverTo(outside)).toEqual({ kind: 'ok' });
      expect(paths()).toEqual([hook]);
      rig.server.answer(failed(error), plain(200, 'ok'), posted);
      expect(await rig.deliverTo(outside, { isTest: true })).toEqual({ kind: 'ok' });
      expect(await rig.deliverTo(outside, { isTest: true })).toMatchObject({ kind: 'ok', options: bot.options });
    },
  );

  it('is tried again if the webhook failed too, because the channel may be gone', async () => {
    rig.server.answer(failed('channel_not_found'), plain(404, 'channel_not_found'));
    const delivery = await rig.deliverTo(bot);
    expect(delivery.kind).toBe('fail_target');
    expect(delivery).not.toHaveProperty('options');
  });

  it('has a hint for the owner once the bot was outside', () => {
    expect(kind.publicOptions({ channel: '#ops', outside: true })).toEqual({
      channel: '#ops',
      hint: expect.stringContaining('Invite the app to the channel to get updates instead of new messages'),
    });
    expect(kind.publicOptions({ channel: '#ops' })).toEqual({ channel: '#ops' });
  });

  it.each([
    [failed('account_inactive'), { kind: 'fail_target', code: 'connection-revoked' }],
    [failed('is_archived'), { kind: 'fail_target', code: 'channel-closed' }],
    [failed('internal_error'), { kind: 'retry', code: 'provider-unavailable' }],
    [json(429, { ok: false, error: 'ratelimited' }, { 'retry-after': '17' }), { kind: 'retry', afterSeconds: 17 }],
    [plain(503, ''), { kind: 'retry' }],
  ])('has the outcome of its response, without a second request: %j', async (answer, outcome) => {
    rig.server.answer(answer);
    expect(await rig.deliverTo(bot)).toMatchObject(outcome);
    expect(paths()).toEqual(['/api/chat.postMessage']);
  });

  it('needs a token', async () => {
    rig.server.answer(plain(200, 'ok'));
    expect(await rig.deliverTo(connected())).toEqual({ kind: 'ok' });
    expect(paths()).toEqual([hook]);
  });
});

describe('a follow-up', () => {
  it('changes the whole message', async () => {
    rig.server.answer(posted);
    expect(await followUp('update')).toMatchObject({ kind: 'ok' });
    const [[path, body] = []] = sent();
    expect(path).toBe('/api/chat.update');
    expect(body).toMatchObject({ channel: CHANNEL, ts: '1795.000100', text: 'CPU still high', blocks: [] });
  });

  it('replies in the message’s thread', async () => {
    rig.server.answer(posted);
    expect(await followUp('reply')).toMatchObject({ kind: 'ok' });
    expect(sent()).toMatchObject([['/api/chat.postMessage', { channel: CHANNEL, thread_ts: '1795.000100' }]]);
  });

  it.each([
    ['message_not_found', 'gone'],
    ['cant_update_message', 'refused'],
    ['edit_window_closed', 'refused'],
  ])('is lost after %s', async (error, why) => {
    rig.server.answer(failed(error));
    expect(await followUp('update')).toEqual({ kind: 'lost', why });
  });

  it('is lost without a token, before any request', async () => {
    rig.server.clear();
    expect(await followUp('update', connected())).toEqual({ kind: 'lost', why: 'refused' });
    expect(paths()).toEqual([]);
  });
});
