import { describe, expect, it } from 'vitest';
import {
  type Insertion,
  insertField,
  insertLoop,
  type Steps,
  writePath,
} from '../../frontend/src/features/editor/insertion.ts';
import { render } from '../../lambdas/templates/render.ts';

const payload = {
  'a`b': { 'c`d': ['e'] },
  repository: { name: 'web', 'x-key': 'v' },
  commits: [
    { message: 'Fix', author: { name: 'Ada' }, files: ['a.ts', 'b.ts'] },
    { message: 'Test', author: { name: 'Lin' }, files: [] },
  ],
};

/** Reads a template in which `|` marks the cursor. */
const at = (marked: string) => ({ template: marked.replace('|', ''), cursor: marked.indexOf('|') });
const applied = (template: string, { from, to, insert, cursor }: Insertion) => {
  const text = template.slice(0, from) + insert + template.slice(to);
  return `${text.slice(0, cursor)}|${text.slice(cursor)}`;
};
const press = (marked: string, steps: Steps, make = insertField) => {
  const { template, cursor } = at(marked);
  return applied(template, make(template, cursor, cursor, steps));
};

describe('a click on a field', () => {
  it('inserts a tag into text', () => {
    expect(press('|', ['repository', 'name'])).toBe('{{ repository.name }}|');
    expect(press('Push to |', ['repository', 'name'])).toBe('Push to {{ repository.name }}|');
  });

  it('separates two values with a space', () => {
    expect(press('{{ a }}|', ['repository', 'name'])).toBe('{{ a }} {{ repository.name }}|');
    expect(press('{{ a }} |', ['repository', 'name'])).toBe('{{ a }} {{ repository.name }}|');
  });

  it('leaves the end of a block alone on its line', () => {
    expect(press('{{#if a}}\nA\n{{/if}}|', ['b'])).toBe('{{#if a}}\nA\n{{/if}}\n{{ b }}|');
  });

  it('inserts only the path inside a tag or an expression', () => {
    expect(press('{{ $uppercase(|) }}', ['repository', 'name'])).toBe('{{ $uppercase(repository.name|) }}');
    expect(press('"Push to " & |', ['repository', 'name'])).toBe('"Push to " & repository.name|');
  });

  it('replaces the selection', () => {
    expect(applied('Hello name!', insertField('Hello name!', 6, 10, ['user']))).toBe('Hello {{ user }}|!');
  });

  it('quotes names that are not plain words, and keeps array positions', () => {
    expect(writePath(['repository', 'x-key'])).toBe('repository.`x-key`');
    expect(writePath(['and'])).toBe('`and`');
    expect(writePath(['commits', 0, 'message'])).toBe('commits[0].message');
    expect(writePath([1, 'id'], '$')).toBe('$[1].id');
  });

  it('refers to the loop’s current item inside a loop', () => {
    expect(press('{{#each commits}}\n- |\n{{/each}}', ['commits', 1, 'author', 'name'])).toBe(
      '{{#each commits}}\n- {{ author.name }}|\n{{/each}}',
    );
    expect(press('{{#each commits}}{{#each files}}|{{/each}}{{/each}}', ['commits', 0, 'files', 1])).toBe(
      '{{#each commits}}{{#each files}}{{ $ }}|{{/each}}{{/each}}',
    );
  });

  it('refers to the payload for a field outside the loop', () => {
    expect(press('{{#each commits}}|{{/each}}', ['repository', 'name'])).toBe(
      '{{#each commits}}{{ $$.repository.name }}|{{/each}}',
    );
    expect(press('{{#each commits}}{{/each}}|', ['repository', 'name'])).toBe(
      '{{#each commits}}{{/each}} {{ repository.name }}|',
    );
  });

  it('inserts a path that always prints the clicked value', () => {
    const message = (marked: string, steps: Steps) =>
      render({ template: press(marked, steps).replace('|', ''), body: JSON.stringify(payload) });
    expect(message('|', ['repository', 'x-key'])).toEqual({ message: 'v' });
    expect(message('|', ['commits', 1, 'author', 'name'])).toEqual({ message: 'Lin' });
    expect(message('|', ['a`b', 'c`d', 0])).toEqual({ message: 'e' });
    expect(message('{{#each commits}}|{{/each}}', ['a`b', 'c`d', 0])).toEqual({ message: 'ee' });
    expect(message('{{#each commits}}|{{/each}}', ['repository', 'name'])).toEqual({ message: 'webweb' });
    expect(message('{{#each commits}}{{#each files}}|{{/each}}{{/each}}', ['commits', 0, 'files', 1])).toEqual({
      message: 'a.tsb.ts',
    });
  });
});

describe('a click on Repeat', () => {
  it('inserts a block and places the cursor inside, for the item’s fields', () => {
    const block = press('Commits:|', ['commits'], insertLoop);
    expect(block).toBe('Commits:\n{{#each commits}}\n- |\n{{/each}}\n');
    const filled = press(block, ['commits', 0, 'message']).replace('|', '');
    expect(render({ template: filled, body: JSON.stringify(payload) })).toEqual({ message: 'Commits:\n- Fix\n- Test' });
  });

  it('starts a new line', () => {
    expect(press('|', ['commits'], insertLoop)).toBe('{{#each commits}}\n- |\n{{/each}}\n');
  });

  it('refers to a list inside the current item', () => {
    expect(press('{{#each commits}}\n|{{/each}}', ['commits', 0, 'files'], insertLoop)).toBe(
      '{{#each commits}}\n{{#each files}}\n- |\n{{/each}}\n{{/each}}',
    );
  });
});
