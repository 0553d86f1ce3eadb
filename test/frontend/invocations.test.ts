import { describe, expect, it } from 'vitest';
import { type FoundInvocation, merged } from '../../frontend/src/data/invocation-search.ts';
import { isSecretHeader, looksLikeHandshake, parseJson } from '../../frontend/src/features/invocations/body.ts';
import { beginningOf, changesBetween } from '../../frontend/src/features/invocations/changes.ts';
import { curlCommand } from '../../frontend/src/features/invocations/curl.ts';
import { possibleActions } from '../../frontend/src/features/invocations/dispatch-rules.ts';
import { fromLocalInput, toLocalInput } from '../../frontend/src/features/invocations/local-time.ts';
import {
  filterOf,
  isFiltered,
  readInvocationSearch,
  withoutFilters,
} from '../../frontend/src/features/invocations/search.ts';
import { timelineSteps } from '../../frontend/src/features/invocations/timeline-steps.ts';
import { formatDuration } from '../../frontend/src/lib/format.ts';
import { readHeaders } from '../../frontend/src/lib/headers.ts';
import { childPath } from '../../frontend/src/ui/json-tree.tsx';

describe('a call as a curl command', () => {
  const call = { method: 'POST', query: '', headers: {}, rawBody: '', rawBodyEncoding: 'utf8' as const };

  it('quotes characters that a shell would interpret', () => {
    expect(curlCommand('http://x/r', { ...call, rawBody: `it's $HOME \`id\`` })).toBe(
      `curl -X POST 'http://x/r' \\\n  --data-raw 'it'\\''s $HOME \`id\`'`,
    );
  });

  it('keeps the query and the relevant headers', () => {
    const command = curlCommand('http://x/r', {
      ...call,
      method: 'GET',
      query: 'a=1',
      headers: { host: 'y', 'x-event': 'push', 'content-length': '3', 'sec-fetch-mode': 'cors' },
    });
    expect(command).toBe(`curl -X GET 'http://x/r?a=1' \\\n  -H 'x-event: push'`);
  });

  it('decodes a binary body from base64', () => {
    expect(curlCommand('http://x/r', { ...call, rawBody: 'AAE=', rawBodyEncoding: 'base64' })).toMatch(
      /^echo 'AAE=' \| base64 -d \| curl .*--data-binary @-$/s,
    );
  });
});

describe('a body', () => {
  it('is a tree if it is JSON', () => {
    expect(parseJson(' {"a":[1]}')).toEqual({ a: [1] });
    expect(parseJson('a=1')).toBeUndefined();
    expect(parseJson('{broken')).toBeUndefined();
  });

  it('has paths for copying', () => {
    expect(childPath('$', 'name')).toBe('$.name');
    expect(childPath('$.list', 0)).toBe('$.list[0]');
    expect(childPath('$', 'with space')).toBe('$["with space"]');
  });
});

describe('headers', () => {
  it('are parsed from their JSON string, with repeated ones joined', () => {
    expect(readHeaders('{"a":"1","b":["2","3"]}')).toEqual({ a: '1', b: '2, 3' });
    expect(readHeaders('broken')).toEqual({});
  });

  it.each(['Authorization', 'cookie', 'x-api-key', 'X-Gitlab-Token', 'x-hub-signature'])(
    'hide the value of %s',
    (name) => expect(isSecretHeader(name)).toBe(true),
  );
  it.each(['content-type', 'user-agent', 'x-github-event'])('show the value of %s', (name) =>
    expect(isSecretHeader(name)).toBe(false),
  );
});

describe('the differences from the previous call', () => {
  it('name the fields that were added, removed and changed', () => {
    expect(
      changesBetween({ a: 1, b: { c: 2 }, d: [1, 2], gone: true }, { a: 1, b: { c: 3 }, d: [1], came: null }),
    ).toEqual([
      { path: '$.b.c', before: 2, after: 3 },
      { path: '$.d[1]', before: 2, after: undefined },
      { path: '$.came', before: undefined, after: null },
      { path: '$.gone', before: true, after: undefined },
    ]);
  });

  it('show the beginning of a value as JSON, without writing all of it', () => {
    for (const value of [null, 'text', { a: [1, 'b', { c: null }], 'd"': {} }, [] as never[]])
      expect(beginningOf(value)).toBe(JSON.stringify(value));
    const many = Array.from({ length: 5000 }, (_, id) => ({ id, text: 'long '.repeat(20) }));
    expect(beginningOf(many)).toBe(`${JSON.stringify(many).slice(0, 200)}…`);
    expect(beginningOf('x'.repeat(300))).toBe(`"${'x'.repeat(199)}…`);
  });
});

describe('the query of the list’s URL', () => {
  it('contains page, filter, open call and tab, and nothing else', () => {
    const id = '0mwovmowf11qlhv46xcuipn9esih';
    expect(readInvocationSearch({ page: 3, status: 'error', inv: id, tab: 'body', x: 1 })).toEqual({
      page: 3,
      status: 'error',
      inv: id,
      tab: 'body',
    });
    expect(readInvocationSearch({ again: true, job: 'r-1' })).toEqual({ again: true, job: 'r-1' });
    expect(readInvocationSearch({ page: 1, status: 'other', inv: '<script>', tab: 'dispatches' })).toEqual({});
  });
});

describe('the search filter', () => {
  const read = (search: Record<string, unknown>) => readInvocationSearch(search);

  it('is read from the URL in the server’s format', () => {
    const now = Date.UTC(2026, 10, 20, 12);
    const search = read({ status: 'error', target: 21, q: ' order 4711 ', last: '24h', since: '2026-11-01T00:00:00Z' });
    expect(filterOf(search, now)).toEqual({
      status: 'error',
      target_id: 21,
      text: 'order 4711',
      from: '2026-11-19T12:00:00.000Z',
    });
    const span = read({ since: '2026-11-01T00:00:00Z', until: '2026-11-02T00:00:00+01:00', q: 4711 });
    expect(filterOf(span, now)).toEqual({
      from: '2026-11-01T00:00:00.000Z',
      to: '2026-11-01T23:00:00.000Z',
      text: '4711',
    });
  });

  it('leaves out values that are not searchable', () => {
    const odd = { status: 'x', target: '1e3x', q: '  ', last: '2y', since: 'yesterday', until: 7, test: 'yes' };
    expect(read(odd)).toEqual({});
    expect(isFiltered(read({ page: 2, inv: 'a'.repeat(28), test: true }))).toBe(false);
    expect(withoutFilters(read({ q: 'a', page: 2, tab: 'body' }))).toEqual({ tab: 'body' });
  });
});

describe('new calls next to search results', () => {
  it('come first, and the results keep their latest status', () => {
    const row = (id: string, status = 'pending') => ({ id, status }) as unknown as FoundInvocation;
    expect(merged([row('3'), row('2', 'error')], [row('2'), row('1')])).toEqual([
      row('3'),
      row('2', 'error'),
      row('1'),
    ]);
  });
});

describe('a URL verification request', () => {
  const call = { method: 'POST', query: '', rawBody: '', rawHeaders: '{}', size: 10 };

  it('is recognised in a stored call', () => {
    for (const handshake of [
      { rawBody: '{"type":"url_verification","challenge":"a"}' },
      { rawBody: '{"Type":"SubscriptionConfirmation"}' },
      { method: 'GET', query: 'hub.mode=subscribe&hub.challenge=1' },
      { query: 'validationToken=a' },
      { method: 'GET', query: 'challenge=a' },
      { method: 'OPTIONS', rawHeaders: '{"webhook-request-origin":"a"}' },
    ])
      expect(looksLikeHandshake({ ...call, ...handshake })).toBe(true);
    for (const ordinary of [
      { rawBody: '{"type":"order"}' },
      { query: 'challenge=a' },
      { rawBody: '["url_verification"]' },
    ])
      expect(looksLikeHandshake({ ...call, ...ordinary })).toBe(false);
  });
});

describe('a duration', () => {
  it('is shown in the largest unit that fits', () => {
    expect([0, 840, 2_500, 42_000, 180_000, 7_200_000].map(formatDuration)).toEqual([
      '0 ms',
      '840 ms',
      '2.5 s',
      '42 s',
      '3 min',
      '2 h',
    ]);
  });
});

describe('the actions for a message', () => {
  const never = '0001-01-01T00:00:00Z';
  const later = '2026-11-20T09:00:00.000Z';
  const message = (
    status: 'pending' | 'success' | 'error',
    nextAttemptAt: string,
    target: 'active' | 'disabled' | 'inactive' | 'deleted' = 'active',
  ) => possibleActions({ status, nextAttemptAt, target: { status: target } });

  it('try now or stop retrying while another attempt is planned', () => {
    expect(message('error', later)).toMatchObject({ wait: true, again: false });
    expect(message('pending', later)).toMatchObject({ wait: true, again: false });
  });

  it('only stop retrying while its target is disabled', () => {
    expect(message('error', later)).toMatchObject({ wait: true, now: true });
    expect(message('error', later, 'disabled')).toMatchObject({ wait: true, now: false, again: false });
  });

  it('resend it once it is decided, unless its target was deleted', () => {
    expect(message('success', never)).toMatchObject({ wait: false, again: true });
    expect(message('error', never)).toMatchObject({ wait: false, again: true });
    expect(message('error', never, 'deleted')).toMatchObject({ wait: false, again: false });
  });

  it('are unavailable while it is being sent', () => {
    expect(message('pending', never)).toMatchObject({ wait: false, again: false });
  });

  it('include fixing its target if it is no longer receiving messages', () => {
    expect(message('error', never, 'inactive')).toMatchObject({ again: false, repair: true });
    expect(message('error', never).repair).toBe(false);
    expect(message('success', never, 'inactive').repair).toBe(false);
  });
});

describe('a time range in a form', () => {
  it('is read back as the same minute in UTC', () => {
    const time = Date.UTC(2026, 10, 20, 7, 55);
    expect(fromLocalInput(toLocalInput(time))).toBe(new Date(time).toISOString());
    expect(fromLocalInput('2026-11-')).toBeUndefined();
  });
});

describe('a message’s history', () => {
  const attempt = (second: number, outcome: string, detail = '') => ({
    at: new Date(Date.UTC(2026, 10, 20, 8, 0, second)).toISOString(),
    outcome,
    detail,
    durationMs: 17,
  });
  const steps = (attempts: object[], nextAttemptAt = '0001-01-01T00:00:00Z') =>
    timelineSteps({ attempts, nextAttemptAt } as never, '2026-11-20T08:00:00.000Z');

  it('shows the call’s arrival, waiting times, the result of each attempt, and the next step', () => {
    const told = steps([attempt(1, 'retry'), attempt(6, 'ok')], '2026-11-20T09:00:00.000Z');
    expect(told.map(({ word, tone, took, after }) => [word, tone, took, after])).toEqual([
      ['Call received', 'idle', undefined, undefined],
      ['Failed', 'warn', '17 ms', '1 s'],
      ['Delivered', 'ok', '17 ms', '5 s'],
      ['Next attempt', 'idle', undefined, undefined],
    ]);
  });

  it('tells manual attempts from automatic ones', () => {
    const told = steps([attempt(1, 'retry'), attempt(6, 'fail_message'), { ...attempt(60, 'ok'), sentAgain: true }]);
    expect(told.map(({ word, after }) => [word, after])).toEqual([
      ['Call received', undefined],
      ['Failed', '1 s'],
      ['Rejected', '5 s'],
      ['Resent', '54 s'],
      ['Delivered', undefined],
    ]);
    const waits = timelineSteps(
      { attempts: [attempt(1, 'fail_message')], nextAttemptAt: '', status: 'pending' } as never,
      '',
    );
    expect(waits.map(({ word }) => word)).toEqual(['Call received', 'Rejected', 'Resent']);
  });

  it('leaves out the middle of many attempts, and says so', () => {
    const many = Array.from({ length: 12 }, (_, index) => attempt(index, 'retry'));
    expect(steps(many).map(({ word }) => word)).toEqual([
      'Call received',
      'Failed',
      'Failed',
      '7 more attempts',
      'Failed',
      'Failed',
      'Failed',
    ]);
  });
});
