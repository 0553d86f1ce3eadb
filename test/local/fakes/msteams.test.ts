import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Playground, startPlayground } from './support.ts';

let playground: Playground;
beforeEach(async () => {
  playground = await startPlayground();
});
afterEach(() => playground.stop());

const id = '0123456789abcdef0123456789abcdef';
const oldHost = 'prod-42.westeurope.logic.azure.com';
const newHost = 'default0123456789.a1.environment.api.powerplatform.com';
const signed = 'sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=made-up';
const oldUrl = `/workflows/${id}/triggers/manual/paths/invoke?api-version=2016-06-01&${signed}`;
const newUrl = `/powerautomate/automations/direct/workflows/${id}/triggers/manual/paths/invoke?api-version=1&${signed}`;

const card = (content: object) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: { type: 'AdaptiveCard', version: '1.4', body: [], ...content },
    },
  ],
});
const message = (text: string) => card({ body: [{ type: 'TextBlock', text, wrap: true }] });
const post = (host: string, path: string, body: unknown = message('hi'), headers: Record<string, string> = {}) =>
  playground.provider(host, path, { body: typeof body === 'string' ? body : JSON.stringify(body), headers });
const codeOf = (body: string) => JSON.parse(body).error.code;

describe('a Teams workflow', () => {
  it.each([
    [oldHost, oldUrl],
    [newHost, newUrl],
    [newHost, newUrl.replace('/direct/', '/direct/cu/12/')],
    [newHost, newUrl.replace('invoke?', 'invoke/?')],
  ])('accepts a card at %s%s', async (host, path) => {
    const answer = await post(host, path);
    expect([answer.status, answer.body]).toEqual([202, '']);
  });

  it.each([
    ['disabled', 400, 'WorkflowTriggerIsNotEnabled'],
    ['schema', 400, 'TriggerInputSchemaMismatch'],
    ['unauth', 401, 'AuthorizationFailed'],
    ['forbidden', 403, 'Forbidden'],
    ['notfound', 404, 'WorkflowNotFound'],
    ['toolarge', 413, 'RequestEntityTooLarge'],
    ['500', 500, 'InternalServerError'],
  ])('answers sig=%s with the provider’s error', async (sig, status, code) => {
    const answer = await post(newHost, newUrl.replace('sig=made-up', `sig=${sig}`));
    expect([answer.status, codeOf(answer.body)]).toEqual([status, code]);
  });

  it('throttles without a Retry-After', async () => {
    const answer = await post(newHost, newUrl.replace('sig=made-up', 'sig=throttle'));
    expect(answer.status).toBe(429);
    expect(answer.headers['retry-after']).toBeUndefined();
  });

  it.each([
    ['the version is lost', newUrl.replace('api-version=1&', ''), {}, 'MissingApiVersionParameter'],
    ['the signature is lost', newUrl.replace('&sig=made-up', ''), {}, 'DirectApiAuthorizationRequired'],
    ['sp and sv are lost', newUrl.replace(/sp=.*sv=1.0&/, ''), {}, 'AuthorizationFailed'],
    [
      'there is an Authorization header',
      newUrl,
      { authorization: 'Bearer x' },
      'DirectApiRequestHasMoreThanOneAuthorization',
    ],
    ['the path is wrong', '/workflows/short/triggers/manual/paths/invoke?api-version=1', {}, 'WorkflowNotFound'],
  ] as const)('rejects a card when %s', async (_, path, headers, code) => {
    expect(codeOf((await post(newHost, path, message('hi'), headers)).body)).toBe(code);
  });

  it('rejects a body that is not JSON', async () => {
    expect(codeOf((await post(newHost, newUrl, '{')).body)).toBe('InvalidRequestContent');
  });

  it.each([
    ['a card over 28 KB', message('a'.repeat(28 * 1024))],
    ['a message without a card', { text: 'hi' }],
    ['a card of a later version', card({ version: '1.6' })],
    ['a card with an element that Teams does not have', card({ body: [{ type: 'Marquee', text: 'hi' }] })],
    ['a text without words', card({ body: [{ type: 'TextBlock' }] })],
    ['facts without values', card({ body: [{ type: 'FactSet', facts: [{ title: 'a' }] }] })],
    ['a style that is none', card({ body: [{ type: 'Container', style: 'loud', items: [] }] })],
    ['a button that leads nowhere', card({ actions: [{ type: 'Action.OpenUrl', title: 'Open' }] })],
    [
      'seven buttons',
      card({ actions: Array.from({ length: 7 }, () => ({ type: 'Action.OpenUrl', url: 'https://example.org' })) }),
    ],
  ])('accepts %s and drops it silently', async (_, body) => {
    expect((await post(newHost, newUrl, body)).status).toBe(202);
    expect(await playground.losses()).toHaveLength(1);
  });

  it('shows facts, text runs, a coloured box and a button', async () => {
    const body = [
      {
        type: 'Container',
        style: 'attention',
        items: [{ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: 'Failed', weight: 'Bolder' }, ' today'] }],
      },
      { type: 'FactSet', facts: [{ title: 'Branch', value: 'main' }] },
    ];
    const actions = [{ type: 'Action.OpenUrl', title: 'Open run', url: 'https://example.org' }];
    expect((await post(newHost, newUrl, card({ body, actions }))).status).toBe(202);
    expect((await playground.received('msteams'))[0]?.note).toBeUndefined();
  });

  it('is recorded without its signature', async () => {
    await post(newHost, newUrl);
    const [entry] = await playground.received('msteams');
    expect(entry?.url).toContain('&sv=1.0&sig=***');
    expect(JSON.stringify(await playground.api('GET', 'changes'))).not.toContain('made-up');
  });
});

describe('a user who adds a workflow to a channel', () => {
  it.each(['powerplatform', 'logicapps'])('gets a URL of the form %s that works only unchanged', async (form) => {
    const { url } = await playground.api<{ url: string }>('POST', 'msteams/workflow', { channel: 'Releases', form });
    const { hostname, pathname, search } = new URL(url);
    expect((await post(hostname, pathname + search)).status).toBe(202);
    expect(codeOf((await post(hostname, `${pathname}${search}x`)).body)).toBe('AuthorizationFailed');
  });

  it('can turn it off and on', async () => {
    const { url } = await playground.api<{ url: string }>('POST', 'msteams/workflow', { channel: 'Releases' });
    const { hostname, pathname, search } = new URL(url);
    await playground.api('POST', 'msteams/switch', { channel: 'Releases', off: true });
    expect(codeOf((await post(hostname, pathname + search)).body)).toBe('WorkflowTriggerIsNotEnabled');
    await playground.api('POST', 'msteams/switch', { channel: 'Releases', off: false });
    expect((await post(hostname, pathname + search)).status).toBe(202);
  });
});
