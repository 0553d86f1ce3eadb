import { expect, it } from 'vitest';
import { keepTyped } from '../../frontend/src/lib/keep-typed.ts';

const form = '<input name="email" /><textarea name="message"></textarea>';

it('typed text and the cursor stay when the app replaces the prerendered page', () => {
  document.body.innerHTML = `<main>${form}</main>`;
  const root = document.querySelector('main') as HTMLElement;
  const restore = keepTyped(root);
  // The new code has already loaded and replaces the form.
  const typed = root.querySelector('textarea') as HTMLTextAreaElement;
  typed.focus();
  typed.value = 'to the last';
  root.innerHTML = form;
  const told: string[] = [];
  root.addEventListener('input', ({ target }) => told.push((target as HTMLTextAreaElement).name));
  restore();
  expect(root.querySelector('textarea')?.value).toBe('to the last');
  expect(root.querySelector('input')?.value).toBe('');
  expect(document.activeElement).toBe(root.querySelector('textarea'));
  expect(told).toEqual(['message']);
});

it('the focus stays on the link that the visitor reached before the code came', () => {
  const page =
    '<a href="#main">Skip to content</a><a href="/docs">Docs</a><button>Menu</button><button>Try it</button>';
  document.body.innerHTML = `<main>${page}</main>`;
  const root = document.querySelector('main') as HTMLElement;
  for (const name of ['Skip to content', 'Try it']) {
    const restore = keepTyped(root);
    [...root.querySelectorAll<HTMLElement>('a, button')].find(({ textContent }) => textContent === name)?.focus();
    root.innerHTML = page;
    restore();
    expect(document.activeElement?.textContent).toBe(name);
  }
});

it('nothing gets the focus when nothing had it', () => {
  document.body.innerHTML = `<main>${form}</main>`;
  const root = document.querySelector('main') as HTMLElement;
  (document.activeElement as HTMLElement | null)?.blur();
  const restore = keepTyped(root);
  root.innerHTML = form;
  restore();
  expect(document.activeElement).toBe(document.body);
});
