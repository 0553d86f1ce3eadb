import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { credentials, type Playground, startPlayground } from './support.ts';

let playground: Playground;
beforeEach(async () => {
  playground = await startPlayground();
});
afterEach(() => playground.stop());

const content = { type: 'AdaptiveCard', version: '1.4', body: [] };
const card = {
  type: 'message',
  attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content }],
};
const workflow = `/workflows/${'a'.repeat(32)}/triggers/manual/paths/invoke?api-version=1&sp=x&sv=1.0&sig=y`;
const deliver = {
  telegram: () =>
    playground.provider('api.telegram.org', `/bot${credentials.telegram.botToken}/sendMessage`, {
      body: JSON.stringify({ chat_id: 42, text: 'hi' }),
    }),
  slack: () => playground.provider('hooks.slack.com', '/services/T1/B1/hook', { body: '{"text":"hi"}' }),
  msteams: () => playground.provider('prod-1.westeurope.logic.azure.com', workflow, { body: JSON.stringify(card) }),
};
type Slug = keyof typeof deliver;
const slugs = Object.keys(deliver) as Slug[];
const behave = (provider: string, behaviour: object) => playground.api('POST', 'behaviour', { provider, ...behaviour });

describe.each(slugs)('%s, told to misbehave', (slug) => {
  it('asks the sender to wait in the provider’s format', async () => {
    await behave(slug, { mode: '429', retryAfter: 7 });
    const answer = await deliver[slug]();
    expect([answer.status, answer.headers['retry-after']]).toEqual([429, '7']);
  });

  it('fails the given number of times, then recovers', async () => {
    await behave(slug, { mode: '500', times: 2 });
    const statuses = [];
    for (let i = 0; i < 3; i += 1) statuses.push((await deliver[slug]()).status);
    expect(statuses.slice(0, 2)).toEqual([500, 500]);
    expect(statuses[2]).not.toBe(500);
  });

  it('can fail only every third call', async () => {
    await behave(slug, { mode: '429', every: 3 });
    const limited = [];
    for (let i = 0; i < 6; i += 1) limited.push((await deliver[slug]()).status === 429);
    expect(limited).toEqual([false, false, true, false, false, true]);
  });

  it('can reset the connection without a response', async () => {
    await behave(slug, { mode: 'reset', times: 1 });
    await expect(deliver[slug]()).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect((await playground.received(slug)).at(-1)).toMatchObject({ status: 0 });
  });

  it('does not respond until it is stopped', async () => {
    await behave(slug, { mode: 'timeout' });
    const silent = expect(deliver[slug]()).rejects.toMatchObject({ code: 'ECONNRESET' });
    await expect.poll(() => playground.received(slug)).toHaveLength(1);
    await playground.fakes.stop();
    await silent;
  });

  it('recovers immediately', async () => {
    await behave(slug, { mode: 'gone' });
    await behave(slug, { mode: 'ok' });
    expect(await playground.api('GET', 'behaviour')).toMatchObject({ [slug]: { mode: 'ok' } });
  });
});

describe('a target that is gone permanently', () => {
  it.each([
    ['telegram', 403, 'bot was blocked by the user'],
    ['slack', 404, 'no_service'],
    ['msteams', 400, 'WorkflowTriggerIsNotEnabled'],
  ] as const)('is reported by %s with %i %s', async (slug, status, words) => {
    await behave(slug, { mode: 'gone' });
    const answer = await deliver[slug]();
    expect(answer.status).toBe(status);
    expect(answer.body).toContain(words);
  });
});

describe('the behaviour switch', () => {
  it('offers every error of a provider by its code', async () => {
    await behave('slack', { mode: 'answer', answer: 'channel_is_archived', times: 1 });
    const answer = await deliver.slack();
    expect([answer.status, answer.body]).toEqual([410, 'channel_is_archived']);
  });

  it.each([
    [{ provider: 'nobody', mode: '429' }, 'provider must be one of'],
    [{ provider: 'slack', mode: 'sideways' }, 'mode'],
    [{ provider: 'slack', mode: 'answer', answer: 'nothing' }, 'answer must be one of'],
  ])('rejects %o', async (body, words) => {
    expect(await playground.api('POST', 'behaviour', body)).toMatchObject({ error: expect.stringContaining(words) });
  });

  it('does not affect calls that carry no message', async () => {
    await behave('telegram', { mode: '500' });
    const answer = await playground.provider('api.telegram.org', `/bot${credentials.telegram.botToken}/getMe`, {
      body: '{}',
    });
    expect(answer.status).toBe(200);
  });
});
