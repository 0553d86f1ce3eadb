import { afterEach, describe, expect, it } from 'vitest';
import { skeletonChoice } from '../../frontend/build/boot.ts';
import { drawSkeletons } from '../../frontend/src/skeletons.tsx';

const drawn = drawSkeletons();

/** The element that a browser shows for a path before any code has loaded. */
const shownAt = (path: string, signedIn: boolean): HTMLElement => {
  localStorage.setItem('credentials-store', JSON.stringify({ logged_in: signedIn }));
  history.replaceState(null, '', path);
  const templates = drawn.map(
    (each) => `<template data-paths="${each.paths}" data-signed-in="${each.signedIn}">${each.html}</template>`,
  );
  document.body.innerHTML = `${templates.join('')}<div id="root"></div>`;
  // Runs the document's inline script.
  new Function(skeletonChoice())();
  const root = document.getElementById('root');
  if (!root) throw new Error('the document has lost its root');
  expect(document.querySelector('template')).toBeNull();
  return root;
};
const heading = (root: HTMLElement) => root.querySelector('h1')?.textContent;
const bar = (root: HTMLElement) =>
  [...root.querySelectorAll('nav[aria-label="Main"] a')].map(({ textContent }) => textContent);
const marked = (root: HTMLElement) => root.querySelector('nav[aria-label="Main"] [aria-current]')?.textContent;

afterEach(() => {
  localStorage.clear();
  document.body.innerHTML = '';
  history.replaceState(null, '', '/');
});

describe('the page before any code is loaded', () => {
  it.each([
    ['/dashboard', 'Dashboard', ''],
    ['/login', 'Dashboard', ''],
    ['/webhooks', 'Webhooks', 'Webhooks'],
    ['/webhooks/new', 'Webhooks', 'Create a New Webhook'],
    ['/webhooks/2412345678901234', 'Webhooks', undefined],
    ['/targets/', 'Targets', 'Targets'],
    ['/targets/new', 'Targets', 'Create a New Target'],
    ['/targets/7', 'Targets', undefined],
    ['/editor', 'Editor', 'Editor'],
    ['/user/settings', undefined, 'Settings'],
    ['/nowhere', undefined, undefined],
  ])('shows %s to a signed-in user, with the links of the bar', (path, mark, title) => {
    const root = shownAt(path, true);
    expect(bar(root)).toEqual(['Dashboard', 'Targets', 'Webhooks', 'Editor', 'Docs']);
    expect([marked(root), heading(root)]).toEqual([mark, title]);
    expect(root.querySelector('main[inert]')).not.toBeNull();
  });

  it.each([
    ['/login', 'Login'],
    ['/webhooks/12', 'Login'],
    ['/user/settings', 'Login'],
    ['/register', 'Create your account'],
    ['/user/password/forgot', 'Forgot your password?'],
    ['/nowhere', undefined],
  ])('shows a visitor of %s the page to which the guards lead', (path, title) => {
    const root = shownAt(path, false);
    expect(bar(root)).toEqual(['Home', 'Help']);
    expect(heading(root)).toBe(title);
  });

  it('contains nothing inline, and no data that only the browser has', () => {
    for (const { paths, html } of drawn)
      expect([paths, /\sstyle=/.test(html), html.includes('shop-api')]).toEqual([paths, false, false]);
  });
});
