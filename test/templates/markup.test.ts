import { describe, expect, it } from 'vitest';
import { diagnoseMarkup } from '../../lambdas/templates/editor/markup.ts';

describe('markup of a rich template', () => {
  it.each([
    ['**{{a}} is open', '**', 0],
    ['ok **a** and **{{b}}', '**', 13],
    ['say `{{a}} now', '`', 4],
    ['~~gone {{a}}', '~~', 0],
    ['{{a}} [words](https://x.example', '](', 12],
    ['a {{b}}\n\n```\nnever {{closed}}', '```', 9],
    ['- **one {{a}}\n- two**', '**', 2],
  ])('is underlined if it is never closed: %j', (template, mark, at) => {
    const [first] = diagnoseMarkup(template);
    expect(first).toMatchObject({ from: at, to: at + mark.length, severity: 'warning', code: 'W5' });
    expect(first?.text).toContain('not closed');
  });

  it.each([
    '**{{a}}** _b_ `c` ~~d~~ [e](https://x.example/{{f}})',
    '{{ "**" }} and {{ a ** b }}',
    '\\*\\*{{a}} and \\`',
    '2 * 3 and snake_case of {{a}}',
    '```\n** `\n```\n{{a}}',
    '**two\nlines {{a}}**',
    'a ? "**" : "b"',
  ])('is valid if it is closed, escaped, code or a value: %j', (template) => {
    expect(diagnoseMarkup(template)).toEqual([]);
  });
});
