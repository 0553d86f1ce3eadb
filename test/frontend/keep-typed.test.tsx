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
