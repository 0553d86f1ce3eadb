import { accessibilityFindings, recolour, resize, sidewaysScroll, takePicture } from '../support/browser.ts';
import { createWebhook, signUp } from '../support/product.ts';
import { expect, journey } from './journey.ts';
import { createMock, send, subscribe } from './people.ts';

journey(
  'a webhook is cloned with the keyboard, with its settings and without its secrets',
  async ({ product, fakes, visitAs }) => {
    const user = await signUp(product);
    const { url, id } = await createWebhook(product, user, [await createMock(user)], {
      name: 'Shop',
      use_template: true,
      template: 'Order {{id}}',
      intake: { duplicates: 'drop', verify_token: 'known to one app' },
    });
    await send(url, { id: 1 });
    await user.api('setVerification', {
      id,
      body: { mode: 'enforce', sender: 'github', add_secret: 'of this address' },
    });
    const { page, open } = await visitAs(user, { axe: true });
    await resize(page, 1440);
    await open(`/webhooks/${id}`);
    const clone = async () => {
      await page.getByRole('button', { name: 'Settings', exact: true }).click();
      await page.getByRole('button', { name: 'Clone', exact: true }).press('Enter');
    };
    await clone();
    await page.getByText('You’ve reached your webhook limit. Upgrade or delete a webhook.').waitFor();
    await page.keyboard.press('Escape');
    await subscribe(user, fakes);
    await open(`/webhooks/${id}`);
    await clone();
    const dialog = page.getByRole('dialog', { name: 'Clone this webhook' });
    const name = dialog.getByLabel('Name of the new webhook');
    await name.waitFor();
    expect(await name.inputValue()).toBe('Shop copy');
    await dialog.getByText('The new webhook starts disabled, because it can’t verify calls yet.').waitFor();
    expect(await name.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);
    const findings: string[] = [];
    await takePicture(page, 'clone light');
    await resize(page, 390);
    await recolour(page, 'dark');
    await takePicture(page, 'clone dark 390');
    findings.push(...(await accessibilityFindings(page, undefined, '[role=dialog]')));
    expect(await sidewaysScroll(page)).toBe(0);
    await recolour(page, 'light');
    await resize(page, 1440);
    await name.fill('  ');
    expect(await dialog.getByRole('button', { name: 'Clone', exact: true }).isDisabled()).toBe(true);
    await name.fill('Second shop');
    await name.press('Enter');
    await page.getByText('Webhook cloned').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Second shop' }).waitFor();

    const copy = (await user.api('listWebhooks')).find((webhook: { name: string }) => webhook.name === 'Second shop');
    const source = await user.api('getWebhook', { id });
    if (!copy) throw new Error('The clone is not listed');
    expect(copy).toMatchObject({
      template: 'Order {{id}}',
      target_ids: source.target_ids,
      intake: { ...source.intake, verify_token: '' },
      amount_invocations: 0,
    });
    expect(copy.route).not.toBe(source.route);
    expect(source.intake.verify_token).toBe('known to one app');
    expect(await user.api('getVerification', { id: copy.id })).toMatchObject({ mode: 'off', secrets: [] });
    expect(copy.status).toBe('disabled');
    const answer = await fetch(new URL(copy.route ?? '', url), { method: 'POST', body: '{"id": 2}' });
    expect(answer.status).toBe(404);
    expect(findings).toEqual([]);
  },
);
