import { describe, expect, it } from 'vitest';
import { readyMadeFor } from '../../lambdas/templates/ready-made/index.ts';
import { render } from '../../lambdas/templates/render.ts';
import { holesIn, withoutOneField } from './holes.ts';
import { factsOf, knownCalls } from './ready-made-calls.ts';

describe('a ready-made template', () => {
  const calls = knownCalls.filter(({ body }) => typeof body === 'object');

  it.each(calls.map((call) => [call.message[0], call] as const))('has no hole for a missing field: %s', (_, call) => {
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

describe('the finder of holes', () => {
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
  ])('sees what is wrong with %j', (message, wrong) => {
    expect(holesIn(message)).toContain(wrong);
  });

  it('has nothing against a whole message', () => {
    expect(holesIn('acme/web: octo pushed to main\n- a1b2c3d fix: total (Octo)\nhttps://example.test/1')).toEqual([]);
  });
});
