import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createResolver } from '../../lambdas/adapters/dns/resolver.ts';
import { createOutboundHttp } from '../../lambdas/adapters/http-client.ts';
import { startNameServer } from '../support/name-server.ts';

const hanging = Array.from({ length: 40 }, (_, index) => `hangs-${index}.example`);
let names: Awaited<ReturnType<typeof startNameServer>>;
beforeAll(async () => {
  names = await startNameServer({
    'both.example': { A: ['93.184.216.34', '93.184.216.35'], AAAA: ['2606:2800:220:1:248:1893:25c8:1946'] },
    'four.example': { A: ['93.184.216.34'] },
    'six.example': { AAAA: ['2606:2800:220:1:248:1893:25c8:1946'] },
    'deaf-to-six.example': { A: ['93.184.216.34'], silent: ['AAAA'] },
    'inside.example': { A: ['93.184.216.34', '10.0.0.7'] },
    ...Object.fromEntries(hanging.map((name) => [name, { silent: ['A', 'AAAA'] as const }])),
  });
});
afterAll(() => names.stop());

/** By default, the time limit is longer than any test. */
const resolverOf = (limitMs = 600_000) => {
  const resolver = createResolver({ servers: names.servers, limitMs });
  onTestFinished(() => resolver.close());
  return resolver;
};

describe('a DNS lookup', () => {
  it.each([
    ['both.example', ['93.184.216.34', '93.184.216.35', '2606:2800:220:1:248:1893:25c8:1946']],
    ['four.example', ['93.184.216.34']],
    ['six.example', ['2606:2800:220:1:248:1893:25c8:1946']],
    ['nobody.example', []],
  ])('returns all addresses of a name, IPv4 first: %s', async (name, addresses) => {
    expect(await resolverOf().resolve(name)).toEqual(addresses);
  });

  it('does not wait for other lookups, however many of them hang', async () => {
    const { resolve } = resolverOf();
    let ended = 0;
    for (const name of hanging)
      resolve(name).then(
        () => ended++,
        () => ended++,
      );
    expect(await resolve('four.example')).toEqual(['93.184.216.34']);
    expect(ended).toBe(0);
  });

  it('ends at its timeout', async () => {
    await expect(resolverOf(30).resolve('hangs-0.example')).rejects.toThrow('in time');
  });

  it('does not wait for an IPv6 answer that never comes', async () => {
    expect(await resolverOf().resolve('deaf-to-six.example')).toEqual(['93.184.216.34']);
  });

  it('is shared by concurrent requests for the same name', async () => {
    const { resolve } = resolverOf();
    const before = names.asked.length;
    const all = await Promise.all([resolve('both.example'), resolve('both.example'), resolve('both.example')]);
    expect(new Set(all.map((addresses) => addresses.join())).size).toBe(1);
    expect(names.asked.slice(before).sort()).toEqual(['A both.example', 'AAAA both.example']);
  });
});

describe('the DNS lookups of an account', () => {
  const askedSince = (before: number) => names.asked.slice(before).map((query) => query.split(' ')[1]);

  it('run one at a time, independent of other accounts and of names that have answered', async () => {
    const { resolve } = resolverOf();
    await resolve('four.example', 1);
    const before = names.asked.length;
    for (const name of ['hangs-2.example', 'hangs-3.example', 'both.example']) resolve(name, 1).catch(() => undefined);
    expect(await resolve('six.example', 2)).toHaveLength(1);
    expect(await resolve('four.example', 1)).toHaveLength(1);
    expect(new Set(askedSince(before))).toEqual(new Set(['hangs-2.example', 'six.example', 'four.example']));
  });

  it('continue with the next name after one has timed out', async () => {
    const { resolve } = resolverOf(50);
    const hanging = resolve('hangs-4.example', 1);
    const next = resolve('both.example', 1);
    await expect(hanging).rejects.toThrow('in time');
    expect(await next).toHaveLength(3);
  });
});

describe('an outbound request', () => {
  const send = (url: string, limitMs?: number) =>
    createOutboundHttp({ resolve: resolverOf(limitMs).resolve }).send({
      method: 'POST',
      url,
      body: '{}',
      allow: { hosts: 'any public host', ports: 'default' },
    });

  it('fails before anything is sent if its host cannot be looked up in time', async () => {
    expect(await send('https://hangs-1.example/', 30)).toEqual({
      failure: 'dns',
      sent: false,
      detail: 'hangs-1.example could not be looked up',
    });
  });

  it('is rejected if one address of its host is not public', async () => {
    expect(await send('https://inside.example/')).toMatchObject({ failure: 'blocked', sent: false });
  });
});
