import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Bucket, createBucket, createLiveBucket } from '../../../lib/local/gateway/bucket.ts';
import { createDistribution } from '../../../lib/local/gateway/distribution.ts';
import { createEdgeFunction } from '../../../lib/local/gateway/edge-function.ts';
import { UnsupportedSyntax } from '../../../lib/local/gateway/edge-syntax.ts';
import type { HeaderLine, WireRequest } from '../../../lib/local/gateway/exchange.ts';
import type { BehaviorSpec, DistributionSpec } from '../../../lib/local/template/read-site.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let folder: string;
let bucket: Bucket;
const long = 'console.log("hello");'.repeat(100);

beforeAll(() => {
  folder = temporaryFolder();
  mkdirSync(join(folder, 'site/assets'), { recursive: true });
  mkdirSync(join(folder, 'config'));
  mkdirSync(join(folder, 'live'));
  writeFileSync(join(folder, 'site/index.html'), '<h1>home</h1>');
  writeFileSync(join(folder, 'site/app.html'), '<h1>app</h1>');
  writeFileSync(join(folder, 'site/assets/a.js'), long);
  writeFileSync(join(folder, 'config/config.json'), '{"api":"<<marker>>/api","port":"http://localhost:3000"}');
  writeFileSync(join(folder, 'live/app.html'), '<h1>newer</h1>');
  writeFileSync(join(folder, 'secret.txt'), 'outside');
  bucket = createBucket(
    [
      {
        bucket: 'site',
        prefix: '',
        headers: { 'cache-control': 'no-cache' },
        sources: [
          { folder: join(folder, 'site'), markers: {} },
          { folder: join(folder, 'config'), markers: { '<<marker>>': 'https://x' } },
        ],
      },
    ],
    (text) => text.replaceAll('http://localhost:3000', 'http://localhost:4000'),
  );
});

const spaRouting = `function handler(event) {
  const request = event.request;
  if (!request.uri.includes('.') && request.uri !== '/') request.uri = '/app.html';
  return request;
}`;
const viewerAddress = `function handler(event) {
  event.request.headers['viewer-address'] = { value: event.viewer.ip };
  return event.request;
}`;
const base: Pick<BehaviorSpec, 'allowedMethods' | 'headers'> = {
  allowedMethods: ['GET', 'HEAD'],
  headers: [
    { name: 'x-frame-options', value: 'DENY', override: true },
    { name: 'x-soft', value: 'policy', override: false },
  ],
};

let arrived: WireRequest[] = [];
type Answer = Awaited<ReturnType<ReturnType<typeof createDistribution>>>;
const site = (
  more: Partial<DistributionSpec> = {},
  files: Bucket = bucket,
  answer?: () => Promise<Answer>,
  now = () => new Date(0),
) =>
  createDistribution({
    spec: {
      id: 'D1',
      defaultRootObject: 'index.html',
      rateRules: [],
      errorPages: [],
      behaviors: [
        {
          ...base,
          pathPattern: '/api/*',
          allowedMethods: ['GET', 'HEAD', 'POST', 'DELETE'],
          viewerRequest: viewerAddress,
          compress: true,
          origin: { apiDomain: 'api.example', headers: [{ name: 'edge-key', value: '{{secret}}' }] },
        },
        {
          ...base,
          pathPattern: undefined,
          viewerRequest: spaRouting,
          compress: true,
          origin: { bucket: 'site' },
        },
      ],
      ...more,
    },
    bucketNamed: () => files,
    apiAt: () => async (request) => {
      arrived.push(request);
      if (answer) return answer();
      return {
        status: 201,
        headers: [
          ['x-soft', 'origin'],
          ['x-frame-options', 'SAMEORIGIN'],
        ],
        body: Buffer.from('api'),
      };
    },
    now,
    resolveSecret: (value) => value.replace('{{secret}}', 'opened'),
  });

const get = (target: string, headers: HeaderLine[] = [], more: Partial<WireRequest> = {}): WireRequest => ({
  method: 'GET',
  target,
  headers: [['Host', 'localhost:3000'], ...headers],
  body: Buffer.alloc(0),
  ip: '192.0.2.7',
  ...more,
});
const header = (answer: { headers: HeaderLine[] }, name: string) =>
  answer.headers.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value);

describe('an error of the API', () => {
  /** A distribution whose API returns these statuses in turn. */
  const failing = (statuses: number[], errorPages: DistributionSpec['errorPages'] = [], noStore = true) => {
    const clock = { ms: 0 };
    const left = [...statuses];
    const headers: HeaderLine[] = noStore ? [['cache-control', 'no-store']] : [];
    const answer = async () => ({ status: left.shift() ?? 200, headers, body: Buffer.from('api') });
    return { clock, ask: site({ errorPages }, bucket, answer, () => new Date(clock.ms)) };
  };

  it.each([500, 502, 503, 504])('%i is cached for ten seconds, unless the template says 0', async (code) => {
    const { clock, ask } = failing([code]);
    const statuses = [];
    for (const ms of [0, 1, 9_999, 10_000]) {
      clock.ms = ms;
      statuses.push((await ask(get(`/api/plans?from=${ms}`, [['Authorization', `Bearer ${ms}`]]))).status);
    }
    expect(statuses).toEqual([code, code, code, 200]);
    const fresh = failing([code], [{ status: code, path: undefined, answerStatus: undefined, cacheSeconds: 0 }]);
    expect((await fresh.ask(get('/api/plans'))).status).toBe(code);
    expect((await fresh.ask(get('/api/plans'))).status).toBe(200);
  });

  it('is cached only for reads of one path, and not if its own header forbids caching', async () => {
    const { ask } = failing([503, 200, 200]);
    expect((await ask(get('/api/plans'))).status).toBe(503);
    expect((await ask(get('/api/other'))).status).toBe(200);
    expect((await ask(get('/api/plans', [], { method: 'POST' }))).status).toBe(200);
    for (const noStore of [true, false]) {
      const missing = failing([404], [], noStore);
      expect((await missing.ask(get('/api/x'))).status).toBe(404);
      expect((await missing.ask(get('/api/x'))).status).toBe(noStore ? 200 : 404);
    }
  });
});

describe('the files of the distribution', () => {
  it('are served with type, the deployment’s cache header, an entity tag and the security headers', async () => {
    const answer = await site()(get('/assets/a.js'));
    expect(answer.status).toBe(200);
    expect(header(answer, 'content-type')).toEqual(['text/javascript; charset=utf-8']);
    expect(header(answer, 'cache-control')).toEqual(['no-cache']);
    expect(header(answer, 'x-frame-options')).toEqual(['DENY']);
    expect(header(answer, 'etag')[0]).toMatch(/^"[0-9a-f]{32}"$/);
  });

  it('are found through the edge function, and the root through the default document', async () => {
    expect((await site()(get('/webhooks/7'))).body.toString()).toBe('<h1>app</h1>');
    expect((await site()(get('/'))).body.toString()).toBe('<h1>home</h1>');
  });

  it('are compressed in the browser’s preferred format', async () => {
    const brotli = await site()(get('/assets/a.js', [['Accept-Encoding', 'gzip, deflate, br']]));
    expect(header(brotli, 'content-encoding')).toEqual(['br']);
    expect(brotliDecompressSync(brotli.body).toString()).toBe(long);
    const gzip = await site()(get('/assets/a.js', [['Accept-Encoding', 'gzip']]));
    expect(gunzipSync(gzip.body).toString()).toBe(long);
    expect(header(await site()(get('/app.html', [['Accept-Encoding', 'br']])), 'content-encoding')).toEqual([]);
  });

  it('are not sent again to a browser that has them', async () => {
    const [etag = ''] = header(await site()(get('/app.html')), 'etag');
    const again = await site()(get('/app.html', [['If-None-Match', etag]]));
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });

  it('contain this run’s addresses instead of the deployment’s markers and default ports', async () => {
    const answer = await site()(get('/config.json'));
    expect(JSON.parse(answer.body.toString())).toEqual({ api: 'https://x/api', port: 'http://localhost:4000' });
  });

  it('return 404 if missing, with the template’s error page if it has one', async () => {
    expect((await site()(get('/none.txt'))).status).toBe(404);
    const withPage = site({ errorPages: [{ status: 404, path: '/app.html', answerStatus: 200, cacheSeconds: 0 }] });
    const answer = await withPage(get('/none.txt'));
    expect([answer.status, answer.body.toString()]).toEqual([200, '<h1>app</h1>']);
  });

  it('never include files outside the folder, with any spelling of the path', async () => {
    const live = site({}, createLiveBucket(join(folder, 'live'), bucket));
    for (const path of ['/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '//secret.txt']) {
      expect((await live(get(path))).status).toBe(404);
    }
  });

  it('are the latest ones while the pages are edited', async () => {
    const live = site({}, createLiveBucket(join(folder, 'live'), bucket));
    expect((await live(get('/targets'))).body.toString()).toBe('<h1>newer</h1>');
    expect((await live(get('/assets/a.js'))).status).toBe(200);
  });

  it('are read-only: another method, or a body in a GET, returns 403', async () => {
    expect((await site()(get('/', [], { method: 'POST' }))).status).toBe(403);
    expect((await site()(get('/', [], { body: Buffer.from('x') }))).status).toBe(403);
  });
});

describe('the API behind the distribution', () => {
  it('gets the viewer’s headers, its own host name and the caller’s address', async () => {
    arrived = [];
    const answer = await site()(
      get('/api/targets?limit=5', [
        ['Authorization', 'Bearer x'],
        ['Cookie', 'a=1; b=2'],
        ['X-Forwarded-For', '198.51.100.1'],
      ]),
    );
    expect(answer.status).toBe(201);
    const [request] = arrived;
    expect(request?.target).toBe('/api/targets?limit=5');
    const of = (name: string) => header(request ?? { headers: [] }, name);
    expect(of('host')).toEqual(['api.example']);
    expect(of('authorization')).toEqual(['Bearer x']);
    expect(of('cookie')).toEqual(['a=1; b=2']);
    expect(of('x-forwarded-for')).toEqual(['198.51.100.1, 192.0.2.7']);
  });

  it('can trust the edge’s headers, because a viewer’s versions are replaced', async () => {
    arrived = [];
    await site()(
      get('/api/x', [
        ['Edge-Key', 'forged'],
        ['Viewer-Address', '1.1.1.1'],
      ]),
    );
    expect(header(arrived[0] ?? { headers: [] }, 'edge-key')).toEqual(['opened']);
    expect(header(arrived[0] ?? { headers: [] }, 'viewer-address')).toEqual(['192.0.2.7']);
  });

  it('keeps its headers unless the policy overrides them', async () => {
    const answer = await site()(get('/api/x'));
    expect(header(answer, 'x-frame-options')).toEqual(['DENY']);
    expect(header(answer, 'x-soft')).toEqual(['origin']);
  });
});

describe('an edge function', () => {
  const run = (code: string) => createEdgeFunction(code, 'D1')(get('/x?a=1'));

  it('sees nothing of the machine it runs on', () => {
    const code = `function handler() {
      const seen = [typeof process, typeof require, typeof fetch, typeof setTimeout];
      return { statusCode: 200, body: seen.join() };
    }`;
    expect(run(code)).toMatchObject({ body: Buffer.from('undefined,undefined,undefined,undefined') });
  });

  it('treats every name as data and pollutes no prototype', () => {
    const code = `function handler(event) {
      return { statusCode: 200, body: JSON.stringify([event.request.querystring, event.request.cookies]) };
    }`;
    const odd = get('/?__proto__=1&__proto__=2', [['Cookie', 'constructor=3']]);
    const answer = createEdgeFunction(code, 'D1')(odd);
    expect(String(answer.body)).toBe(
      '[{"__proto__":{"value":"1","multiValue":[{"value":"1"},{"value":"2"}]}},{"constructor":{"value":"3"}}]',
    );
    expect(({} as { multiValue?: unknown }).multiValue).toBeUndefined();
  });

  it('can respond instead of the origin', () => {
    const code = `function handler() {
      return { statusCode: 302, headers: { location: { value: '/y' } } };
    }`;
    expect(run(code)).toMatchObject({ status: 302, headers: [['location', '/y']] });
  });

  it.each([
    ['throws', "function handler() { throw new Error('at the edge'); }"],
    ['does not end by itself', 'function handler() { for (;;); }'],
    ['returns nothing', 'function handler() {}'],
    ['writes to a name that it has not declared', 'function handler() { undeclared = 1; return { statusCode: 200 }; }'],
  ])('makes CloudFront return 503 when it %s', (_, code) => {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    expect(run(code)).toMatchObject({ status: 503 });
    expect(said).toHaveBeenCalledOnce();
    said.mockRestore();
  });

  it.each([
    ['const { request } = event;', 'ObjectPattern'],
    ['const [first] = [event];', 'ArrayPattern'],
    ['const host = event?.request;', 'ES 2017: Unexpected token'],
    ['const copy = { ...event };', 'ES 2017: Unexpected token'],
    ['Math.max(...[1, 2]);', 'SpreadElement'],
    ['for (const each of []);', 'ForOfStatement'],
    ['class Request {}', 'ClassDeclaration'],
    ['const uri = event.uri ?? 1;', 'ES 2017: Unexpected token'],
    ['event.uri ||= 1;', 'ES 2017: Unexpected token'],
    ['const short = { event };', 'a short or computed property'],
    ["const computed = { ['a']: 1 };", 'a short or computed property'],
    ['function inner(a = 1) {}', 'a parameter with a default or a pattern'],
    ['function inner({ a }) {}', 'a parameter with a default or a pattern'],
    ['function inner(...[a]) {}', 'ArrayPattern'],
    ['function* inner() {}', 'a generator'],
    ['const later = async () => 1;', 'an asynchronous closure'],
    ['try {} catch {}', 'ES 2017: Unexpected token'],
    ['const named = /(?<year>a)/s;', 'Invalid regular expression flag'],
    ['const sticky = /a/y;', 'the literal /a/y'],
    ['const large = 1n;', 'Identifier directly after number'],
    ['import cf from "x";', 'import'],
    ['const = 1;', 'Unexpected token'],
  ])('is rejected if it uses syntax that CloudFront’s engine does not know: %s', (line, named) => {
    const code = `function handler(event) {\n${line}\nreturn event.request;\n}`;
    expect(() => run(code)).toThrow(UnsupportedSyntax);
    expect(() => run(code)).toThrow(named);
    expect(() => run(code)).toThrow('2');
  });

  it('can use the documented syntax: ES 5.1, const, let, templates, arrows, rest parameters, powers, async', () => {
    const code = `
      async function later(value) { return await value; }
      function handler(event) {
        const join = (...parts) => parts.map(function (part) { return part; }).join('-');
        let text = \`\${join('a', 2 ** 3)}\`;
        outer: for (var name in { a: 1 }) { switch (name) { case 'a': break outer; default: } }
        try { throw new TypeError('x'); } catch (error) { text += error.message; } finally { later(1); }
        return { statusCode: 200, body: /^a-8x$/i.test(text) && typeof this === 'undefined' ? text : 'wrong' };
      }`;
    expect(run(code)).toMatchObject({ body: Buffer.from('a-8x') });
  });

  it('is rejected for a change that this machine does not support', () => {
    const code = 'function handler(event) { event.request.querystring = {}; return event.request; }';
    expect(() => run(code)).toThrow(/querystring/);
  });
});
