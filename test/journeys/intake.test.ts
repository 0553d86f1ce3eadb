import { phoneFindings } from '../support/browser.ts';
import { createWebhook, eventually, signUp } from '../support/product.ts';
import { expect, journey } from './journey.ts';
import { createMock } from './people.ts';

journey(
  'a webhook has a custom response, recognises duplicates by a field, and gets a new URL',
  async ({ product, fakes, visitAs }) => {
    const user = await signUp(product);
    const { url, id } = await createWebhook(product, user, [await createMock(user)], { name: 'Shop' });
    const { page, open } = await visitAs(user, { axe: true });
    const post = async (to: string, body: unknown, method = 'POST') => {
      const response = await fetch(to, {
        method,
        ...(method !== 'GET' && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      });
      return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
    };
    await open(`/webhooks/${id}`);
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    await page.getByRole('tab', { name: 'Incoming calls' }).click();
    await page.getByRole('radio', { name: /^Drop/ }).check();
    await page.getByLabel('Compare only these fields').fill('order.id\norder..id');
    await page.getByText('“order..id” is not a path. Join names with dots, as in data.id').waitFor();
    await page.getByLabel('Compare only these fields').fill('order.id');
    await page.getByRole('checkbox', { name: 'POST', exact: true }).check();
    await page.getByRole('checkbox', { name: 'Custom response' }).check();
    await page.getByLabel('Content type').selectOption('application/json');
    await page.getByText('The body is not valid JSON. Fix it or change the content type').waitFor();
    await page.getByLabel('Body', { exact: true }).fill('{"received":true}');
    expect(await phoneFindings(page, 'intake-01-form')).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Changes successfully saved').waitFor();

    const own = { status: 200, type: 'application/json; charset=utf-8', text: '{"received":true}' };
    expect(await post(url, { order: { id: 7 }, try: 1 })).toEqual(own);
    expect(await post(url, { order: { id: 7 }, try: 2 })).toEqual(own);
    expect(await post(url, { order: { id: 8 }, try: 1 })).toEqual(own);
    expect(await post(url, undefined, 'GET')).toMatchObject({ status: 405, type: expect.stringContaining('problem') });
    await eventually(
      async () => (await user.api('listInvocations', { id })).length === 2,
      'two calls, without the repeat',
    );
    for (const chip of ['Duplicates dropped', 'POST', 'Returns 200'])
      await page.getByText(chip, { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    await page.getByRole('tab', { name: 'Danger' }).click();
    await page.getByRole('button', { name: 'Change the URL' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change the invoke URL' });
    expect(await dialog.getByRole('radio', { name: /^Keep it working for 24 hours/ }).isChecked()).toBe(true);
    expect(await phoneFindings(page, 'intake-02-rotate', '[role=dialog]')).toEqual([]);
    await dialog.getByRole('button', { name: 'Change URL', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');
    const old = page.getByRole('region', { name: 'Old URLs' });
    await old.getByText('No calls since the change.').waitFor();
    expect(await old.getByText(url).count()).toBe(1);
    const { route = '' } = await user.api('getWebhook', { id });
    const fresh = new URL(route, url).href;
    await page.getByRole('region', { name: 'Invoke URL' }).getByText(fresh).waitFor();
    expect(await post(url, { order: { id: 9 } })).toEqual(own);
    expect(await post(fresh, { order: { id: 10 } })).toEqual(own);
    await open(`/webhooks/${id}`);
    await old.getByText('1 call since the change. A service still uses this URL.').waitFor();

    // Otherwise, the page would continue polling with a session that has expired.
    await page.close();
    await fakes.advanceClock(24 * 3600);
    expect(await post(url, { order: { id: 11 } })).toMatchObject({ status: 404 });
    expect(await post(fresh, { order: { id: 12 } })).toEqual(own);
  },
);
