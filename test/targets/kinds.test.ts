import { describe, expect, it } from 'vitest';
import { targetKind as wireKind } from '#contract/target';
import { examples } from '../../integrations/targets/examples.gen.ts';
import { targetKinds } from '../../integrations/targets/kinds.gen.ts';
import { createOutboundHttp } from '../../lambdas/adapters/http-client.ts';
import type { Message } from '../../lambdas/model/message.ts';
import { listTargetKinds } from '../../lambdas/targets/read-targets.ts';
import { activeTargets } from './examples.ts';
import { credentials, deliveryRig } from './support.ts';

const rig = deliveryRig({ timeoutMs: 300 });
const deliver = (slug: string, over: Partial<Message> = {}) => rig.deliverTo(activeTargets[slug], over);

describe.each(targetKinds.map((kind) => [kind.slug, kind] as const))('target kind %s', (slug, kind) => {
  it('matches the contract', () => {
    expect(listTargetKinds(credentials).map((each) => wireKind.parse(each).slug)).toContain(slug);
    expect(kind.icon.paths.length).toBeGreaterThan(0);
    expect(kind.icon.paths.every((path) => /^[MmLlHhVvCcSsQqTtAaZz0-9 .,-]+$/.test(path))).toBe(true);
  });

  it('has form patterns that a browser can compile (flag v)', () => {
    for (const { pattern } of kind.fields) if (pattern) expect(() => new RegExp(pattern, 'v')).not.toThrow();
  });

  const { answers: table, told: secrets = [] } = examples[slug] ?? {};
  if (!table) return;

  it.each(table)('classifies: %s', async (_what, answer, outcome, afterSeconds) => {
    rig.server.answer(answer);
    const delivery = await deliver(slug);
    expect(delivery.kind).toBe(outcome);
    if (afterSeconds !== undefined) expect(delivery).toMatchObject({ afterSeconds });
    if (delivery.kind !== 'ok') expect(delivery.reason).toMatch(/^[A-Z][^_{}]+\.$/);
    expect(rig.server.received).toHaveLength(1);
  });

  it('has an unknown result for a timeout after sending, and a retry for a dead host', async () => {
    rig.server.answer('hang');
    expect((await deliver(slug)).kind).toBe('ambiguous');
    const nowhere = createOutboundHttp({
      hostMap: Object.fromEntries(Object.keys(rig.server.hostMap).map((host) => [host, 'http://127.0.0.1:1'])),
    });
    expect((await rig.deliverTo(activeTargets[slug], {}, { http: nowhere })).kind).toBe('retry');
    nowhere.close();
  });

  it('has an unknown result for a connection that broke after sending', async () => {
    rig.server.answer('reset', 'reset');
    expect((await deliver(slug)).kind).toBe('ambiguous');
  });

  it.each([400, 403, 500])('never includes a secret in its texts if a provider echoes it with %i', async (status) => {
    const echo = ({ url, headers, body }: { url: string; headers: object; body: string }) => ({
      status,
      body: `${secrets.join(' ')} ${url} ${JSON.stringify(headers)} ${body}`,
    });
    rig.server.answer(echo, echo);
    const words = JSON.stringify(await deliver(slug));
    expect(words).toContain('***');
    for (const secret of secrets) expect(words).not.toContain(secret);
  });

  it('finds a secret that crosses the end of the stored text', async () => {
    const [secret = ''] = secrets;
    rig.server.answer({ status: 500, body: `${'x'.repeat(485)}${secret}` });
    expect((await deliver(slug)).providerWords).not.toContain(secret.slice(0, 6));
  });

  it("keeps at most 500 characters of the provider's response", async () => {
    rig.server.answer({ status: 500, body: 'x'.repeat(20_000) });
    const delivery = await deliver(slug);
    expect(delivery.providerWords?.length).toBeLessThanOrEqual(500);
  });

  it('sends text with half a character pair as well-formed JSON', async () => {
    rig.server.answer({ status: 200, body: 'ok' });
    await deliver(slug, { text: 'broken \ud83d here' });
    expect(rig.server.received[0]?.body).not.toMatch(/\\ud83d/i);
    expect(() => JSON.parse(rig.server.received[0]?.body ?? '')).not.toThrow();
  });
});

it('have a table and an example if they use HTTP', () => {
  const silent = targetKinds.filter(({ slug }) => !examples[slug]?.answers || !examples[slug].told?.length);
  expect(silent.map(({ slug }) => slug)).toEqual(['email', 'mock']);
});
