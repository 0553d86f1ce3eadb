import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { render } from '../../lambdas/templates/render.ts';

type Failure = { code: string; line: number; col: number };
const { payload, examples, bodies } = JSON.parse(
  readFileSync(new URL('./fixtures/language.json', import.meta.url), 'utf8'),
) as { payload: unknown; examples: [string, string | Failure][]; bodies: [string, string, string][] };

/** A render reduced to the examples' format: the message, or the error's code and position. */
function outcome(input: Parameters<typeof render>[0]): string | Failure {
  const result = render(input);
  if ('message' in result) return result.message;
  const { code, line, column } = result.error;
  return { code, line, col: column };
}

describe('the template language', () => {
  it.each(examples)('renders %j as %j', (template, expected) => {
    expect(outcome({ template, body: JSON.stringify(payload), contentType: 'application/json' })).toEqual(expected);
  });

  it.each(bodies)('reads the body %j in %j as %j', (body, template, expected) => {
    expect(outcome({ template, body })).toEqual(expected);
  });

  it('reads form fields, with plus signs as spaces', () => {
    const contentType = 'application/x-www-form-urlencoded';
    const body = 'a=1&b=x&b=y%20z';
    expect(outcome({ template: '{{a}} {{b}}', body, contentType })).toBe('1 x, y z');
  });

  it('reads JSON in a single form field named payload', () => {
    const body = 'payload=%7B%22action%22%3A%22opened%22%7D';
    const contentType = 'application/x-www-form-urlencoded; charset=utf-8';
    expect(outcome({ template: '{{action}}', body, contentType })).toBe('opened');
  });

  it('knows headers, method and query', () => {
    const template = '{{ $headers.`x-github-event` }} {{$method}} {{$query.k}}';
    const headers = { 'X-GitHub-Event': 'push' };
    expect(outcome({ template, body: '', headers, method: 'GET', query: 'k=v' })).toBe('push GET v');
  });
});
