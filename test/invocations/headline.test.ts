import { describe, expect, it } from 'vitest';
import { dispatcher } from '../support/dispatcher.ts';

describe('a message’s headline', () => {
  it.each([
    ['the first line that says something', { body: '{"title":"Order 17 was paid"}' }, { title: 'Order 17 was paid' }],
    [
      'its own template, beside the sender that is known by its calls',
      {
        body: '{"a":1}',
        headers: { 'x-github-event': 'push' },
        webhook: { useTemplate: true, template: '\nBuild {{a}}\nmore' },
      },
      { title: 'Build 1', sender: 'GitHub', event: 'push' },
    ],
    [
      'the first commit of a push, because the first lines of two pushes are equal',
      {
        body: JSON.stringify({
          ...{ ref: 'refs/heads/main', repository: { full_name: 'acme/web' }, pusher: { name: 'octo' } },
          commits: [
            { id: 'a1b2c3d4e5', message: 'Round once\n\nWhy' },
            { id: 'b1b2c3d4e5', message: 'Later' },
          ],
        }),
        headers: { 'x-github-event': 'push' },
      },
      { title: 'acme/web: octo pushed to main · Round once', sender: 'GitHub', event: 'push' },
    ],
    [
      'a hundred and twenty characters of a long line',
      {
        body: '{"a":1}',
        webhook: { splitMessage: false, useTemplate: true, template: `${'\u{1F600}'.repeat(130)}{{a}}` },
      },
      { title: `${'\u{1F600}'.repeat(119)}…` },
    ],
  ])('tells the list of calls what people read: %s', async (_what, given, headline) => {
    const { run, memory } = dispatcher(given);
    await run();
    expect(memory.dispatchOf()?.headline).toEqual(headline);
  });
});
