import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fragmentOf, LONGEST_FRAGMENT, templateOf } from '../../frontend/src/features/editor/template-link.ts';
import { MAX_TEMPLATE } from '../../lambdas/contract/bounds.ts';

const fragmentOfBytes = async (text: string) => {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return `#t=${Buffer.from(await new Response(packed).arrayBuffer()).toString('base64url')}`;
};

describe('a link that contains a template', () => {
  it('opens the same template', () =>
    fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 500 }), async (template) => {
        const fragment = await fragmentOf(template);
        expect(fragment).toMatch(/^#t=[\w-]*$/);
        expect(await templateOf(fragment as string)).toBe(template);
      }),
      { numRuns: 100 },
    ));

  it('is not created for a template that would be cut on the way', async () => {
    const noise = Array.from({ length: 7000 }, (_, at) =>
      String.fromCharCode(33 + ((at * at * 31 + at * 7) % 89)),
    ).join('');
    const random = [...noise].map((sign, at) => sign + (at * 2654435761).toString(36)).join('');
    expect(await fragmentOf(random)).toBeUndefined();
    const repeated = 'a'.repeat(MAX_TEMPLATE);
    expect((await fragmentOf(repeated))?.length).toBeLessThan(LONGEST_FRAGMENT);
    expect(await templateOf((await fragmentOf(repeated)) as string)).toBe(repeated);
  });

  it('opens nothing if it is damaged, cut, foreign or unpacks to more than a template', async () => {
    const whole = (await fragmentOf('Hello {{ name }}, your order {{ id }} has arrived.')) as string;
    expect(await templateOf(whole.slice(0, -6))).toBeUndefined();
    expect(await templateOf('#t=***')).toBeUndefined();
    expect(await templateOf('#section')).toBeUndefined();
    expect(await templateOf(`#t=${Buffer.from('plain').toString('base64url')}`)).toBeUndefined();
    expect(await templateOf(await fragmentOfBytes('a'.repeat(5_000_000)))).toBeUndefined();
  });
});
