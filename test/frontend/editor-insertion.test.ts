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

describe('pressing a field', () => {
  it('writes a tag where there is text', () => {
    expect(press('|', ['repository', 'name'])).toBe('{{ repository.name }}|');
    expect(press('Push to |', ['repository', 'name'])).toBe('Push to {{ repository.name }}|');
  });

  it('keeps two values apart', () => {
    expect(press('{{ a }}|', ['repository', 'name'])).toBe('{{ a }} {{ repository.name }}|');
    expect(press('{{ a }} |', ['repository', 'name'])).toBe('{{ a }} {{ repository.name }}|');
  });

  it('leaves the end of a block alone on its line', () => {
    expect(press('{{#if a}}\nA\n{{/if}}|', ['b'])).toBe('{{#if a}}\nA\n{{/if}}\n{{ b }}|');
  });

  it('writes only the path inside a tag and inside an expression', () => {
    expect(press('{{ $uppercase(|) }}', ['repository', 'name'])).toBe('{{ $uppercase(repository.name|) }}');
    expect(press('"Push to " & |', ['repository', 'name'])).toBe('"Push to " & repository.name|');
  });

  it('takes the place of what is selected', () => {
    expect(applied('Hello name!', insertField('Hello name!', 6, 10, ['user']))).toBe('Hello {{ user }}|!');
  });

  it('quotes names that are no plain words, and keeps positions', () => {
    expect(writePath(['repository', 'x-key'])).toBe('repository.`x-key`');
    expect(writePath(['and'])).toBe('`and`');
    expect(writePath(['commits', 0, 'message'])).toBe('commits[0].message');
    expect(writePath([1, 'id'], '$')).toBe('$[1].id');
  });

  it('names the item of the loop that it stands in', () => {
    expect(press('{{#each commits}}\n- |\n{{/each}}', ['commits', 1, 'author', 'name'])).toBe(
      '{{#each commits}}\n- {{ author.name }}|\n{{/each}}',
    );
    expect(press('{{#each commits}}{{#each files}}|{{/each}}{{/each}}', ['commits', 0, 'files', 1])).toBe(
      '{{#each commits}}{{#each files}}{{ $ }}|{{/each}}{{/each}}',
    );
  });

  it('goes back to the payload for a field outside of the loop', () => {
    expect(press('{{#each commits}}|{{/each}}', ['repository', 'name'])).toBe(
      '{{#each commits}}{{ $$.repository.name }}|{{/each}}',
    );
    expect(press('{{#each commits}}{{/each}}|', ['repository', 'name'])).toBe(
      '{{#each commits}}{{/each}} {{ repository.name }}|',
    );
  });

  it('always prints the value that was pressed', () => {
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

describe('pressing Repeat', () => {
  it('writes a block with the cursor inside, where the fields of the item belong', () => {
    const block = press('Commits:|', ['commits'], insertLoop);
    expect(block).toBe('Commits:\n{{#each commits}}\n- |\n{{/each}}\n');
    const filled = press(block, ['commits', 0, 'message']).replace('|', '');
    expect(render({ template: filled, body: JSON.stringify(payload) })).toEqual({ message: 'Commits:\n- Fix\n- Test' });
  });

  it('begins at the start of a line', () => {
    expect(press('|', ['commits'], insertLoop)).toBe('{{#each commits}}\n- |\n{{/each}}\n');
  });

  it('names a list inside the item', () => {
    expect(press('{{#each commits}}\n|{{/each}}', ['commits', 0, 'files'], insertLoop)).toBe(
      '{{#each commits}}\n{{#each files}}\n- |\n{{/each}}\n{{/each}}',
    );
  });
});
