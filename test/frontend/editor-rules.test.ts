import { describe, expect, it } from 'vitest';
import { factsOf, fieldsOf, type StoredCall, shownBody } from '../../frontend/src/features/editor/call-facts.ts';
import { jsonPieces, jsonProblem } from '../../frontend/src/features/editor/code/json-text.ts';
import { countVerdicts, verdictOf } from '../../frontend/src/features/editor/compare.ts';
import { LARGEST_DRAFT, readDraft, storedDraft } from '../../frontend/src/features/editor/draft.ts';
import { isUnsaved, outcomeOf, saveBlock, viewsOf } from '../../frontend/src/features/editor/rules.ts';
import { formatError } from '../../lambdas/templates/format-error.ts';

const call = (part: Partial<StoredCall> = {}): StoredCall => ({
  rawBody: '{"a":1}',
  rawBodyEncoding: 'utf8',
  rawHeaders: '{"Content-Type":"application/json","X-List":["a","b"]}',
  contentType: 'application/json',
  query: 'q=1',
  method: 'POST',
  ...part,
});

describe('the editor’s input', () => {
  it('shows JSON with line breaks, and everything else unchanged', () => {
    expect(shownBody(call())).toBe('{\n  "a": 1\n}');
    expect(shownBody(call({ rawBody: 'a=1&b=2' }))).toBe('a=1&b=2');
    expect(shownBody(call({ rawBody: '/wA=', rawBodyEncoding: 'base64' }))).toBe('');
  });

  it('never changes a number by showing it', () => {
    expect(shownBody(call({ rawBody: '{"id":12345678901234567890}' }))).toBe('{"id":12345678901234567890}');
    expect(shownBody(call({ rawBody: '{"price":1.0}' }))).toBe('{"price":1.0}');
  });

  it('is the stored call byte for byte until it is edited', () => {
    expect(factsOf('{\n  "a": 1\n}', call())).toEqual({
      body: '{"a":1}',
      headers: { 'Content-Type': 'application/json', 'X-List': 'a, b' },
      query: 'q=1',
      method: 'POST',
      contentType: 'application/json',
    });
    expect(factsOf('{"a":2}', call()).body).toBe('{"a":2}');
    expect(factsOf('{"a":2}', undefined)).toEqual({ body: '{"a":2}' });
    expect(factsOf('', call({ rawBody: '/wA=', rawBodyEncoding: 'base64' }))).toMatchObject({ undecodable: true });
    const latin = call({
      rawBody: btoa('Gr\u00fc\u00dfe'),
      rawBodyEncoding: 'base64',
      contentType: 'text/plain; charset=iso-8859-1',
    });
    expect(shownBody(latin)).toBe('Gr\u00fc\u00dfe');
    expect(factsOf('Gr\u00fc\u00dfe', latin)).toMatchObject({ body: 'Gr\u00fc\u00dfe' });
    expect(factsOf('Gr\u00fc\u00dfe', latin)).not.toHaveProperty('undecodable');
  });

  it('lists the fields of JSON and of forms', () => {
    expect(fieldsOf({ body: '{"a":1}' })).toEqual({ a: 1 });
    expect(fieldsOf({ body: 'a=1', contentType: 'application/x-www-form-urlencoded' })).toEqual({ a: '1' });
    expect(fieldsOf({ body: 'plain' })).toBeUndefined();
  });

  it('is highlighted and checked as JSON only if it begins like JSON', () => {
    expect(jsonPieces('  "a\\"": [1.5e3, "x", null]').map(({ type }) => type)).toEqual([
      'name',
      'number',
      'string',
      'number',
    ]);
    expect(jsonProblem('a=1')).toBeUndefined();
    expect(jsonProblem('{"a":1}')).toBeUndefined();
    expect(jsonProblem('{"a":1,}')?.at).toBe(7);
  });
});

describe('the editor’s draft', () => {
  const draft = { body: '{}', template: '{{ a }}', call: 'abc', webhook: 7 };

  it('is read only from a valid stored draft', () => {
    expect(readDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
    expect(readDraft({ body: '{}', template: 'x', call: 1, webhook: 'y' })).toEqual({
      body: '{}',
      template: 'x',
      call: undefined,
      webhook: undefined,
    });
    for (const broken of [undefined, null, 'text', 7, [], {}, { body: 1, template: '' }])
      expect(readDraft(broken)).toBeUndefined();
  });

  it('is stored without an input that is too large, which is loaded from its call again', () => {
    expect(storedDraft(draft)).toBe(draft);
    expect(storedDraft({ ...draft, body: 'x'.repeat(LARGEST_DRAFT + 1) })).toEqual({
      ...draft,
      body: '',
      call: undefined,
    });
  });
});

describe('saving a template back', () => {
  const webhook = { template: '{{ a }}', useTemplate: true };

  it('is possible only if the template is valid and changes something', () => {
    expect(saveBlock('{{ b }}', webhook)).toBeUndefined();
    expect(saveBlock('{{ a }}', webhook)).toBe('saved');
    expect(saveBlock('{{ a }}', { ...webhook, useTemplate: false })).toBeUndefined();
    expect(saveBlock(' \n', webhook)).toBe('blank');
    expect(saveBlock('x'.repeat(16_385), webhook)).toBe('too long');
  });

  it('is still needed when a changed template is left', () => {
    expect(isUnsaved('{{ b }}', webhook)).toBe(true);
    expect(isUnsaved('{{ a }}', webhook)).toBe(false);
    expect(isUnsaved('', { template: '' })).toBe(false);
  });
});

describe('the comparison of old and new messages', () => {
  const said = (message: string) => ({ message });
  const failed = { error: { code: 'E1001', message: 'x', line: 1, column: 1 } };

  it.each([
    ['same', said('a'), said('a')],
    ['changed', said('a'), said('b')],
    ['fixed', failed, said('b')],
    ['fixed', said(' '), said('b')],
    ['breaks', said('a'), failed],
    ['breaks', said('a'), said('')],
    ['fails', failed, failed],
  ] as const)('results in "%s"', (verdict, before, after) => {
    expect(verdictOf({ before, after })).toBe(verdict);
  });

  it('counts different formatting of the same words as a change', () => {
    const of = (bold: object) => ({
      message: 'a',
      rich: { blocks: [{ kind: 'paragraph', runs: [{ text: 'a', ...bold }] }] },
    });
    expect(verdictOf({ before: of({}), after: of({ bold: true }) } as never)).toBe('changed');
    expect(verdictOf({ before: of({}), after: of({}) } as never)).toBe('same');
  });

  it('is unknown for a call that was not rendered in time', () => {
    expect(verdictOf(undefined)).toBe('unknown');
  });

  it('is summed up with problems first', () => {
    expect(countVerdicts(['same', 'breaks', 'same', 'changed'])).toEqual([
      ['breaks', 1],
      ['changed', 1],
      ['same', 2],
    ]);
  });
});

describe('the content of the Out card', () => {
  const answer = (result: object) => ({
    template: '{{ a }}',
    answer: { result, diagnostics: [], readyMade: undefined, unaided: 'a: 1' } as never,
  });

  it('is the live preview until the server is asked', () => {
    const preview = answer({ message: '1' });
    expect(outcomeOf('{{ a }}', undefined, undefined, formatError)).toEqual({ kind: 'waiting' });
    expect(outcomeOf('{{ a }}', preview, undefined, formatError)).toMatchObject({ live: true, message: '1' });
    expect(outcomeOf('{{ a }}', preview, { renderedMessage: '2' }, formatError)).toMatchObject({
      live: false,
      message: '2',
    });
  });

  it('names the position of an error from the preview or from the server', () => {
    const error = { code: 'T2001', message: 'Not a number', line: 2, column: 14, hint: 'Write &.' };
    const text = 'Line 2, column 14: Not a number (T2001)\nWrite &.';
    const failed = { kind: 'failed', error: { text, line: 2, column: 14 } };
    expect(outcomeOf('x', answer({ error }), undefined, formatError)).toMatchObject({ ...failed, live: true });
    expect(outcomeOf('x', undefined, { renderedMessage: '', error: text, problem: error }, formatError)).toMatchObject({
      ...failed,
      live: false,
    });
  });

  it('is the automatic message while there is no template', () => {
    expect(outcomeOf(' ', { ...answer({}), template: ' ' }, undefined, formatError)).toEqual({
      kind: 'unaided',
      message: 'a: 1',
    });
  });

  it('is the reason if there is no preview', () => {
    expect(outcomeOf('x', { template: 'x', trouble: 'too long' }, undefined, formatError)).toEqual({
      kind: 'trouble',
      trouble: 'too long',
    });
  });

  it('has a view for each type among the webhook’s targets', () => {
    const kinds = [
      { slug: 'telegram', name: 'Telegram' },
      { slug: 'slack', name: 'Slack' },
    ];
    const targets = [
      { id: 1, name: 'Ops', targetType: 'slack' },
      { id: 2, name: 'Phone', targetType: 'telegram' },
      { id: 3, name: 'Dev', targetType: 'slack' },
      { id: 4, name: 'Other', targetType: 'telegram' },
    ];
    expect(viewsOf([1, 2, 3], targets, kinds)).toEqual([
      { slug: 'telegram', names: ['Phone'] },
      { slug: 'slack', names: ['Ops', 'Dev'] },
    ]);
    expect(viewsOf(undefined, targets, kinds)).toEqual([
      { slug: 'telegram', names: ['Telegram'] },
      { slug: 'slack', names: ['Slack'] },
    ]);
  });
});
