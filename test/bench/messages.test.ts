import { describe, expect, it } from 'vitest';
import { complaintsOf, hasLinkForPeople } from '../../bench/support/judge-message.ts';
import { knownCalls } from '../templates/ready-made-calls.ts';

describe('the check for readable messages', () => {
  it.each([
    ['Shop: paid by cus_DjL8lObxrWj04W', 'id'],
    ['Shop: 2ab1b5e0-f1b7-4c3e-9adf-6c157eeb4685 changed', 'id'],
    ['Shop changed\nupdated_at: yesterday', 'raw key'],
    ['Shop changed\n- alertName: CPU', 'raw key'],
    ['Shop changed at 2026-09-12T08:00:00Z', 'raw time'],
    ['Shop changed at 1789200000', 'raw time'],
    ['Shop changed\nuser: 3 fields', 'count of fields'],
    [Array(13).fill('line').join('\n'), 'more than 12 lines'],
    [`Shop changed with AKIA${'A1B2'.repeat(4)}`, 'secret'],
  ])('finds unreadable content in %j', (message, what) => {
    expect(complaintsOf(message)).toContain(what);
  });

  it('accepts a URL that contains an id, and a short hash', () => {
    const message = 'acme/web: octo pushed\n- a1b2c3d fix\nhttps://x.example/2ab1b5e0-f1b7-4c3e-9adf-6c157eeb4685';
    expect(complaintsOf(message)).toEqual([]);
  });

  it('tells web pages from URLs for programs', () => {
    expect(hasLinkForPeople({ issue: { html_url: 'https://git.example/issues/7' } })).toBe(true);
    expect(hasLinkForPeople({ url: 'https://api.git.example/issues/7' })).toBe(false);
    expect(hasLinkForPeople({ avatar_url: 'https://git.example/octo' })).toBe(false);
    expect(hasLinkForPeople({ url: 'https://git.example/{id}' })).toBe(false);
  });

  it('finds no fault in the ready-made messages of known calls', () => {
    const bad = knownCalls.filter(({ message }) => complaintsOf(message.join('\n')).length > 0);
    expect(bad.map(({ message }) => message)).toEqual([]);
  });
});
