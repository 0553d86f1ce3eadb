import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { world } from '../cli/support.ts';
import { pageFindings } from '../support/browser.ts';
import { createWebhook, eventually, signUp } from '../support/product.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { expect, journey } from './journey.ts';

journey(
  'a terminal gets a key for one webhook with a code, and finds only that webhook',
  async ({ product, visitAs }) => {
    const user = await signUp(product);
    const { id: target } = await user.api('createTarget', { body: { name: 'Audit', type: 'mock' } });
    await createWebhook(product, user, [target], { name: 'Deploys' });

    const env = { XDG_CONFIG_HOME: temporaryFolder() };
    const real = { env, interactive: true, fetch: globalThis.fetch, now: () => new Date(), sleep: shortly };
    const terminal = world({}, real);
    const signingIn = terminal.run('login', '--url', product.appUrl);
    const code = await eventually(async () => /Your code: (\S+)/.exec(terminal.seen.err)?.[1], 'a code');
    expect(terminal.seen.pages).toEqual([`${product.appUrl}/user/cli`]);

    const { page, open } = await visitAs(user, { axe: true });
    await open('/user/cli');
    expect(await pageFindings(page, 'terminal code')).toEqual([]);
    await page.getByLabel('Code').fill(code.toLowerCase());
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('“tellhook on laptop”').waitFor();
    await page.getByRole('checkbox', { name: 'Limit to specific webhooks' }).check();
    await page.getByRole('checkbox', { name: 'Deploys' }).check();
    expect(await pageFindings(page, 'terminal who asks')).toEqual([]);
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('heading', { name: 'Done' }).waitFor();
    expect(await signingIn, terminal.seen.err).toBe(0);
    const kept = JSON.parse(await readFile(path.join(env.XDG_CONFIG_HOME, 'tellhook/config.json'), 'utf8'));
    expect(kept.key).toMatch(/^thk_/);

    const reached = world({}, real);
    expect(await reached.run('webhooks', '--json')).toBe(0);
    expect(JSON.parse(reached.seen.out)).toMatchObject([{ name: 'Deploys' }]);
    const elsewhere = world({}, real);
    expect(await elsewhere.run('calls', 'Shop')).toBe(1);
    expect(elsewhere.seen.err).toContain('works only for one webhook');

    await open('/user/settings#keys');
    await page.getByText('only Deploys').waitFor();
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('checkbox', { name: 'Limit to specific webhooks' }).check();
    await page.getByRole('checkbox', { name: 'Deploys' }).waitFor();
    expect(await pageFindings(page, 'terminal keys')).toEqual([]);
  },
);

/** A terminal polls every few seconds; here it polls faster. */
const shortly = () => new Promise<void>((resolve) => setTimeout(resolve, 100));
