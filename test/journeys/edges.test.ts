import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { routes } from '../../lambdas/contract/routes.ts';
import { sharedProduct } from './product.ts';

/**
 * Headers that every response must have, from OWASP's Secure Headers Project, "Response Headers" and "HTTP headers to
 * remove" (owasp.org/www-project-secure-headers). `Clear-Site-Data` is omitted: signing out deletes the stored data
 * without it, and keeps the chosen colours.
 */
const demanded: Record<string, RegExp> = {
  'strict-transport-security': /^max-age=(6307200\d|[7-9]\d{7}|\d{9,}); includeSubDomains$/,
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/i,
  'referrer-policy': /^no-referrer$/,
  'content-security-policy': /frame-ancestors 'none'/,
  'permissions-policy': /camera=\(\)/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'cross-origin-embedder-policy': /^require-corp$/,
  'x-permitted-cross-domain-policies': /^none$/,
  'x-dns-prefetch-control': /^off$/,
};
const forbidden = /^(server|x-powered-by|x-aspnet-version|x-amzn-.*|x-xss-protection|public-key-pins|expect-ct)$/;

const findings = (headers: Headers): string[] => [
  ...Object.entries(demanded).flatMap(([name, value]) =>
    value.test(headers.get(name) ?? '') ? [] : [`${name}: ${headers.get(name)}`],
  ),
  ...[...headers.keys()].filter((name) => forbidden.test(name)).map((name) => `${name} is told`),
];

/** Weaknesses that would allow foreign scripts, from OWASP's CSP cheat sheet, "Strict CSP" and "Basic CSP". */
const weaknesses = (policy: string): string[] => {
  const directives = new Map(policy.split('; ').map((it) => [it.split(' ')[0] ?? '', it.split(' ').slice(1)]));
  const sources = [...directives.values()].flat();
  return [
    ...sources.filter((source) => /unsafe-|^\*$|^https?:$|\*\./.test(source)),
    ...['default-src', 'base-uri', 'frame-ancestors'].filter((name) => directives.get(name)?.join() !== "'none'"),
    ...(directives.get('script-src') ?? []).filter((source) => source === 'data:' || source === 'blob:'),
  ];
};

const pages = ['/', '/login', '/register', '/docs', '/docs/targets', '/webhooks', '/password/reset/abc', '/nowhere'];
const assets = readdirSync(join(import.meta.dirname, '../../dist/web/assets')).map((name) => `/assets/${name}`);
const files = ['/config.json', '/robots.txt', '/favicon.svg', '/index.html', '/missing.js', '/assets/missing.js'];
const calls = Object.values(routes).map(({ method, path }) => ({ method, path: `/api${path.replace('{id}', '1')}` }));

describe('every response of the application’s host', () => {
  it('has the security headers that OWASP lists, runs no text as script, and is not cached if it is from the API', async () => {
    const { appUrl } = sharedProduct();
    const reads = [
      ...pages,
      ...assets,
      ...files,
      '/api/nowhere',
      '/api/callbacks/telegram',
      '/api/callbacks/email/confirm',
    ];
    const asked = [...reads.map((path) => ({ method: 'GET', path })), ...calls];
    const wrong: string[] = [];
    for (const { method, path } of asked) {
      const { status, headers } = await fetch(appUrl + path, { method, redirect: 'manual' });
      wrong.push(...findings(headers).map((finding) => `${method} ${path} (${status}): ${finding}`));
      const policy = headers.get('content-security-policy') ?? '';
      wrong.push(...weaknesses(policy).map((weakness) => `${method} ${path}: ${weakness}`));
      if (pages.includes(path) && !policy.includes("require-trusted-types-for 'script'"))
        wrong.push(`${path} lets text run as script`);
      const isCached = !(headers.get('cache-control') ?? '').includes('no-store');
      if (isCached && path.startsWith('/api/') && !path.endsWith('openapi.json')) wrong.push(`${path} may be cached`);
    }
    expect(wrong).toEqual([]);
    expect(asked.length).toBeGreaterThan(80);
  });

  it('is a problem document for every unknown path below /api, and never a page', async () => {
    const { appUrl } = sharedProduct();
    for (const path of [
      '',
      '/',
      '?a=1',
      '/nowhere',
      '/webhook/1/2',
      '/callbacks',
      '/callbacks/',
      '/callbacks/nobody/x',
    ]) {
      const answer = await fetch(`${appUrl}/api${path}`);
      expect([answer.status, answer.headers.get('content-type')], path).toEqual([
        404,
        'application/problem+json; charset=utf-8',
      ]);
      expect(await answer.json()).toMatchObject({ status: 404, instance: expect.stringMatching(/./) });
    }
    expect((await fetch(`${appUrl}/apis`)).headers.get('content-type')).toContain('text/html');
  });

  it('reveals nothing about how the pages were built', async () => {
    const web = join(import.meta.dirname, '../../dist/web');
    const files = readdirSync(web, { recursive: true, encoding: 'utf8' });
    expect(files.filter((name) => /\.(map|tsx?|md)$/.test(name))).toEqual([]);
    for (const name of files.filter((it) => /\.(js|css|html)$/.test(it)))
      expect(readFileSync(join(web, name), 'utf8'), name).not.toMatch(/sourceMappingURL|node_modules\//);
    const { appUrl } = sharedProduct();
    expect((await fetch(`${appUrl}${assets.find((name) => name.endsWith('.js'))}.map`)).status).toBe(404);
  });
});

/** The status of the response to these bytes. */
const statusOf = (url: string, text: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(url);
    const socket = connect(Number(port), '127.0.0.1', () => socket.end(text));
    let answer = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      answer += chunk;
    });
    // A client that gets its response before it has sent everything may be disconnected. Only the response counts.
    socket.on('error', (error) => answer === '' && reject(error));
    socket.on('close', () => resolve(Number(answer.split(' ')[1])));
  });

describe.each(['appUrl', 'invokeUrl'] as const)('the server behind %s', (door) => {
  const host = 'Host: localhost\r\n';

  it('responds to every odd request, and stays available', async () => {
    const url = sharedProduct()[door];
    const odd: [string, number][] = [
      [`GET / HTTP/1.1\r\n${host}Host: other\r\n\r\n`, 400],
      ['GET / HTTP/1.1\r\n\r\n', 400],
      [`POST /x HTTP/1.1\r\n${host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /y`, 400],
      [`POST /x HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`, 400],
      [`POST /x HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, 400],
      [`GET http://other/ HTTP/1.1\r\n${host}\r\n`, 400],
      [`CONNECT other:443 HTTP/1.1\r\n${host}\r\n`, 405],
      [`TRACE / HTTP/1.1\r\n${host}\r\n`, 405],
      [`GET /${'x'.repeat(40_000)} HTTP/1.1\r\n${host}\r\n`, 431],
      [`GET / HTTP/1.1\r\n${host}X: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
      [`GET / HTTP/1.1\r\n${host}${'X: y\r\n'.repeat(9000)}\r\n`, 431],
      [`POST /x HTTP/1.1\r\n${host}Content-Length: 99999999\r\n\r\n`, 413],
      ['hello\r\n\r\n', 400],
    ];
    const answered = await Promise.all(odd.map(([text]) => statusOf(url, text)));
    expect(answered).toEqual(odd.map(([, status]) => status));
    expect((await fetch(url)).status).toBeLessThan(500);
  });
});
