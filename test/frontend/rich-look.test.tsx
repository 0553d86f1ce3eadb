import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { answer } from '../../frontend/src/features/editor/answer.ts';
import { richPartsFor } from '../../frontend/src/features/editor/rich-parts.ts';
import { beginningOf, PlainRich, RichLook } from '../../frontend/src/ui/rich-look.tsx';
import { looks } from '../../integrations/targets/looks.gen.tsx';
import { renderCall } from '../../lambdas/templates/render-call.ts';
import { renderSandboxed } from '../../lambdas/templates/render-sandboxed.ts';
import type { RichMessage } from '../../lambdas/templates/rich/tree.ts';

afterEach(cleanup);

const evil = '<script>alert(1)</script> *x* [y](javascript:alert(1))';
const rich: RichMessage = {
  title: [{ text: 'CI failed' }],
  place: 'acme/web',
  link: 'https://ci.example/7',
  severity: 'critical',
  blocks: [
    { kind: 'paragraph', runs: [{ text: evil }, { text: 'main', bold: true }] },
    { kind: 'list', items: [{ depth: 0, runs: [{ text: 'lint', code: true }] }] },
    { kind: 'code', text: 'exit 1' },
    { kind: 'quote', runs: [{ text: 'said so' }] },
  ],
  facts: [{ label: 'Took', runs: [{ text: '3m' }] }],
  buttons: [{ label: 'Open run', url: 'https://ci.example/7' }],
};
const shown = { rich, text: 'text', part: 1, parts: 1, webhookName: 'Deploys' };
const all = ['CI failed', 'acme/web', evil, 'main', 'lint', 'exit 1', 'said so', 'Took', '3m', 'Open run'];

describe('a rich message', () => {
  it.each([...Object.keys(looks).filter((slug) => slug !== 'http'), 'a type without a preview'])(
    'is shown with all its words, and only with its own links, for %s',
    (slug) => {
      const { container } = render(<RichLook slug={slug} shown={shown} />);
      for (const words of all) expect(container.textContent).toContain(words);
      expect(container.querySelector('script')).toBeNull();
      const links = [...container.querySelectorAll('a')].map((link) => link.href);
      expect(new Set(links)).toEqual(new Set(['https://ci.example/7']));
    },
  );

  it('shows its severity if the type has a sign or a colour for it', () => {
    expect(render(<RichLook slug="telegram" shown={shown} />).container.textContent).toContain('🔴');
    cleanup();
    const bar = render(<PlainRich rich={rich} />).container.querySelector<HTMLElement>('.border-l-4');
    expect(bar?.style.borderLeftColor).toMatch(/e03131|224, 49, 49/);
  });

  it('is shown to programs as data', () => {
    const { container } = render(<RichLook slug="http" shown={shown} />);
    expect(JSON.parse(container.textContent ?? '').data.rich.title).toEqual(rich.title);
  });

  it('is cut into parts that the type accepts', () => {
    const long: RichMessage = { ...rich, blocks: [{ kind: 'paragraph', runs: [{ text: 'word '.repeat(1000) }] }] };
    const { parts } = richPartsFor(long, { max: 4096, counted: 'utf16' }, true);
    expect(parts.map((part) => part.rich.title !== undefined)).toEqual([true, false]);
    expect(richPartsFor(long, undefined, true).parts).toHaveLength(1);
  });

  it('can be shortened to whole blocks and one cut block', () => {
    expect(beginningOf(rich, 10_000)).toEqual(rich);
    const { blocks, facts } = beginningOf(rich, evil.length + 4 + 2);
    expect(blocks).toEqual([
      rich.blocks[0],
      { kind: 'list', items: [{ depth: 0, runs: [{ text: 'li', code: true }] }] },
    ]);
    expect(facts).toEqual(rich.facts);
  });
});

const facts = {
  body: JSON.stringify({
    action: 'completed',
    repository: { full_name: 'acme/web' },
    workflow_run: { name: 'CI', conclusion: 'failure', html_url: 'https://ci.example/7', head_branch: 'main' },
  }),
  headers: { 'x-github-event': 'workflow_run' },
  contentType: 'application/json',
};
const preview = { kind: 'preview', webhookName: 'W', format: 'rich', example: false, facts } as const;

describe('a webhook’s preview with rich formatting', () => {
  it('is the message as it is sent, with the call’s colour and link', async () => {
    const { unaidedRich, readyMade, result } = await answer({ ...preview, template: '**{{ action }}**' });
    expect(unaidedRich).toMatchObject({ severity: 'critical', link: 'https://ci.example/7' });
    expect(result).toMatchObject({
      message: 'completed',
      rich: { severity: 'critical', blocks: [{ kind: 'paragraph', runs: [{ text: 'completed', bold: true }] }] },
    });
    // The suggested template produces the same message.
    const taken = await answer({ ...preview, template: readyMade?.template ?? '' });
    expect(taken.result).toMatchObject({ rich: unaidedRich });
  });

  it('compares the formatting too', async () => {
    const rule = { useTemplate: true, template: '{{ action }}', webhookName: 'W', format: 'rich' } as const;
    const { before, after } = await answer({
      kind: 'compare',
      facts,
      before: rule,
      after: { ...rule, template: '*{{ action }}*' },
    });
    expect([before, after].map((each) => 'rich' in each && each.rich?.blocks)).toEqual([
      [{ kind: 'paragraph', runs: [{ text: 'completed' }] }],
      [{ kind: 'paragraph', runs: [{ text: 'completed', italic: true }] }],
    ]);
  });
});

describe('a template tried over the API', () => {
  const sandbox = { render: async (call: Parameters<typeof renderCall>[0]) => renderCall(call) };
  const request = { body: facts.body, headers: facts.headers, template: '# {{ action }}\n{{ $time(0) }}' };

  it('returns formatting and subject only on request', async () => {
    expect(await renderSandboxed(1, request, sandbox)).toEqual({
      rendered_message: '# completed\n1970-01-01 00:00 UTC',
    });
    const answered = await renderSandboxed(1, { ...request, format: 'rich', time_zone: 'Asia/Tokyo' }, sandbox);
    expect(answered).toMatchObject({
      subject: { state: 'open', severity: 'critical' },
      rich: {
        blocks: [
          { kind: 'heading', runs: [{ text: 'completed' }] },
          { kind: 'paragraph', runs: [{ text: expect.stringContaining('1970-01-01 09:00'), time: 0 }] },
        ],
      },
    });
  });
});
