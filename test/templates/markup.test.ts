import { describe, expect, it } from 'vitest';
import { beginTemplate } from '../../lambdas/templates/editor/begin.ts';
import { diagnoseMarkup } from '../../lambdas/templates/editor/markup.ts';
import { outlineOf } from '../../lambdas/templates/outline/outline-of.ts';
import { render } from '../../lambdas/templates/render.ts';
import { loadRichWriter } from '../../lambdas/templates/rich/load.ts';
import { textOf } from '../../lambdas/templates/rich/tree.ts';

loadRichWriter();

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

describe('a template started from a call of an unknown sender', () => {
  const payload = {
    job: 'backup',
    status: 'failed',
    'run number': 'db-1 *x*',
    cost: { total: '19.90', currency: 'EUR' },
    url: 'https://jobs.example.com/runs/7',
  };
  const facts = { body: JSON.stringify(payload), contentType: 'application/json', webhookName: 'Jobs' };
  const begun = (isRich: boolean) => beginTemplate(outlineOf(facts), payload, isRich) ?? '';

  it('gives the same message as without a template, and follows the next call', () => {
    const template = begun(true);
    const told = render({ ...facts, template, format: 'rich' });
    const rich = 'rich' in told ? told.rich : undefined;
    expect(textOf(rich?.title ?? []).toLowerCase()).toContain('backup');
    expect(rich?.link).toBe('https://jobs.example.com/runs/7');
    expect(rich?.facts?.map(({ runs }) => textOf(runs))).toEqual(expect.arrayContaining(['19.90 EUR']));
    const other = JSON.stringify({ ...payload, job: 'restore', url: 'https://jobs.example.com/runs/8' });
    const next = render({ ...facts, body: other, template, format: 'rich' });
    expect('rich' in next && next.rich).toMatchObject({ link: 'https://jobs.example.com/runs/8' });
    expect('message' in next && next.message).toContain('restore');
  });

  it('has lines of text for plain messages, with the link last', () => {
    expect(begun(false)).not.toContain('#title');
    expect(begun(false).trim().split('\n').at(-1)).toBe('{{ url }}');
  });

  it('does not exist if no field can be recognised', () => {
    expect(beginTemplate({ severity: 'info', title: 'Hello', facts: [], actions: [] }, { a: 1 }, true)).toBeUndefined();
  });
});
