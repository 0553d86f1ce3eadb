import { describe, expect, it } from 'vitest';
import { MAX_EXPORTED } from '#contract/bounds';
import { type Collected, collectCalls } from '../../frontend/src/data/export-calls.ts';
import type { FoundInvocation } from '../../frontend/src/data/invocation-search.ts';
import { csvOf, fileNameOf, jsonOf } from '../../frontend/src/features/invocations/export-rows.ts';
import { accountPerTest } from './support/account.ts';
import { json, problem } from './support/api.ts';

const call = (over: Partial<FoundInvocation> = {}) =>
  ({
    id: 'a',
    invokedAt: '2026-11-20T12:00:00.000Z',
    status: 'success',
    numDispatches: 2,
    method: 'POST',
    query: '',
    contentType: 'application/json',
    ip: '127.0.0.1',
    size: 7,
    rawBody: '{"a":1}',
    rawBodyEncoding: 'utf8',
    rawBodyTruncated: false,
    ...over,
  }) as FoundInvocation;

/** Parses CSV by the rules of RFC 4180. */
const cellsOf = (csv: string): string[][] =>
  csv
    .replace('\u{feff}', '')
    .trimEnd()
    .split(/\r\n(?=(?:[^"]*"[^"]*")*[^"]*$)/)
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain = '']) =>
        quoted === undefined ? plain : quoted.replaceAll('""', '"'),
      ),
    );
const cell = (csv: string, name: string): string | undefined => {
  const [head = [], row = []] = cellsOf(csv);
  return row[head.indexOf(name)];
};

describe('exported calls', () => {
  it('keep commas, quotes, line breaks and characters of all languages', () => {
    const rawBody = '{"a": "b, \\"c\\"",\r\n"ü": "日本"}';
    expect(cell(csvOf([call({ rawBody })]), 'body')).toBe(rawBody);
  });

  const disguised = [' =1', '\u200b=1', '\ufeff@A1', '＝1', '＋1', '－1', '＠A1'];
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', ...disguised])(
    'never contain a formula: %j',
    (title) => {
      expect(cell(csvOf([call({ message: { title } })]), 'title')).toBe(`'${title}`);
    },
  );

  it('have one row per call, below the column names', () => {
    const rows = cellsOf(csvOf([call(), call({ id: 'b' })]));
    expect(rows.map(([id]) => id)).toEqual(['id', 'a', 'b']);
    expect(new Set(rows.map(({ length }) => length)).size).toBe(1);
    expect(csvOf([])).toMatch(/^\u{feff}id,invoked_at,[a-z_,]+\r\n$/u);
  });

  it('have the same fields in JSON, without unknown ones', () => {
    const [first] = JSON.parse(jsonOf([call({ message: { title: '=1', severity: 'critical' } })]));
    expect(first).toMatchObject({ id: 'a', title: '=1', severity: 'critical', messages: 2, body_truncated: false });
    expect('sender' in first).toBe(false);
  });

  it('have a valid file name', () => {
    const at = new Date('2026-11-20T12:34:56.000Z');
    expect(fileNameOf('Deploys / München: "1"', at, 'csv')).toBe('Deploys-München-1-2026-11-20T1234.csv');
    expect(fileNameOf('../..', at, 'json')).toBe('webhook-2026-11-20T1234.json');
  });
});

describe('the export of calls', () => {
  const api = accountPerTest();
  const wire = (number: number) => ({
    id: String(number).padStart(28, '0'),
    invoked_at: '2026-11-20T12:00:00.000Z',
    ip: '',
    method: 'POST',
    query: '',
    content_type: '',
    raw_headers: '',
    raw_body: '',
    raw_body_encoding: 'utf8',
    raw_body_truncated: false,
    size: 0,
    status: 'success',
    num_dispatches: 0,
    dispatches: [],
  });
  /** A webhook with `count` calls, whose search returns pages. */
  const withCalls = (count: number) => {
    const asked: URLSearchParams[] = [];
    api.routes['GET /webhook/9/invocations/search'] = ({ path }) => {
      const { searchParams } = new URL(path, 'http://localhost');
      asked.push(searchParams);
      const from = Number(searchParams.get('cursor') ?? 0);
      const to = Math.min(count, from + Number(searchParams.get('limit')));
      const invocations = Array.from({ length: to - from }, (_, index) => wire(from + index));
      const next = to < count ? { next: String(to).padStart(28, '0'), searched_until: '2026-11-20T12:00:00.000Z' } : {};
      return json({ invocations, at: '2026-11-20T12:00:00.000Z', searched: to - from, ...next });
    };
    return asked;
  };
  const told: number[] = [];
  const collect = (over: Partial<Parameters<typeof collectCalls>[2]> = {}) =>
    collectCalls(
      9,
      { status: 'success' },
      {
        signal: new AbortController().signal,
        tell: ({ calls }) => void told.push(calls.length),
        wait: async () => {},
        ...over,
      },
    );

  it('loads all pages with the list’s filter, and shows its progress', async () => {
    told.length = 0;
    const asked = withCalls(120);
    const { calls, hasMore } = await collect();
    expect([calls.length, hasMore]).toEqual([120, false]);
    expect(told).toEqual([50, 100, 120]);
    expect(asked.map((query) => query.get('status'))).toEqual(['success', 'success', 'success']);
  });

  it('stops at ten thousand calls and says that there are more', async () => {
    withCalls(MAX_EXPORTED + 1);
    const { calls, hasMore } = await collect();
    expect([calls.length, hasMore]).toEqual([MAX_EXPORTED, true]);
    withCalls(MAX_EXPORTED);
    expect((await collect()).hasMore).toBe(false);
  });

  it('waits when the server asks it to slow down, and loses no call', async () => {
    withCalls(60);
    const search = api.routes['GET /webhook/9/invocations/search'] as NonNullable<(typeof api.routes)[string]>;
    let refusals = 2;
    api.routes['GET /webhook/9/invocations/search'] = (sent) =>
      refusals-- > 0 ? problem(429, 'Slower, please.') : search(sent);
    const waits: number[] = [];
    const { calls } = await collect({ wait: async (milliseconds) => void waits.push(milliseconds) });
    expect([calls.length, waits]).toEqual([60, [10_000, 10_000]]);
  });

  it('continues after a page that failed, and loads none twice', async () => {
    const asked = withCalls(120);
    const search = api.routes['GET /webhook/9/invocations/search'] as NonNullable<(typeof api.routes)[string]>;
    let answers = 0;
    api.routes['GET /webhook/9/invocations/search'] = (sent) =>
      ++answers === 2 ? problem(503, 'Not now.') : search(sent);
    let begun: Collected | undefined;
    const tell = (so: Collected) => {
      begun = so;
    };
    await expect(collect({ tell })).rejects.toThrow('Not now.');
    expect(begun?.calls.length).toBe(50);
    const { calls } = await collect({ tell, begun });
    expect(new Set(calls.map(({ id }) => id)).size).toBe(120);
    expect(asked.map((query) => Number(query.get('cursor') ?? 0))).toEqual([0, 50, 100]);
  });

  it('stops when it is cancelled', async () => {
    withCalls(500);
    const controller = new AbortController();
    const collected = collect({ signal: controller.signal, tell: () => controller.abort() });
    await expect(collected).rejects.toThrow();
  });
});
