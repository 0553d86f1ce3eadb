import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderCall } from '../../../lambdas/templates/render-call.ts';
import { isAddress } from '../../../lib/local/fakes/fake.ts';
import { everyKind } from './every-kind.ts';
import { type Playground, startPlayground } from './support.ts';

/*
 * A log line or a branch name can contain anything that looks like a URL. The message must arrive nevertheless. Some
 * providers reject a message for one bad link, and Teams drops it after accepting it.
 */

/** Number of runs; set `RUNS=2000` for more. */
const RUNS = Number(process.env.RUNS ?? 20);

const REVIEWED = [
  'https://…/x',
  'https://host:99999/x',
  'https://%zz/',
  'https://[::1/',
  'https://ex%ample.com/a',
  'https://256.256.256.256/',
  'https://host^a/',
  '<https://evil.example|click>',
];

const HOSTS = [
  'example.org',
  'a..b',
  '-',
  '*.example.org',
  'ex_ample.org',
  '[::1]',
  '[fe80::1%25eth0]',
  '1.2.3',
  '0x7f.1',
  'ü.example',
  '例え.jp',
  'localhost',
  'grafana',
  `${'a'.repeat(64)}.org`,
  'a.'.repeat(130),
  'xn--.org',
  'user:pw@example.org',
  '@',
  '',
  '.',
];
const PORTS = ['', ':', ':0', ':443', ':65536', ':x', ':-1', ':8080:9'];
const PATHS = [
  '',
  '/',
  '/a b',
  '/%',
  '/%zz',
  '/a|b',
  '/a^b',
  '/{id}',
  '/"x"',
  '/\\x',
  '/`x`',
  '/ünï',
  '/\u202ex',
  '/\ud800',
  '/#',
  '/?q=%',
  '/(a)',
  '/a)',
  '/…',
  '/\t',
  '?',
  '#a#b',
  '//x',
  '/<b>',
  `/${'a'.repeat(2100)}`,
];

const built = fc
  .tuple(
    fc.constantFrom(
      'http://',
      'https://',
      'HTTPS://',
      'http:///',
      'https:',
      'https:\\\\',
      'mailto:',
      'javascript:',
      'ftp://',
    ),
    fc.constantFrom(...HOSTS),
    fc.constantFrom(...PORTS),
    fc.constantFrom(...PATHS),
  )
  .map((pieces) => pieces.join(''));

const broken = fc
  .tuple(
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc.nat(),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }),
  )
  .map(([url, at, inserted]) => `${url.slice(0, at % url.length)}${inserted}${url.slice(at % url.length)}`);

const address = fc.oneof(fc.constantFrom(...REVIEWED), built, broken, fc.webUrl());
const around = fc.constantFrom(
  (url: string) => url,
  (url: string) => `see ${url}.`,
  (url: string) => `<${url}|click>`,
  (url: string) => `<${url}>`,
  (url: string) => `[here](${url})`,
  (url: string) => `(${url}), ${url}`,
  (url: string) => `<a href="${url}">here</a>`,
);
const text = fc.tuple(address, around).map(([url, wrap]) => wrap(url));

const call = fc.oneof(
  text.map((value) => ({ text: value })),
  fc.record({ event: fc.constant('build.failed'), title: text, branch: text, url: address, log: text }),
  fc.record({ action: fc.constant('opened'), issue: fc.record({ title: text, html_url: address, body: text }) }),
  fc.record({
    status: fc.constant('firing'),
    alerts: fc.array(
      fc.record({
        status: fc.constant('firing'),
        labels: fc.record({ alertname: text, severity: fc.constant('critical') }),
        annotations: fc.record({ summary: text }),
        generatorURL: address,
      }),
      { minLength: 1, maxLength: 2 },
    ),
    externalURL: address,
  }),
);

const template = fc.constantFrom(
  undefined,
  '{{ $string($) }}',
  '[{{ url }}]({{ url }})\n{{ title }} <{{ text }}>',
  '{{#title}}[{{ title }}]({{ url }}){{/title}}{{#buttons}}[Open]({{ url }}) [{{ text }}]({{ text }}){{/buttons}}{{#facts}}Log: {{ log }}{{/facts}}',
);

let playground: Playground;
let all: Awaited<ReturnType<typeof everyKind>>;
beforeAll(async () => {
  playground = await startPlayground();
  all = await everyKind(playground);
});
afterAll(async () => {
  all.stop();
  await playground.stop();
});

describe('a message with a hostile URL', () => {
  it.each(['telegram', 'slack', 'msteams', 'discord', 'whatsapp', 'email', 'http'])(
    'passes the strict rules of the fake of %s, formatted or plain',
    async (kind) => {
      const arrives = async (body: unknown, written: string | undefined, format: 'rich' | 'plain') => {
        const facts = { body: JSON.stringify(body), contentType: 'application/json' };
        const result = renderCall({ ...facts, template: written, webhookName: 'Deploys', format });
        if ('error' in result || result.message.trim() === '') return;
        const deliveries = await all.deliver(kind, (format === 'rich' && result.rich) || result.message);
        expect(deliveries.filter((one) => one.kind !== 'ok' || one.note?.includes('refused'))).toEqual([]);
        expect(await playground.losses()).toEqual([]);
        for (const [, href = ''] of all.mails.splice(0).flatMap(({ html }) => [...html.matchAll(/href="([^"]*)"/g)]))
          expect(href).toSatisfy((url: string) =>
            isAddress(url.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code))),
          );
      };
      for (const value of REVIEWED)
        for (const format of ['plain', 'rich'] as const)
          await arrives({ text: value, title: value }, undefined, format);
      await fc.assert(fc.asyncProperty(call, template, fc.constantFrom('plain' as const, 'rich' as const), arrives), {
        numRuns: RUNS,
      });
    },
    60_000 + 500 * RUNS,
  );
});
