import { type Addresses, eventually } from '../../test/support/product.ts';
import type { Window } from './engines.ts';

/** Finds an element by its accessible name: its own or its label's. */
const FIND = `((what, name) => [...document.querySelectorAll(what)].find((element) => {
  const label = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent;
  return label.trim().startsWith(name) && !element.disabled && element.getClientRects().length > 0;
}))`;
// Keeps the page's errors in the page, because some drivers have no console.
const LISTEN = `(window.__wrong ??= (addEventListener('error', ({ message }) => window.__wrong.push(message)),
  addEventListener('unhandledrejection', ({ reason }) => window.__wrong.push(String(reason))), []), null)`;
const COMPLAINTS = `[...(window.__wrong ?? []), ...(document.documentElement.scrollWidth - innerWidth > 1 ? ['wider than its window'] : [])]`;

const push = { ref: 'refs/heads/main', repository: { full_name: 'acme/shop' }, pusher: { name: 'ada' }, commits: [] };

/**
 * A newcomer in one engine, from the registration to the first message of a GitHub push. Then its details, the editor,
 * the settings and the documentation.
 * @returns the clicks and the number of fields before the first message
 * @throws Error naming the text that did not appear, or the complaints of a page
 */
export async function firstMinutes(window: Window, { appUrl, invokeUrl }: Addresses, setUp: readonly string[]) {
  const presses: string[] = [];
  let fields = 0;
  const seen = (what: string, expression: string) =>
    eventually(() => window.evaluate<boolean>(expression).catch(() => false), what, 30_000, 150);
  const open = async (path: string) => {
    await window.open(appUrl + path);
    await window.evaluate(LISTEN);
  };
  const text = async (words: string) => {
    await seen(`“${words}”`, `document.body.innerText.includes(${JSON.stringify(words)})`);
    const complaints = await window.evaluate<string[]>(COMPLAINTS);
    if (complaints.length > 0) throw new Error(`“${words}” is there, but: ${complaints.join('; ')}`);
  };
  const press = async (name: string, what = 'button') => {
    const found = `const found = ${FIND}(${JSON.stringify(what)}, ${JSON.stringify(name)})`;
    await seen(name, `(() => { ${found}; found?.click(); return found !== undefined; })()`);
    presses.push(name);
  };
  const fill = async (name: string, value: string) => {
    // React listens to a person's keystrokes, which bypass its own setter.
    const set = `Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, ${JSON.stringify(value)})`;
    const found = `const field = ${FIND}('input', ${JSON.stringify(name)}); if (!field) return false`;
    const told = "field.dispatchEvent(new Event('input', { bubbles: true })); return true";
    await seen(name, `(() => { ${found}; ${set}; ${told}; })()`);
    fields++;
  };

  await open('/');
  await text('Readable messages out.');
  await open('/register');
  await fill('Email', `${crypto.randomUUID()}@example.org`);
  for (const name of ['Password', 'Confirm password']) await fill(name, 'plum-tart-under-glass');
  await press('Sign Up');
  await text('Get your first message');
  await press('GitHub', 'a');
  for (const name of setUp) await press(name);
  await text('Waiting for the first call from GitHub');
  const codes = "[...document.querySelectorAll('code')].map(({ innerText }) => innerText)";
  const url = await window.evaluate<string>(`${codes}.find((code) => code.startsWith('${invokeUrl}'))`);
  const headers = { 'content-type': 'application/json', 'x-github-event': 'push' };
  await fetch(url, { method: 'POST', headers, body: JSON.stringify(push) });
  await text('Success');
  const effort = { presses: [...presses], fields };
  await press('Open GitHub');
  await text('Invocation Details');
  await press('Open in Editor');
  await text('Without a template, the message is:');
  await open('/user/settings');
  await text('Danger Zone');
  await open('/docs');
  await text('Troubleshooting');
  return effort;
}
