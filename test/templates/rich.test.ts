import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { render } from '../../lambdas/templates/render.ts';
import { renderCall } from '../../lambdas/templates/render-call.ts';
import { parseInline } from '../../lambdas/templates/rich/inline.ts';
import { parseMarkdown } from '../../lambdas/templates/rich/markdown.ts';
import { plainOf } from '../../lambdas/templates/rich/plain.ts';
import type { RichMessage, Run } from '../../lambdas/templates/rich/tree.ts';

const call = (payload: unknown) => ({ body: JSON.stringify(payload), contentType: 'application/json', method: 'POST' });

const richOf = (template: string, payload: unknown = {}, timeZone?: string): RichMessage => {
  const result = render({ ...call(payload), template, format: 'rich', timeZone });
  if ('error' in result || !result.rich) throw new Error(JSON.stringify(result));
  return result.rich;
};

/** Describes runs: `b:` bold, `i:` italic, `s:` strikethrough, `c:` code, `>address` a link. */
const sketch = (runs: Run[]) =>
  runs
    .map(({ text, bold, italic, strike, code, link }) => {
      const look = `${bold ? 'b' : ''}${italic ? 'i' : ''}${strike ? 's' : ''}${code ? 'c' : ''}`;
      return `${look && `${look}:`}${text}${link === undefined ? '' : `>${link}`}`;
    })
    .join('|');

describe('inline marks', () => {
  it.each([
    ['a **b** c', 'a |b:b| c'],
    ['_a_ and *b*', 'i:a| and |i:b'],
    ['***a***', 'bi:a'],
    ['**a _b_ c**', 'b:a |bi:b|b: c'],
    ['snake_case_name and 2*3*4', 'snake_case_name and 2|i:3|4'],
    ['~~a~~ ~b~', 's:a| ~b~'],
    ['`a * b` **`c`**', 'c:a * b| |bc:c'],
    ['``a ` b``', 'c:a ` b'],
    ['`open', '`open'],
    ['**open', '**open'],
    ['*a **b*', '*a *|i:b'],
    ['[a](https://x.example/p)', 'a>https://x.example/p'],
    ['[**a** b](u)', 'b:a>u| b>u'],
    ['[a [b](c) d](e)', '[a |b>c| d](e)'],
    ['[a](u "title") [b](<u v>)', 'a>u| |b>u v'],
    ['[](https://x.example/)', 'https://x.example/>https://x.example/'],
    ['[a](b(c)d)', 'a>b(c)d'],
    ['[a] (b)', '[a] (b)'],
    ['<https://x.example> <b>', 'https://x.example>https://x.example| <b>'],
    ['\\*a\\* \\[b\\](c)', '*a* [b](c)'],
    ['![a](b)', '!|a>b'],
    ['* a *', '* a *'],
  ])('%s', (text, expected) => {
    expect(sketch(parseInline(text))).toBe(expected);
  });
});

describe('blocks', () => {
  const shape = (text: string) =>
    parseMarkdown(text).map((block) => {
      switch (block.kind) {
        case 'code':
          return `code ${block.language ?? ''}: ${block.text}`;
        case 'list':
          return block.items.map(({ runs, depth, number }) => `${'>'.repeat(depth)}${number ?? '-'} ${sketch(runs)}`);
        case 'rule':
          return 'rule';
        default:
          return `${block.kind}: ${sketch(block.runs)}`;
      }
    });

  it.each<[string, ReturnType<typeof shape>]>([
    ['a\nb\n\nc', ['paragraph: a\nb', 'paragraph: c']],
    ['# A #\ntext', ['heading: A', 'paragraph: text']],
    ['#7 is no heading', ['paragraph: #7 is no heading']],
    ['- a\n- b\n  - c\n\n- d\nend', [['- a', '- b', '>- c', '- d'], 'paragraph: end']],
    ['1. a\n2. b\n   more', [['1 a', '2 b\nmore']]],
    ['2026. was a year', [['2026 was a year']]],
    ['in\n2026. was', ['paragraph: in\n2026. was']],
    ['```ts\na *b*\n\nc\n```\nafter', ['code ts: a *b*\n\nc', 'paragraph: after']],
    ['```\nnever closed', ['code : never closed']],
    ['> a\n> - b\nc', ['quote: a|\n|• |b', 'paragraph: c']],
    ['a\n\n---\n\nb', ['paragraph: a', 'rule', 'paragraph: b']],
    ['    indented is no code', ['paragraph: indented is no code']],
    ['<script>alert(1)</script>', ['paragraph: <script>alert(1)</script>']],
  ])('%j', (text, expected) => expect(shape(text)).toEqual(expected));

  it.each([
    ['stars', '*'.repeat(10_000)],
    ['opened marks', '*a _b '.repeat(2700)],
    ['brackets', '['.repeat(10_000)],
    ['half links', '[a](x ('.repeat(3000)],
    ['code marks', '``a'.repeat(5000)],
    ['quotes', `${'>'.repeat(5000)}a`],
    ['lists', '- '.repeat(8000)],
    ['blanks', `a${' '.repeat(16_000)}b`],
    ['signs behind a heading', `# ${'#'.repeat(16_000)}x`],
    ['fences', `${'```'}${' '.repeat(16_000)}\``],
  ])('takes hardly any time for ten thousand %s', (_, text) => {
    // A quadratic parser needed seconds. The sandbox ends a render at half a second of CPU.
    const before = process.cpuUsage();
    parseMarkdown(text);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(250);
  });
});

describe('values', () => {
  const templates = [
    '**{{v}}** and _{{v}}_ and ~~{{v}}~~',
    '# {{v}}\n\n- {{v}}\n- `{{v}}`\n\n> {{v}}\n\n```\n{{v}}\n```\n\n1. {{v}}',
    '[{{v}}](https://x.example/{{v}}) [x]({{v}}) {{v}}*{{v}}*',
    '{{#title}}{{v}}{{/title}}{{#facts}}\nA: {{v}}\n**B**: {{v}}\n{{/facts}}{{#buttons}}[{{v}}](https://x.example){{/buttons}}text {{v}}',
  ];
  /** A message's structure without its words: its blocks, and the sequence of formats in them. */
  const shapeOf = (message: RichMessage): string => {
    const runs = (all: Run[] = []) =>
      all.map((run) => sketch([{ ...run, text: '', ...(run.link && { link: '' }) }])).join('|');
    return JSON.stringify([
      runs(message.title),
      message.blocks.map((block) =>
        'runs' in block
          ? [block.kind, runs(block.runs)]
          : 'items' in block
            ? block.items.map((item) => runs(item.runs))
            : block.kind,
      ),
      message.facts?.map((fact) => runs(fact.runs)),
      message.buttons?.length,
    ]);
  };
  const signs = [
    '*',
    '**',
    '_',
    '`',
    '```',
    '\n',
    '\n\n',
    '# ',
    '- ',
    '> ',
    '[',
    '](',
    ')',
    '<',
    '>',
    '~~',
    '\\',
    '|',
    '{{',
    '}}',
    '&',
    '\ufdd00\ufdd1',
    '\ufdd20\ufdd3',
  ];
  const hostile = fc
    .array(
      fc.oneof(fc.constantFrom(...signs), fc.constantFrom('a', 'b', 'é', '👍', '\u202e', '@everyone', '<!channel>')),
      {
        minLength: 1,
        maxLength: 12,
      },
    )
    .map((parts) => `x${parts.join('')}x`);

  it('never change a message’s shape', () => {
    for (const template of templates) {
      const expected = shapeOf(richOf(template, { v: 'x' }));
      fc.assert(
        fc.property(hostile, (v) => {
          expect(shapeOf(richOf(template, { v }))).toBe(expected);
        }),
        { numRuns: 1250 },
      );
    }
  });

  it('are printed unchanged', () => {
    const v = '*a* _b_ `c` [d](e) <f> &amp; \\';
    expect(richOf('{{v}}', { v }).blocks).toEqual([{ kind: 'paragraph', runs: [{ text: v }] }]);
    expect(richOf('`{{v}}`', { v }).blocks).toEqual([{ kind: 'paragraph', runs: [{ text: v, code: true }] }]);
  });

  it('link only to addresses for people', () => {
    const link = (v: string) => richOf('[go]({{v}})', { v }).blocks;
    const text = (words: string) => [{ kind: 'paragraph', runs: [{ text: words }] }];
    expect(link('https://x.example/a')).toEqual([
      { kind: 'paragraph', runs: [{ text: 'go', link: 'https://x.example/a' }] },
    ]);
    for (const bad of [
      'javascript:alert(1)',
      'data:text/html,x',
      'ftp://x',
      '//x.example',
      'https://a:b@x.example',
      'x',
      '',
      'https://x y',
    ])
      expect(link(bad), bad).toEqual(text('go'));
    expect(link('http://10.0.0.7/graph')).toEqual(text('go (http://10.0.0.7/graph)'));
    expect(link('mailto:ada@example.com')[0]).toMatchObject({ runs: [{ link: 'mailto:ada@example.com' }] });
  });

  it('become separate links only if the template gives an address its own line', () => {
    const v = 'https://x.example/a';
    expect(richOf('See:\n{{v}}', { v }).blocks).toEqual([
      { kind: 'paragraph', runs: [{ text: 'See:\n' }, { text: v, link: v }] },
    ]);
    expect(richOf('{{v}}\nend', { v }).blocks).toMatchObject([{ runs: [{ link: v }, { text: '\nend' }] }]);
    expect(richOf('See {{v}}', { v }).blocks).toEqual([{ kind: 'paragraph', runs: [{ text: `See ${v}` }] }]);
  });

  it('are inserted as template text only if the template says so', () => {
    const v = '**new** and <b>old</b>\n- [notes](https://x.example/n) [x](javascript:y)';
    expect(richOf('{{& v}}', { v }).blocks).toEqual([
      { kind: 'paragraph', runs: [{ text: 'new', bold: true }, { text: ' and <b>old</b>' }] },
      { kind: 'list', items: [{ depth: 0, runs: [{ text: 'notes', link: 'https://x.example/n' }, { text: ' x' }] }] },
    ]);
    expect(render({ ...call({ v }), template: 'a {{& v }} b' })).toEqual({ message: `a ${v} b` });
  });
});

describe('a message’s parts', () => {
  const template = [
    '{{#title}}[{{repo}}: {{state}}]({{url}}){{/title}}',
    'The **{{repo}}** build {{state}}.',
    '{{#facts}}',
    '{{#each jobs}}',
    '{{name}}: {{state}}',
    '{{/each}}',
    '{{/facts}}',
    '{{#buttons}}[Open run]({{url}}) [Docs](https://docs.example) [a](https://a.example) [b](https://b.example){{/buttons}}',
  ].join('\n');
  const payload = {
    repo: 'web',
    state: 'failed',
    url: 'https://ci.example/7',
    jobs: [
      { name: 'lint', state: 'ok' },
      { name: 'a: b', state: '*x*' },
    ],
  };

  it('have their own places', () => {
    expect(richOf(template, payload)).toEqual({
      title: [{ text: 'web: failed' }],
      link: 'https://ci.example/7',
      blocks: [
        { kind: 'paragraph', runs: [{ text: 'The ' }, { text: 'web', bold: true }, { text: ' build failed.' }] },
      ],
      facts: [
        { label: 'lint', runs: [{ text: 'ok' }] },
        { label: 'a: b', runs: [{ text: '*x*' }] },
      ],
      buttons: [
        { label: 'Open run', url: 'https://ci.example/7' },
        { label: 'Docs', url: 'https://docs.example/' },
        { label: 'a', url: 'https://a.example/' },
      ],
    });
  });

  it('are stored, searched and listed as text', () => {
    expect(plainOf(richOf(template, payload))).toBe(
      [
        'web: failed',
        'The web build failed.',
        'lint: ok',
        'a: b: *x*',
        'Docs: https://docs.example/',
        'a: https://a.example/',
        'https://ci.example/7',
      ].join('\n'),
    );
  });

  it('are printed in place in a plain message', () => {
    expect(render({ ...call(payload), template: '{{#title}}{{repo}}{{/title}}\nx' })).toEqual({ message: 'web\nx' });
  });

  it.each([
    ['{{#title}}a', 'E1004'],
    ['{{/facts}}', 'E1003'],
    ['{{#title}}a{{else}}b{{/title}}', 'E1006'],
    ['{{#title x}}a{{/title}}', 'E1003'],
    ['{{#tables}}{{/tables}}', 'E1005'],
  ])('must be closed and have no branches: %s', (wrong, code) => {
    expect(render({ ...call({}), template: wrong, format: 'rich' })).toMatchObject({ error: { code } });
  });

  it('can come from an object of an expression', () => {
    const expression =
      '{"text": text, "title": "*T*", "severity": "warning", "facts": {"A": 1, "B": "x"}, "buttons": [{"label": "Go", "url": url}, {"label": "No", "url": "javascript:x"}]}';
    expect(richOf(expression, { text: '**a**', url: 'https://x.example/' })).toEqual({
      title: [{ text: '*T*' }],
      severity: 'warning',
      blocks: [{ kind: 'paragraph', runs: [{ text: '**a**' }] }],
      facts: [
        { label: 'A', runs: [{ text: '1' }] },
        { label: 'B', runs: [{ text: 'x' }] },
      ],
      buttons: [{ label: 'Go', url: 'https://x.example/' }],
    });
    expect(richOf('"**a**"').blocks).toEqual([{ kind: 'paragraph', runs: [{ text: '**a**' }] }]);
  });

  it('keep times, in the time zone’s format', () => {
    const at = '2026-09-12T12:00:00Z';
    expect(richOf('At {{ $time(at) }}.', { at }, 'Europe/Berlin').blocks).toEqual([
      {
        kind: 'paragraph',
        runs: [{ text: 'At ' }, { text: '2026-09-12 14:00 +02:00', time: 1_789_214_400 }, { text: '.' }],
      },
    ]);
    expect(richOf('{{ "at " & $time(at) }} {{ $time("soon") }}', { at }).blocks).toMatchObject([
      { runs: [{ text: 'at ' }, { time: 1_789_214_400 }, { text: ' soon' }] },
    ]);
    expect(render({ ...call({ at }), template: '{{ $time(at) }}', timeZone: 'Asia/Kolkata' })).toEqual({
      message: '2026-09-12 17:30 +05:30',
    });
  });
});

describe('a rich message without a template', () => {
  const rendered = (facts: Parameters<typeof renderCall>[0]) => {
    const result = renderCall(facts);
    if ('error' in result || !result.rich) throw new Error(JSON.stringify(result));
    return result;
  };

  it('has the title, colour, facts and link of an unknown sender’s call', () => {
    const body = JSON.stringify({
      job: 'backup',
      status: 'failed',
      host: 'db-1',
      region: 'eu',
      url: 'https://jobs.example.com/runs/7',
    });
    const { rich } = rendered({
      body,
      contentType: 'application/json',
      template: undefined,
      webhookName: 'W',
      format: 'rich',
    });
    expect(rich).toMatchObject({ severity: 'critical', link: 'https://jobs.example.com/runs/7' });
    expect(rich?.facts?.map(({ label }) => label)).toContain('Host');
  });
});
