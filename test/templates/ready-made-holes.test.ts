import { describe, expect, it } from 'vitest';
import { readyMadeFor } from '../../lambdas/templates/ready-made/index.ts';
import { render } from '../../lambdas/templates/render.ts';
import { loadRichWriter } from '../../lambdas/templates/rich/load.ts';
import { withoutTemplate } from '../../lambdas/templates/without-template.ts';
import { holesIn, withOneStructure, withoutOneField } from './holes.ts';
import { factsOf, knownCalls } from './ready-made-calls.ts';

loadRichWriter();

describe('a ready-made template', () => {
  const calls = knownCalls.filter(({ body }) => typeof body === 'object');

  it.each(calls.map((call) => [call.message[0], call] as const))('leaves no gap for a missing field: %s', (_, call) => {
    const facts = factsOf(call);
    const template = readyMadeFor(facts)?.template ?? '';
    const bad: string[] = [];
    for (const { path, payload } of withoutOneField(call.body as object)) {
      const result = render({ ...facts, body: JSON.stringify(payload), template });
      const said = 'message' in result ? result.message : `error ${result.error.code}: ${result.error.message}`;
      const wrong = 'message' in result ? holesIn(said) : ['an error'];
      if (wrong.length > 0) bad.push(`${path}: ${wrong.join(', ')}\n${said}`);
    }
    expect(bad).toEqual([]);
  });
});

describe('a call whose fields differ from its sender’s documentation', () => {
  // Both formats write the same values, and similar calls have the same fields. So each call plays every eleventh field,
  // and half of them in each format.
  it('is never shown as JSON, but by the outline if its template would show JSON', () => {
    const bad = knownCalls.flatMap((call, at) => {
      if (typeof call.body !== 'object') return [];
      const { body, ...facts } = factsOf(call);
      expect(withoutTemplate(factsOf(call), 'Deploys').outline, call.message[0]).toBeUndefined();
      return [...withOneStructure(JSON.parse(body))].flatMap(({ path, payload }, field) => {
        if ((at + field) % 11 !== 0) return [];
        const format = at % 2 === 0 ? 'plain' : 'rich';
        const { text } = withoutTemplate({ ...facts, body: JSON.stringify(payload) }, 'Deploys', { format });
        return /\[object|[[{]\s*["[{]|\[true/.test(text) ? [`${path}: ${text}`] : [];
      });
    });
    expect(bad).toEqual([]);
  }, 60_000);

  it('keeps JSON that a person wrote', () => {
    const said = ['It says {\n "a": 1}', 'and ["b", [1, 2]], [[Home]], [ ] and {}'].join(' ');
    const call = { action: 'created', issue: { number: 7 }, comment: { body: said } };
    const headers = { 'x-github-event': 'issue_comment' };
    const payload = new URLSearchParams({ payload: JSON.stringify(call) }).toString();
    const bodies = [
      { body: JSON.stringify(call), contentType: 'application/json' },
      { body: payload, contentType: 'application/x-www-form-urlencoded' },
    ];
    for (const body of bodies) {
      const told = withoutTemplate({ ...body, headers }, 'Deploys');
      expect(told.outline).toBeUndefined();
      expect(told.text).toContain('["b", [1, 2]], [[Home]], [ ] and {}');
    }
  });
});

describe('the gap detector', () => {
  it.each([
    ['acme/web: pull request #8  opened', 'a double blank'],
    ['acme/web: issue opened by ', 'a blank at the end of a line'],
    ['acme/web: issue opened by', 'a dangling end'],
    ['acme/web: issue #', 'a dangling end'],
    ['acme/web: pipeline failed\n\nhttps://ci.example/1', 'an empty line'],
    [': issue opened by octo', 'a line without its beginning'],
    ['acme/web: octo commented on by mistake', 'a skipped word'],
    ['acme/web: pipeline failed\nfix: total ()', 'an empty pair'],
    ['acme/web: 1 files changed', 'one of many'],
    ['opened', 'a first line of less than two words'],
  ])('finds the gap in %j', (message, wrong) => {
    expect(holesIn(message)).toContain(wrong);
  });

  it('accepts a complete message', () => {
    expect(holesIn('acme/web: octo pushed to main\n- a1b2c3d fix: total (Octo)\nhttps://example.test/1')).toEqual([]);
  });
});
