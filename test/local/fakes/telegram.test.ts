import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { retryDelaySeconds } from '../../../lib/local/fakes/update-queue.ts';
import { credentials, type Playground, startPlayground } from './support.ts';

let playground: Playground;
beforeEach(async () => {
  playground = await startPlayground();
});
afterEach(() => playground.stop());

const call = (method: string, body: unknown, token = credentials.telegram.botToken) =>
  playground.provider('api.telegram.org', `/bot${token}/${method}`, { body: JSON.stringify(body) });
const say = (chatId: number, text: string, more: object = {}) =>
  playground.api('POST', 'telegram/say', { chatId, text, ...more });
const updates = () => playground.callbacks.map(({ body }) => JSON.parse(body));

describe('the Bot API', () => {
  it('recognises its bot by the token', async () => {
    const answer = await call('getMe', {});
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body).result).toMatchObject({ is_bot: true, username: 'ExampleBot', id: 7000001 });
  });

  it.each([
    ['/bot7000001:revoked/sendMessage', 401, 'Unauthorized'],
    ['/bot0123:abc/sendMessage', 401, 'Unauthorized: invalid token specified'],
    ['/botabc/sendMessage', 401, 'Unauthorized: invalid token specified'],
    ['/sendMessage', 404, 'Not Found'],
  ])('rejects %s', async (path, status, description) => {
    const answer = await playground.provider('api.telegram.org', path, { body: '{}' });
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toEqual({ ok: false, error_code: status, description });
  });

  it('accepts a message to a user who has written to the bot, in any spelling of the method', async () => {
    await say(42, 'hello');
    const answer = await call('SENDMESSAGE', { chat_id: 42, text: 'Grüße 🚀' });
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body)).toMatchObject({
      ok: true,
      result: { chat: { id: 42, type: 'private' }, text: 'Grüße 🚀' },
    });
  });

  it('accepts form-encoded calls too', async () => {
    await say(42, 'hello');
    const answer = await playground.provider('api.telegram.org', `/bot${credentials.telegram.botToken}/sendMessage`, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'chat_id=42&text=a+b',
    });
    expect(JSON.parse(answer.body).result.text).toBe('a b');
  });

  it('cannot start a conversation with a stranger', async () => {
    const answer = await call('sendMessage', { chat_id: 77, text: 'hi' });
    expect([answer.status, JSON.parse(answer.body).description]).toEqual([400, 'Bad Request: chat not found']);
  });

  it('accepts 4,096 code points but no more', async () => {
    await say(42, 'hello');
    expect((await call('sendMessage', { chat_id: 42, text: '🚀'.repeat(4096) })).status).toBe(200);
    const answer = await call('sendMessage', { chat_id: 42, text: 'a'.repeat(4097) });
    expect([answer.status, JSON.parse(answer.body).description]).toEqual([400, 'Bad Request: message is too long']);
  });

  it('rejects an empty text', async () => {
    await say(42, 'hello');
    const answer = await call('sendMessage', { chat_id: 42, text: ' \n' });
    expect(JSON.parse(answer.body).description).toBe('Bad Request: message text is empty');
  });

  it.each([
    ['MarkdownV2', 'a.b', "Character '.' is reserved and must be escaped with the preceding '\\'"],
    ['MarkdownV2', 'ä *bold', "Can't find end of Bold entity at byte offset 3"],
    ['HTML', 'a <b>bold', 'Can\'t find end tag corresponding to start tag "b"'],
    ['HTML', 'a <div>', 'Unsupported start tag "div" at byte offset 2'],
  ])('rejects broken %s: %s', async (parse_mode, text, reason) => {
    await say(42, 'hello');
    const answer = await call('sendMessage', { chat_id: 42, text, parse_mode });
    expect([answer.status, JSON.parse(answer.body).description]).toEqual([
      400,
      `Bad Request: can't parse entities: ${reason}`,
    ]);
  });

  it.each([
    ['no list', { type: 'bold' }, "can't parse entities: expected an Array"],
    ['no offset', [{ type: 'bold', length: 1 }], 'can\'t parse MessageEntity: Can\'t find field "offset"'],
    ['another type', [{ type: 'loud', offset: 0, length: 1 }], "can't parse MessageEntity: Unsupported type specified"],
    [
      'a link without an address',
      [{ type: 'text_link', offset: 0, length: 1 }],
      'can\'t parse MessageEntity: Can\'t find field "url"',
    ],
    ['a negative offset', [{ type: 'bold', offset: -1, length: 1 }], 'receive an entity with incorrect offset -1'],
    [
      'a beginning behind the end',
      [{ type: 'bold', offset: 9, length: 1 }],
      'entity begins after the end of the text at UTF-16 offset 9',
    ],
    [
      'an end behind the end',
      [{ type: 'bold', offset: 3, length: 4 }],
      'entity beginning at UTF-16 offset 3 ends after the end of the text at UTF-16 offset 7',
    ],
    [
      'a beginning inside a character',
      [{ type: 'bold', offset: 4, length: 2 }],
      'entity begins in a middle of a UTF-16 symbol at byte offset 3',
    ],
    [
      'an end inside a character',
      [{ type: 'bold', offset: 0, length: 4 }],
      'entity beginning at UTF-16 offset 0 ends in a middle of a UTF-16 symbol at byte offset 3',
    ],
    [
      'a link to no page',
      [{ type: 'text_link', offset: 0, length: 1, url: 'javascript:alert(1)' }],
      "entity URL 'javascript:alert(1)' is invalid: Unsupported URL protocol",
    ],
    [
      'a link to no host',
      [{ type: 'text_link', offset: 0, length: 1, url: 'not-a-url' }],
      "entity URL 'not-a-url' is invalid: Wrong HTTP URL",
    ],
    ['101 marks', Array.from({ length: 101 }, () => ({ type: 'bold', offset: 0, length: 1 })), 'ENTITIES_TOO_LONG'],
  ])('rejects formatting with %s', async (_, entities, reason) => {
    await say(42, 'hello');
    const answer = await call('sendMessage', { chat_id: 42, text: 'abc🚀d', entities });
    expect([answer.status, JSON.parse(answer.body).description]).toEqual([400, `Bad Request: ${reason}`]);
  });

  it('accepts nested formatting up to the end of the text, but none of zero length', async () => {
    await say(42, 'hello');
    const entities = [
      { type: 'bold', offset: 0, length: 6 },
      { type: 'text_link', offset: 3, length: 2, url: 'https://example.org' },
      { type: 'text_link', offset: 0, length: 1, url: `${playground.appUrl}/webhooks/1` },
      { type: 'pre', language: 'js', offset: 5, length: 0 },
      { type: 'hashtag', offset: 0, length: 1 },
    ];
    expect((await call('sendMessage', { chat_id: 42, text: 'abc🚀d', entities })).status).toBe(200);
  });

  it.each([
    ['MarkdownV2', 'a\\.b *bold* `x.y` [link](https://example.org/a.b)'],
    ['HTML', 'a <b>bold</b> &lt;x&gt; <a href="https://example.org">link</a>'],
  ])('accepts well-formed %s', async (parse_mode, text) => {
    await say(42, 'hello');
    expect((await call('sendMessage', { chat_id: 42, text, parse_mode })).status).toBe(200);
  });

  it.each([
    [400404, 400, 'Bad Request: chat not found'],
    [-400003, 400, 'Bad Request: not enough rights to send text messages to the chat'],
    [403001, 403, 'Forbidden: bot was blocked by the user'],
    [403002, 403, 'Forbidden: user is deactivated'],
    [403003, 403, "Forbidden: bot can't initiate conversation with a user"],
    [403004, 403, "Forbidden: the bot can't send messages to the bot"],
    [-403005, 403, 'Forbidden: bot was kicked from the group chat'],
    [-100403006, 403, 'Forbidden: bot was kicked from the supergroup chat'],
    [-100403007, 403, 'Forbidden: bot was kicked from the channel chat'],
    [-100403008, 403, 'Forbidden: bot is not a member of the supergroup chat'],
    [-403009, 403, 'Forbidden: the group chat was deleted'],
    [401001, 401, 'Unauthorized'],
  ])('returns the documented error for the chat %i', async (chat_id, status, description) => {
    const answer = await call('sendMessage', { chat_id, text: 'hi' });
    expect([answer.status, JSON.parse(answer.body).description]).toEqual([status, description]);
  });

  it('reports the new id of a migrated group, and accepts messages there', async () => {
    const answer = await call('sendMessage', { chat_id: -400001, text: 'hi' });
    expect(answer.status).toBe(400);
    const { parameters } = JSON.parse(answer.body);
    expect(parameters.migrate_to_chat_id).toBe(-1000000400001);
    expect((await call('sendMessage', { chat_id: parameters.migrate_to_chat_id, text: 'hi' })).status).toBe(200);
  });

  it('asks the sender to wait once, then accepts the message', async () => {
    const answer = await call('sendMessage', { chat_id: 429005, text: 'hi' });
    expect(answer.status).toBe(429);
    expect(answer.headers['retry-after']).toBe('5');
    expect(JSON.parse(answer.body).parameters).toEqual({ retry_after: 5 });
    expect((await call('sendMessage', { chat_id: 429005, text: 'hi' })).status).toBe(200);
  });

  it('fails twice with 500, then accepts the message', async () => {
    const statuses = [];
    for (let i = 0; i < 3; i += 1) statuses.push((await call('sendMessage', { chat_id: 500001, text: 'hi' })).status);
    expect(statuses).toEqual([500, 500, 200]);
  });

  it('accepts the same text without the rejected markup', async () => {
    expect((await call('sendMessage', { chat_id: 400002, text: 'a', parse_mode: 'HTML' })).status).toBe(400);
    expect((await call('sendMessage', { chat_id: 400002, text: 'a' })).status).toBe(200);
  });

  it('accepts a webhook URL only where Telegram would', async () => {
    expect((await call('setWebhook', { url: 'http://example.org/hook' })).status).toBe(400);
    expect((await call('setWebhook', { url: 'https://example.org:8000/hook' })).status).toBe(400);
    expect((await call('setWebhook', { url: `${playground.appUrl}/api/other`, secret_token: 'sp ace' })).status).toBe(
      400,
    );
    expect((await call('setWebhook', { url: `${playground.appUrl}/api/other`, secret_token: 'new' })).status).toBe(200);
    await say(42, 'hello');
    expect(playground.callbacks[0]?.url).toBe('/api/other');
    expect(playground.callbacks[0]?.headers['x-telegram-bot-api-secret-token']).toBe('new');
  });
});

describe('a user who writes to the bot', () => {
  it('reaches the product as a signed update', async () => {
    expect(await say(42, '/start CODE1234')).toMatchObject({ delivered: true, status: 200 });
    expect(playground.callbacks[0]).toMatchObject({ method: 'POST', url: '/api/callbacks/telegram' });
    expect(playground.callbacks[0]?.headers['x-telegram-bot-api-secret-token']).toBe('made-up-secret');
    expect(updates()[0].message).toMatchObject({
      from: { id: 42, is_bot: false },
      chat: { id: 42, type: 'private' },
      date: Math.floor(playground.clock.now.getTime() / 1000),
      text: '/start CODE1234',
      entities: [{ type: 'bot_command', offset: 0, length: 6 }],
    });
  });

  it('numbers updates upwards', async () => {
    await say(42, 'one');
    await say(42, 'two');
    const [first, second] = updates();
    expect(second.update_id).toBe(first.update_id + 1);
  });

  it('sees a reply sent in the body of the callback', async () => {
    playground.answers.push({ body: JSON.stringify({ method: 'sendMessage', chat_id: 42, text: 'Activated' }) });
    await say(42, 'CODE1234');
    const received = await playground.received('telegram');
    expect(received).toHaveLength(1);
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({ chat_id: 42, text: 'Activated' });
  });

  it('is posted repeatedly, in order, until the product accepts it', async () => {
    playground.answers.push({ status: 500 }, { status: 503, headers: { 'retry-after': '7' } }, { status: 404 });
    await say(42, 'one');
    await say(42, 'two');
    await expect.poll(() => updates().map(({ message }) => message.text)).toEqual(['one', 'one', 'one', 'one', 'two']);
    expect(playground.waits).toEqual([0, 7000, 2000]);
  });

  it('reaches the bot in a group only with a command', async () => {
    expect(await say(-100555, 'CODE1234')).toMatchObject({ delivered: false });
    await say(-100555, '/start@ExampleBot CODE1234');
    await say(-100555, '/start@OtherBot CODE1234');
    const messages = updates().filter((update) => update.message);
    expect(messages.map(({ message }) => message.text)).toEqual(['/start@ExampleBot CODE1234']);
    expect(messages[0].message.chat).toMatchObject({ id: -100555, type: 'supergroup' });
  });

  it('in a channel arrives as a channel post without a sender', async () => {
    await say(-100777, 'CODE1234', { type: 'channel', title: 'News' });
    const post = updates().find((update) => update.channel_post)?.channel_post;
    expect(post).toMatchObject({ chat: { id: -100777, type: 'channel', title: 'News' }, text: 'CODE1234' });
    expect(post.from).toBeUndefined();
  });

  it('can block and unblock the bot', async () => {
    await say(42, 'hello');
    await playground.api('POST', 'telegram/block', { chatId: 42, closed: true });
    expect((await call('sendMessage', { chat_id: 42, text: 'hi' })).status).toBe(403);
    await playground.api('POST', 'telegram/block', { chatId: 42, closed: false });
    expect((await call('sendMessage', { chat_id: 42, text: 'hi' })).status).toBe(200);
    const members = updates().flatMap((update) => update.my_chat_member?.new_chat_member.status ?? []);
    expect(members).toEqual(['kicked', 'member']);
  });

  it('can turn a group into a supergroup', async () => {
    await say(-4321, '/start CODE1234');
    const { chatId } = await playground.api<{ chatId: number }>('POST', 'telegram/migrate', { chatId: -4321 });
    const notices = updates().flatMap(({ message }) => message ?? []);
    expect(notices).toContainEqual(expect.objectContaining({ migrate_to_chat_id: chatId }));
    expect(notices).toContainEqual(expect.objectContaining({ migrate_from_chat_id: -4321 }));
    expect(JSON.parse((await call('sendMessage', { chat_id: -4321, text: 'hi' })).body).parameters).toEqual({
      migrate_to_chat_id: chatId,
    });
    expect((await call('sendMessage', { chat_id: chatId, text: 'hi' })).status).toBe(200);
  });
});

describe('the wait before an update is posted again', () => {
  it('starts at zero and doubles up to a minute, unless the product names a time', () => {
    expect([1, 2, 3, 4, 8, 20].map((attempt) => retryDelaySeconds(attempt, undefined))).toEqual([0, 1, 2, 4, 60, 60]);
    expect(retryDelaySeconds(1, 30)).toBe(30);
    expect(retryDelaySeconds(1, 99_999)).toBe(3600);
  });
});

describe('the record of Telegram', () => {
  it('never shows the token or the secret', async () => {
    await say(42, 'hello');
    await call('sendMessage', { chat_id: 42, text: 'hi' });
    await call('setWebhook', { url: `${playground.appUrl}/api/callbacks/telegram`, secret_token: 'made-up-secret' });
    const shown =
      JSON.stringify(await playground.api('GET', 'changes')) + JSON.stringify(await playground.received('telegram'));
    expect(shown).toContain('/bot7000001:***/sendMessage');
    expect(shown).not.toContain('made-up-bot-token');
    expect(shown).not.toContain('made-up-secret');
  });
});

describe('a supergroup with topics', () => {
  const GROUP = -1_002_003_004_005;
  const send = async (more: object = {}) => {
    const { status, body } = await call('sendMessage', { chat_id: GROUP, text: 'hi', ...more });
    const { description, result } = JSON.parse(body);
    return status === 200 ? result : description;
  };
  const newTopic = async (name: string) =>
    (await playground.api<{ topic: number }>('POST', 'telegram/topic', { chatId: GROUP, name })).topic;
  const change = (topic: number, what: string) =>
    playground.api('POST', 'telegram/topicstate', { chatId: GROUP, topic, what });

  it('accepts messages in an existing open topic, and without a topic in the general one', async () => {
    await say(GROUP, '/start@ExampleBot');
    const topic = await newTopic('Deploys');
    expect(await send({ message_thread_id: topic })).toMatchObject({
      message_thread_id: topic,
      is_topic_message: true,
    });
    expect(await send()).not.toHaveProperty('message_thread_id');
    // Elsewhere, 1 is the number of the general topic, but it is invalid here.
    expect(await send({ message_thread_id: 1 })).toBe('Bad Request: message thread not found');
    await change(topic, 'close');
    expect(await send({ message_thread_id: topic })).toBe('Bad Request: TOPIC_CLOSED');
    await change(topic, 'reopen');
    expect(await send({ message_thread_id: topic })).toMatchObject({ is_topic_message: true });
    await change(topic, 'delete');
    expect(await send({ message_thread_id: topic })).toBe('Bad Request: message thread not found');
  });

  it('tells the bot a message’s topic and when topics open or close, but not when one is deleted', async () => {
    await say(GROUP, '/start@ExampleBot');
    const topic = await newTopic('Deploys');
    await say(GROUP, '/start@ExampleBot CODE', { topic });
    expect(updates().at(-1).message).toMatchObject({
      message_thread_id: topic,
      is_topic_message: true,
      reply_to_message: { forum_topic_created: { name: 'Deploys' } },
    });
    await change(topic, 'close');
    expect(updates().at(-1).message).toMatchObject({ forum_topic_closed: {}, message_thread_id: topic });
    await change(topic, 'reopen');
    expect(updates().at(-1).message).toMatchObject({ forum_topic_reopened: {} });
    const told = updates().length;
    await change(topic, 'delete');
    expect(updates()).toHaveLength(told);
  });

  it('has no topics unless it is a supergroup', async () => {
    await say(42, 'hello');
    expect(
      JSON.parse((await call('sendMessage', { chat_id: 42, text: 'a', message_thread_id: 5 })).body).description,
    ).toBe('Bad Request: message thread not found');
    expect(await playground.api('POST', 'telegram/topic', { chatId: 42, name: 'x' })).toEqual({
      error: 'Only a supergroup has topics.',
    });
  });
});

describe('a button with data', () => {
  const button = (callback_data: string) => ({ inline_keyboard: [[{ text: 'Acknowledge', callback_data }]] });

  it('is clicked by a person, whose click is an update', async () => {
    await say(42, 'hello');
    const sent = await call('sendMessage', { chat_id: 42, text: 'Down', reply_markup: button('ack:1') });
    const { message_id: message } = JSON.parse(sent.body).result;
    await playground.api('POST', 'telegram/click', { chatId: 42, message });
    expect(updates().at(-1)).toMatchObject({
      callback_query: { data: 'ack:1', from: { first_name: 'Person 42' }, message: { message_id: message } },
    });
    const count = updates().length;
    await playground.api('POST', 'telegram/click', { chatId: 42, message: 1 });
    expect(updates()).toHaveLength(count);
  });

  it.each(['', 'x'.repeat(65)])('has 1 to 64 bytes, unlike %j', async (data) => {
    await say(42, 'hello');
    expect((await call('sendMessage', { chat_id: 42, text: 'Down', reply_markup: button(data) })).status).toBe(400);
  });
});
