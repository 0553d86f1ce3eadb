import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { edgeCode } from '../../lib/constructs/edge-function.ts';
import { routingCode } from '../../lib/constructs/site.ts';
import { demandEdgeSyntax } from '../../lib/local/gateway/edge-syntax.ts';
import { builtFolder } from './synthesized.ts';

interface EdgeRequest {
  uri: string;
  headers: Record<string, { value: string }>;
}

const built = builtFolder();

describe('edge functions', () => {
  it.each([
    ['routing', () => routingCode(built.webDir)],
    ['viewer-address', () => edgeCode('viewer-address.js')],
  ])('use only syntax that CloudFront’s engine supports: %s', (_, code) =>
    expect(() => demandEdgeSyntax(code())).not.toThrow(),
  );
});

/** Runs the code like CloudFront: a script whose `handler` gets the event. */
const run = (code: string, request: Partial<EdgeRequest>, ip = '2001:db8::7'): EdgeRequest =>
  runInNewContext(`${code}; handler(event)`, {
    event: { request: { uri: '/', headers: {}, ...request }, viewer: { ip } },
  });

describe('the routing of page addresses', () => {
  const documentOf = (uri: string) => run(routingCode(built.webDir), { uri }).uri;

  it.each([
    ['/', '/index.html'],
    ['/docs', '/docs/index.html'],
    ['/docs/', '/docs/index.html'],
    ['/docs/targets', '/docs/targets/index.html'],
  ])('answers %s with its prerendered document', (uri, document) => expect(documentOf(uri)).toBe(document));

  it.each([
    '/dashboard',
    '/webhooks/12',
    '/webhooks/12/',
    '/docs/unknown',
    '/user/password/reset/t0ken',
    '/v1.0/thing',
  ])('answers %s with the application', (uri) => expect(documentOf(uri)).toBe('/app.html'));

  it.each(['/config.json', '/assets/vendor-1a2b.js', '/robots.txt'])('does not change the file path %s', (uri) =>
    expect(documentOf(uri)).toBe(uri),
  );

  it('answers /status with the page of the canary, if there is one', () => {
    expect(run(routingCode(built.webDir, { canaryMinutes: 5 }), { uri: '/status' }).uri).toBe('/status/index.html');
    expect(documentOf('/status')).toBe('/app.html');
  });

  it('knows only the home page before the first build', () =>
    expect(run(routingCode(`${built.webDir}-missing`), { uri: '/docs' }).uri).toBe('/app.html'));

  it('fits into CloudFront’s size limit', () => expect(routingCode(built.webDir).length).toBeLessThan(10_240));
});

describe('a viewer’s address', () => {
  it('is the one that CloudFront saw, regardless of the caller’s headers', () => {
    const headers = { 'tellhook-viewer-address': { value: '127.0.0.1' }, accept: { value: '*/*' } };
    expect(run(edgeCode('viewer-address.js'), { headers }).headers).toEqual({
      'tellhook-viewer-address': { value: '2001:db8::7' },
      accept: { value: '*/*' },
    });
  });
});
