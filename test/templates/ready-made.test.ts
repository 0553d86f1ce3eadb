import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readyMadeFor, readyMadeTemplates } from '../../lambdas/templates/ready-made/index.ts';
import { senders } from '../../lambdas/templates/ready-made/senders.ts';
import { render } from '../../lambdas/templates/render.ts';

/** Calls as the senders document them, cut down to the fields that matter, with everything in them made up. */
const calls: { id: string; headers: Record<string, string>; body: string; message: string[] }[] = JSON.parse(
  readFileSync(new URL('./fixtures/ready-made.json', import.meta.url), 'utf8'),
);

describe('a call of a known sender', () => {
  it.each(calls)('is recognised and told in its own words: $id', ({ id, headers, body, message }) => {
    const call = { headers, body, contentType: headers['content-type'] ?? 'application/json', method: 'POST' };
    const known = readyMadeFor(call);
    expect(known?.id).toBe(id);
    const result = render({ ...call, template: known?.template ?? '' });
    expect('message' in result ? result.message.split('\n') : result).toEqual(message);
  });

  it('has a test for every template', () => {
    const tested = new Set(calls.map(({ id }) => id));
    expect(readyMadeTemplates.map(({ id }) => id).filter((id) => !tested.has(id))).toEqual([]);
  });
});

describe('the ready-made templates', () => {
  it('know at least twenty senders, each template under one name', () => {
    expect(senders.length).toBeGreaterThanOrEqual(20);
    expect(new Set(readyMadeTemplates.map(({ id }) => id)).size).toBe(readyMadeTemplates.length);
  });

  it.each(readyMadeTemplates)('say something even when the call is empty: $id', ({ template }) => {
    expect(render({ template, body: '{}' })).toHaveProperty('message');
  });

  it('are not confused by objects with methods of their own', () => {
    const strange = JSON.stringify({
      publisherId: { toString: 1 },
      eventType: { valueOf: 2 },
      message: { toString: null },
    });
    expect(readyMadeFor({ body: strange })).toBeUndefined();
  });

  it('leave everybody else to the default rendering', () => {
    expect(readyMadeFor({ body: '{"hello":"world"}' })).toBeUndefined();
    expect(readyMadeFor({ body: '', headers: { 'X-GitHub-Event': 'unheard_of' } })).toBeUndefined();
    expect(readyMadeFor({ body: 'text', headers: {} })).toBeUndefined();
  });

  it('tell a Forgejo or Gitea call from the GitHub one it imitates', () => {
    const call = { body: '{"commits":[]}', headers: { 'X-GitHub-Event': 'push', 'X-Gitea-Event': 'push' } };
    expect(readyMadeFor(call)?.sender).toBe('Gitea');
    expect(readyMadeFor({ ...call, headers: { ...call.headers, 'X-Forgejo-Event': 'push' } })?.sender).toBe('Forgejo');
  });
});
