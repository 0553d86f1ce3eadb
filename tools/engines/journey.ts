import type { Addresses } from '../../test/support/product.ts';
import { until, type Window } from './engine.ts';

/** A person's actions, in the page's own words: elements are found by role and name, as a screen reader reads them. */
const FIND = `((what, name) => [...document.querySelectorAll(what)].find((element) => {
  const label = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent;
  return label.trim().startsWith(name) && !element.disabled && element.getClientRects().length > 0;
}))`;

/**
 * The first minutes of an account in one engine: registration with its challenge, a target and a webhook on one page, a
 * delivered call. Then the editor with its live preview, and the documentation.
 * @returns the steps that were seen to work
 * @throws Error naming the step that did not, or what the page complained about
 */
export async function smoke(window: Window, { appUrl, invokeUrl }: Addresses, address: string): Promise<string[]> {
  const done: string[] = [];
  const step = async (name: string, work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      throw new Error(`${name}: ${error instanceof Error ? error.message : error}`);
    }
    const wide = await window.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    if (wide > 1) throw new Error(`${name}: the page is ${wide} px wider than its window`);
    const complaints = await window.complaints();
    if (complaints.length > 0) throw new Error(`${name}: ${complaints.join('; ')}`);
    done.push(name);
  };
  const text = (words: string) =>
    until(`"${words}"`, () => window.evaluate<boolean>(`document.body.innerText.includes(${JSON.stringify(words)})`));
  const press = (what: string, name: string) =>
    until(`${what} "${name}"`, () =>
      window.evaluate<boolean>(`(() => {
        const found = ${FIND}(${JSON.stringify(what)}, ${JSON.stringify(name)});
        found?.click();
        return found !== undefined;
      })()`),
    );
  const type = (name: string, value: string) =>
    until(`the field "${name}"`, () =>
      window.evaluate<boolean>(`(() => {
        const field = ${FIND}('input, textarea', ${JSON.stringify(name)});
        if (!field) return false;
        // React listens to what a person's key does, which goes past its own setter.
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, ${JSON.stringify(value)});
        field.dispatchEvent(new Event('input', { bubbles: true }));
        return true;
      })()`),
    );
  const path = (wanted: string) =>
    until(wanted, () => window.evaluate<boolean>(`location.pathname.startsWith(${JSON.stringify(wanted)})`));

  await step('home page', async () => {
    await window.open(appUrl);
    await text('Readable messages out.');
  });
  await step('registration', async () => {
    await window.open(`${appUrl}/register`);
    await type('Email', address);
    await type('Password', 'plum-tart-under-glass');
    await type('Confirm password', 'plum-tart-under-glass');
    await press('button', 'Sign Up');
    await path('/dashboard');
    await text('Get your first message');
  });
  await step('target and webhook on one page', async () => {
    await press('a', 'GitHub');
    await text('Create a New Webhook');
    await press('button', 'Mock');
    await press('button', 'Create');
    await text('Waiting for the first call from GitHub');
  });
  await step('a call is told', async () => {
    const url = await window.evaluate<string>(
      `[...document.querySelectorAll('code')].map(({ innerText }) => innerText).find((code) => code.startsWith(${JSON.stringify(invokeUrl)}))`,
    );
    const headers = { 'content-type': 'application/json', 'x-github-event': 'push' };
    const body = {
      ref: 'refs/heads/main',
      repository: { full_name: 'acme/shop' },
      pusher: { name: 'ada' },
      commits: [],
    };
    await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    await text('acme/shop');
    await text('Success');
  });
  await step('its details', async () => {
    await press('button', 'Open GitHub');
    await text('Invocation Details');
    await text('Delivered');
  });
  await step('editor with a live preview', async () => {
    await press('button', 'Open in Editor');
    await path('/editor');
    await text('Without a template, the message is:');
  });
  await step('settings', async () => {
    await window.open(`${appUrl}/user/settings`);
    await text('Danger Zone');
  });
  await step('documentation', async () => {
    await window.open(`${appUrl}/docs`);
    await text('Troubleshooting');
  });
  return done;
}
