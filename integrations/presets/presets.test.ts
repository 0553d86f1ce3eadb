import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { optionsOf } from '../../frontend/src/features/targets/fill-preset.ts';
import { presets } from '../../frontend/src/features/targets/presets.gen.ts';
import { fieldProblem } from '../../frontend/src/features/targets/rules.ts';
import { createOutboundHttp } from '../../lambdas/adapters/http-client.ts';
import { createTarget } from '../../lambdas/targets/create-target.ts';
import { send } from '../../lambdas/targets/send.ts';
import { message, scriptedServer, world } from '../../test/targets/support.ts';

/** Each preset’s typed values, the secrets among them, and the resulting request. */
const recorded: Record<
  string,
  { typed: Record<string, string>; secret: string[]; line: string; headers: Record<string, string>; body: unknown }
> = JSON.parse(readFileSync(join(import.meta.dirname, 'requests.json'), 'utf8'));

let server: Awaited<ReturnType<typeof scriptedServer>>;
beforeAll(async () => {
  server = await scriptedServer();
});
afterAll(() => server.stop());

const facts = { key: 'disk web-1', state: 'open', severity: 'critical', title: 'Disk full' } as const;
const text = 'Disk of “web-1” is 97 % full & growing\n"/var"';

const presetOf = (name: string) => {
  const preset = presets.find((each) => each.name === name);
  if (!preset) throw new Error(`There is no preset ${name}`);
  return preset;
};

/** Creates the preset's target as the page does, and delivers a message to it. */
const deliver = async (name: string, about: Parameters<typeof message>[0] = { facts }) => {
  const options = optionsOf(presetOf(name), recorded[name]?.typed ?? {});
  server.clear();
  const here = world();
  const made = await createTarget(11, { name: 'Ops', type: 'http', enabled: true, options }, here.ports);
  const [stored] = here.ports.targets.all.values();
  if (!stored) throw new Error('no target');
  const http = createOutboundHttp({ hostMap: { [new URL(String(options.url)).host]: server.origin } });
  server.answer({ status: 200, body: '{"msg":"success"}' });
  const outcome = await send(message({ text, ...about }), stored, { ...here.ports, http });
  http.close();
  const [request] = server.received;
  if (!request) throw new Error(JSON.stringify(outcome));
  return {
    outcome,
    request,
    shown: JSON.stringify([{ ...made, options: { ...made.options, signing_secret: '' } }, stored, outcome]),
  };
};

/** The syntax with which a message calls people, of services that have one in plain text. */
const mentions: Record<string, RegExp> = {
  'Feishu and Lark': /<at/,
  'Rocket.Chat': /@\w/,
  Zulip: /@\*/,
};

const isForm = (type = '') => type.includes('urlencoded');

it('has a recorded request for every preset', () => {
  expect(Object.keys(recorded).toSorted()).toEqual(presets.map(({ name }) => name).toSorted());
});

describe.each(Object.entries(recorded))('the preset %s', (name, { typed, secret, line, headers, body }) => {
  it('accepts what its owner types', () => {
    for (const field of presetOf(name).fields) expect(fieldProblem(field, typed[field.name] ?? '')).toBeUndefined();
  });

  it('sends the recorded request', async () => {
    const { outcome, request } = await deliver(name);
    expect(outcome).toEqual({ kind: 'ok' });
    expect(`${request.method} https://${request.headers.host}${request.url}`).toBe(line);
    expect(request.headers).toMatchObject(headers);
    const sent = isForm(request.headers['content-type'])
      ? Object.fromEntries(new URLSearchParams(request.body))
      : JSON.parse(request.body);
    expect(sent).toEqual(body);
  });

  it('shows none of its secrets', async () => {
    const { shown } = await deliver(name);
    expect(secret.length).toBeGreaterThan(0);
    for (const each of secret) expect(shown).not.toContain(each);
  });
});

it('resolves at PagerDuty what is over', async () => {
  const { request } = await deliver('PagerDuty', { facts: { ...facts, state: 'resolved', severity: 'ok' } });
  expect(JSON.parse(request.body)).toMatchObject({
    event_action: 'resolve',
    dedup_key: 'disk web-1',
    payload: { severity: 'info' },
  });
});

it('triggers an event without a key at PagerDuty for a call without a subject', async () => {
  const { request } = await deliver('PagerDuty', {});
  const { dedup_key, event_action, payload } = JSON.parse(request.body);
  expect([dedup_key, event_action, payload.severity]).toEqual([undefined, 'trigger', 'info']);
});

it.each(Object.entries(mentions))('%s gets no message that mentions people', async (name, syntax) => {
  const { request } = await deliver(name, { facts, text: 'Hi @all @**all** @here <at user_id="all">' });
  const sent = isForm(request.headers['content-type']) ? decodeURIComponent(request.body) : request.body;
  expect(sent).not.toMatch(syntax);
  expect(sent).toContain('here');
});
