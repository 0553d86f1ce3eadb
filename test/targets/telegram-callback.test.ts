import { beforeEach, describe, expect, it } from 'vitest';
import { parseUpdate } from '../../integrations/targets/telegram/update.ts';
import { dispatchId, newInvocationId } from '../../lambdas/platform/ids.ts';
import { createTarget } from '../../lambdas/targets/create-target.ts';
import { updateTarget } from '../../lambdas/targets/update-target.ts';
import { world } from './support.ts';

const chat = (id: number, type: string, title = 'A') => ({
  id,
  type,
  ...(type === 'private' ? { first_name: title } : { title }),
});
let updateId = 0;
const said = (text: string, where = chat(42, 'private')) => {
  updateId += 1;
  return {
    update_id: updateId,
    [where.type === 'channel' ? 'channel_post' : 'message']: { message_id: 5, date: 1_700_000_000, chat: where, text },
  };
};
const member = (status: string, where = chat(42, 'private')) => {
  updateId += 1;
  return { update_id: updateId, my_chat_member: { chat: where, new_chat_member: { status } } };
};

let here: ReturnType<typeof world>;
beforeEach(() => {
  here = world();
});

const tell = async (
  update: unknown,
  headers: Record<string, string> = { 'x-telegram-bot-api-secret-token': 'update-secret-0123' },
) => {
  const answer = await here.call('telegram', { headers, body: Buffer.from(JSON.stringify(update)) });
  return { status: answer.status, call: answer.body ? JSON.parse(answer.body) : undefined };
};
const create = async (name = 'Ops') => {
  const made = await createTarget(11, { name, type: 'telegram', enabled: true, options: {} }, here.ports);
  return { id: made.id, code: String(made.options.ActivationKey), options: made.options };
};
const stored = async (id: number) => here.ports.targets.get(11, id);

describe('an update', () => {
  const read = (update: unknown) => {
    const { id: _id, ...rest } = parseUpdate(update, 'TellhookTestBot') ?? { id: 0 };
    return rest;
  };
  it.each([
    ['/start ABCDEFGH12345678', 'ABCDEFGH12345678', true],
    ['/START abcdefgh12345678', 'abcdefgh12345678', true],
    ['/start@TellhookTestBot ABCDEFGH12345678', 'ABCDEFGH12345678', true],
    ['/start@tellhooktestbot   ABCDEFGH12345678  ', 'ABCDEFGH12345678', true],
    ['ABCDEFGH12345678', 'ABCDEFGH12345678', false],
  ])('with %s carries a code', (text, code, isCommand) =>
    expect(read(said(text))).toMatchObject({ kind: 'code', code, isCommand }),
  );

  it.each(['/start', 'hello there, bot', '/help', 'short', `${'x'.repeat(65)}`, '/start two words', ''])(
    'with %s carries none',
    (text) => expect(read(said(text))).toMatchObject({ kind: 'chatter' }),
  );

  it('for another bot of the group is ignored', () =>
    expect(read(said('/start@OtherBot ABCDEFGH12345678', chat(-5, 'group')))).toEqual({ kind: 'other' }));

  it('is recognised as a channel, a membership or a migration', () => {
    expect(read(said('ABCDEFGH12345678', chat(-100, 'channel')))).toMatchObject({ kind: 'code' });
    expect(read(member('kicked'))).toMatchObject({ kind: 'left' });
    expect(read(member('left'))).toMatchObject({ kind: 'left' });
    expect(read(member('member'))).toMatchObject({ kind: 'joined' });
    expect(read(member('administrator'))).toMatchObject({ kind: 'joined' });
    expect(read(member('restricted'))).toEqual({ kind: 'other' });
    const notice = { update_id: 1, message: { chat: chat(-5, 'group'), migrate_to_chat_id: -1005 } };
    expect(read(notice)).toEqual({ kind: 'moved', from: '-5', to: '-1005' });
    const arrival = { update_id: 1, message: { chat: chat(-1005, 'supergroup'), migrate_from_chat_id: -5 } };
    expect(read(arrival)).toEqual({ kind: 'moved', from: '-5', to: '-1005' });
    expect(read({ update_id: 1, poll: {} })).toEqual({ kind: 'other' });
    expect(parseUpdate('nonsense', 'TellhookTestBot')).toBeUndefined();
  });
});

describe('the activation of a Telegram target', () => {
  it('begins with a code of 80 bits and links that send it', async () => {
    const { code, options } = await create();
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
    expect(options).toMatchObject({
      ActivationUrl: `https://t.me/TellhookTestBot?start=${code}`,
      ActivationGroupUrl: `https://t.me/TellhookTestBot?startgroup=${code}`,
      expires_at: '2026-11-20T12:30:00.000Z',
    });
  });

  it.each([
    ['the deep link', (code: string) => said(`/start ${code}`)],
    ['the typed code', (code: string) => said(code)],
    ['the code in small letters', (code: string) => said(code.toLowerCase())],
    [
      'a command in a group',
      (code: string) => said(`/start@TellhookTestBot ${code}`, chat(-10042, 'supergroup', 'Team')),
    ],
    ['a post in a channel', (code: string) => said(code, chat(-10043, 'channel', 'News'))],
  ])('is done by %s, and the bot says so in that chat', async (_how, say) => {
    const { id, code } = await create();
    const update = say(code);
    const { status, call } = await tell(update);
    const where = Object.values(update).find((value) => typeof value === 'object')?.chat;
    expect(status).toBe(200);
    expect(call).toMatchObject({
      method: 'sendMessage',
      chat_id: where?.id,
      text: expect.stringContaining('Activated'),
    });
    expect(await stored(id)).toMatchObject({
      status: 'active',
      statusReason: undefined,
      options: { chatId: String(where?.id), chatType: where?.type },
    });
    expect((await stored(id))?.options).not.toHaveProperty('ActivationKey');
  });

  it('works once: another chat is rejected, the same chat is confirmed again', async () => {
    const { code, id } = await create();
    await tell(said(code));
    expect((await tell(said(code, chat(43, 'private')))).call.text).toContain('unknown or has expired');
    expect((await tell(said(code))).call.text).toContain('Activated');
    expect((await stored(id))?.options.chatId).toBe('42');
  });

  it('handles a repeated update only once', async () => {
    const { code } = await create();
    const update = said(code);
    expect((await tell(update)).call).toBeDefined();
    expect(await tell(update)).toEqual({ status: 200, call: undefined });
  });

  it('handles an update again if that failed', async () => {
    const { code, id } = await create();
    const update = said(code);
    const { get } = here.ports.targets;
    here.ports.targets.get = () => Promise.reject(new Error('the table is out of reach'));
    await expect(tell(update)).rejects.toThrow();
    here.ports.targets.get = get;
    expect((await tell(update)).call.text).toContain('Activated');
    expect((await stored(id))?.status).toBe('active');
  });

  it('ends with the code after half an hour; a new code makes the old one invalid', async () => {
    const { code, id } = await create();
    here.advance(30 * 60);
    expect((await tell(said(code))).call.text).toContain('expired');
    const renewed = await updateTarget(11, id, { options: { renew: true } }, here.ports);
    const next = await updateTarget(11, id, { options: { renew: true } }, here.ports);
    expect((await tell(said(String(renewed.options.ActivationKey)))).call.text).toContain('unknown');
    expect((await tell(said(String(next.options.ActivationKey)))).call.text).toContain('Activated');
  });

  it('limits guesses: after ten codes a chat has to wait, even with the right one', async () => {
    const { code } = await create();
    for (let tries = 0; tries < 10; tries += 1) await tell(said(`WRONGCODE${tries}`));
    expect((await tell(said(code))).call.text).toContain('too many codes');
    here.advance(30 * 60 - 1);
    const { code: fresh } = await create('Second');
    here.advance(1);
    expect((await tell(said(fresh))).call.text).toContain('Activated');
  });

  it('rejects a target’s code that was deleted meanwhile', async () => {
    const { code, id } = await create();
    await here.ports.targets.remove(11, id);
    expect((await tell(said(code))).call.text).toContain('unknown');
  });

  it('answers other messages in private chats and stays silent in groups', async () => {
    expect((await tell(said('hello there'))).call.text).toContain('activation code');
    expect((await tell(said('something', chat(-5, 'group')))).call).toBeUndefined();
    expect((await tell(said('/start@TellhookTestBot', chat(-5, 'group')))).call).toBeUndefined();
    expect((await tell(said('/start@TellhookTestBot WRONGCODE', chat(-5, 'group')))).call.text).toContain('unknown');
  });
});

describe('a Telegram target in use', () => {
  const activate = async (where = chat(42, 'private')) => {
    const { code, id } = await create();
    await tell(said(`/start ${code}`, where));
    return id;
  };

  it('becomes inactive if the bot is blocked, and active when it is unblocked', async () => {
    const id = await activate();
    await tell(member('kicked'));
    expect(await stored(id)).toMatchObject({ status: 'inactive', statusReason: { code: 'bot-blocked' } });
    expect(here.notices).toEqual([`refused-${id}`]);
    await tell(member('member'));
    expect(await stored(id)).toMatchObject({ status: 'active', statusReason: undefined });
  });

  it('stays disabled if its owner disabled it', async () => {
    const id = await activate();
    await updateTarget(11, id, { enabled: false }, here.ports);
    await tell(member('kicked'));
    await tell(member('member'));
    expect((await stored(id))?.status).toBe('disabled');
    expect(here.notices).toEqual([]);
  });

  it('moves along if its group becomes a supergroup', async () => {
    const id = await activate(chat(-5, 'group'));
    updateId += 1;
    await tell({ update_id: updateId, message: { chat: chat(-5, 'group'), migrate_to_chat_id: -1005 } });
    expect((await stored(id))?.options.chatId).toBe('-1005');
    await tell(member('left', chat(-1005, 'supergroup')));
    expect((await stored(id))?.status).toBe('inactive');
  });
});

describe('the address for updates', () => {
  it.each([{}, { 'x-telegram-bot-api-secret-token': 'wrong' }, { 'x-telegram-bot-api-secret-token': '' }])(
    'rejects calls without the secret token',
    async (headers) => {
      const { code, id } = await create();
      expect(await tell(said(code), headers as Record<string, string>)).toEqual({ status: 401, call: undefined });
      expect((await stored(id))?.status).toBe('pending');
    },
  );

  it('accepts POST only, at this address only, and only with a bot', async () => {
    expect((await here.call('telegram', { method: 'GET' })).status).toBe(405);
    expect((await here.call('telegram', { path: ['more'] })).status).toBe(404);
    here.ports.credentials = {};
    expect((await here.call('telegram', {})).status).toBe(404);
    expect((await here.call('fax', {})).status).toBe(404);
    expect((await here.call('mock', {})).status).toBe(404);
  });

  it('returns 200 for unknown updates, so later ones are not delayed', async () => {
    expect((await tell({ hello: 'you' })).status).toBe(200);
  });
});

describe('a topic of a group', () => {
  const group = chat(-10042, 'supergroup', 'Team');
  const inTopic = (text: string, id?: number, name = 'Deploys') => {
    updateId += 1;
    const topic = id !== undefined && {
      message_thread_id: id,
      is_topic_message: true,
      reply_to_message: { message_id: id, chat: group, forum_topic_created: { name, icon_color: 1 } },
    };
    return { update_id: updateId, message: { message_id: 5, date: 1_700_000_000, chat: group, text, ...topic } };
  };
  const start = (code: string) => `/start@TellhookTestBot ${code}`;
  const renew = async (id: number) =>
    String((await updateTarget(11, id, { options: { renew: true } }, here.ports)).options.ActivationKey);

  it('is the place of the code, where the bot answers', async () => {
    const { id, code } = await create();
    expect((await tell(inTopic(start(code), 7))).call).toMatchObject({ message_thread_id: 7 });
    expect((await stored(id))?.options).toMatchObject({ chatId: '-10042', topicId: 7, topicName: 'Deploys' });
  });

  it('is empty for an answer in a group without topics, and for the general topic', async () => {
    const { id, code } = await create();
    const answered = inTopic(start(code));
    await tell({ ...answered, message: { ...answered.message, message_thread_id: 99, reply_to_message: {} } });
    expect((await stored(id))?.options).not.toHaveProperty('topicId');
  });

  it('is changed by the same code while it is valid; afterwards the code moves nothing', async () => {
    const { id, code } = await create();
    await tell(inTopic(start(code)));
    expect((await tell(inTopic(start(code), 8, 'Alerts'))).call.text).toContain('Activated');
    expect((await stored(id))?.options).toMatchObject({ topicId: 8, topicName: 'Alerts' });
    await tell(inTopic(start(code)));
    expect((await stored(id))?.options).not.toHaveProperty('topicId');
    here.advance(31 * 60);
    expect((await tell(inTopic(start(code), 8))).call.text).toContain('already used');
    expect((await stored(id))?.options).not.toHaveProperty('topicId');
  });

  it('is changed by a new code, with the old place until then; settings stay', async () => {
    const { id, code } = await create();
    await tell(inTopic(start(code), 7));
    await updateTarget(11, id, { options: { silent_below: 'warning' } }, here.ports);
    const next = await renew(id);
    expect(await stored(id)).toMatchObject({ status: 'active', options: { topicId: 7, chatId: '-10042' } });
    await tell(said(next, chat(43, 'private')));
    expect((await stored(id))?.options).toMatchObject({ chatId: '43', silent_below: 'warning' });
    expect((await stored(id))?.options).not.toHaveProperty('topicId');
    expect((await stored(id))?.options).not.toHaveProperty('ActivationKey');
  });

  it('is also left by a new code while its owner has disabled the target, which stays disabled', async () => {
    const { id, code } = await create();
    await tell(inTopic(start(code), 7));
    await updateTarget(11, id, { enabled: false }, here.ports);
    await tell(inTopic(start(await renew(id)), 8));
    expect(await stored(id)).toMatchObject({ status: 'disabled', options: { topicId: 8 } });
  });

  it('that was rejected is active again when it is reopened, or with a new code elsewhere', async () => {
    const { id, code } = await create();
    await tell(inTopic(start(code), 7));
    const refuse = () =>
      here.ports.targets.markInactive(11, id, { code: 'topic-closed', text: 'closed' }, here.ports.clock());
    await refuse();
    const reopened = (topic: number) => {
      const { update_id, message } = inTopic('', topic);
      return { update_id, message: { ...message, forum_topic_reopened: {} } };
    };
    await tell(reopened(8));
    expect((await stored(id))?.status).toBe('inactive');
    await tell(reopened(7));
    expect((await stored(id))?.status).toBe('active');
    await refuse();
    const next = await renew(id);
    expect((await stored(id))?.status).toBe('pending');
    await tell(inTopic(start(next), 9));
    expect(await stored(id)).toMatchObject({ status: 'active', statusReason: undefined, options: { topicId: 9 } });
  });
});

describe('a click on “Acknowledge”', () => {
  const call = newInvocationId(7, new Date('2026-11-20T12:00:00Z'));
  const clicked = (dispatch: string, where = chat(42, 'private'), from: object = { first_name: 'Ada' }) => {
    updateId += 1;
    const message = { message_id: 5, date: 1_700_000_000, chat: where };
    return { update_id: updateId, callback_query: { id: 'q1', from, message, data: `ack:${dispatch}` } };
  };
  const active = async () => {
    const { id, code } = await create();
    await tell(said(`/start ${code}`));
    return { id, dispatch: dispatchId(call, id) };
  };

  it('acknowledges the call for the person, and answers', async () => {
    const { dispatch } = await active();
    const { status, call: answer } = await tell(clicked(dispatch));
    expect(status).toBe(200);
    expect(answer).toEqual({ method: 'answerCallbackQuery', callback_query_id: 'q1', text: 'Acknowledged.' });
    expect(here.clicks).toEqual([{ userId: 11, dispatchId: dispatch, by: 'Ada' }]);
  });

  it.each([
    [{ first_name: '<!channel> https://x.example', username: 'ada_1' }, 'channel httpsxexample'],
    [{ first_name: '🙂', username: 'ada_1' }, 'ada_1'],
    [{ first_name: '@' }, 'Ops'],
  ])('names a person from %j without links and mentions', async (from, by) => {
    const { dispatch } = await active();
    await tell(clicked(dispatch, undefined, from));
    expect(here.clicks).toMatchObject([{ by }]);
  });

  it('has no effect without the secret, from another chat, for another target, or with invented data', async () => {
    const { id, dispatch } = await active();
    expect((await tell(clicked(dispatch), { 'x-telegram-bot-api-secret-token': 'forged' })).status).toBe(401);
    for (const update of [
      clicked(dispatch, chat(43, 'private')),
      clicked(dispatchId(call, id + 1)),
      clicked('nonsense'),
    ])
      expect((await tell(update)).call.text).toContain('no longer connected');
    const { callback_query: query } = clicked(dispatch);
    expect((await tell({ update_id: 990, callback_query: { ...query, data: 'other' } })).call).toBeUndefined();
    expect(here.clicks).toEqual([]);
  });

  it('counts once if Telegram repeats the update', async () => {
    const { dispatch } = await active();
    const update = clicked(dispatch);
    await tell(update);
    expect(await tell(update)).toEqual({ status: 200, call: undefined });
    expect(here.clicks).toHaveLength(1);
  });
});
