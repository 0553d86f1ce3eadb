import { exampleMails } from '../../lib/local/fakes/mails/catalogue.ts';
import { takePicture } from '../support/browser.ts';
import { confirmAddress, type Received } from '../support/fakes.ts';
import { createWebhook, eventually, signUp } from '../support/product.ts';
import { expect, journey, PATIENT } from './journey.ts';
import { dispatchesOf, send } from './people.ts';

journey(
  'a mailbox gets messages once its reader agreed, and none after an unsubscribe click',
  async ({ product, fakes, visit, visitAs }) => {
    const user = await signUp(product);
    await confirmAddress(product, user);
    const reader = `reader-${user.userId}@example.com`;
    const mailTo = (part: string): Promise<Received> =>
      eventually(
        async () =>
          (await fakes.received('email')).find(({ to, text }) => to?.includes(reader) && text?.includes(part)),
        `a mail with “${part}”`,
      );
    const { page, open } = await visitAs(user);
    await open('/targets/new');
    await page.getByLabel('Name', { exact: true }).fill('Book-keeping');
    await page.getByRole('radio', { name: 'Email' }).check();
    await page.getByLabel('Email address').fill(reader);
    await takePicture(page, 'email-01-target');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText('Pending').first().waitFor();
    await takePicture(page, 'email-02-pending');

    const other = await visit();
    const confirmation = await mailTo('/api/callbacks/email/confirm');
    const link = /https?:\S+\/api\/callbacks\/email\/confirm\?t=[\w.-]+/.exec(confirmation.text ?? '')?.[0] ?? '';
    await other.page.goto(link);
    await takePicture(other.page, 'email-03-consent');
    await other.page.getByRole('button', { name: 'Yes, send me messages' }).click();
    await other.page.getByRole('heading', { name: 'Confirmed' }).waitFor();
    await takePicture(other.page, 'email-04-confirmed');

    const [target] = await user.api('listTargets');
    expect(target?.status).toBe('active');
    const webhook = await createWebhook(product, user, [target?.id as number], { name: 'Invoices' });
    await dispatchesOf(user, await send(webhook.url, { invoice: 17, amount: '99.90 EUR' }));
    const message = await mailTo('99.90 EUR');
    expect(message.subject).toMatch(/^Invoices\b/);

    const headers = Object.fromEntries(
      Object.entries(message.headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const stop = /<(.+)>/.exec(headers['list-unsubscribe'] ?? '')?.[1] ?? '';
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    const unsubscribed = await fetch(stop, { method: 'POST', body: new URLSearchParams('List-Unsubscribe=One-Click') });
    expect(unsubscribed.status).toBe(200);
    await open(`/targets/${target?.id}`);
    await page.getByText('The recipient unsubscribed.').waitFor();
    await takePicture(page, 'email-05-unsubscribed');

    const mails = async () => (await fakes.received('email')).filter(({ to }) => to?.includes(reader)).length;
    const before = await mails();
    await dispatchesOf(user, await send(webhook.url, { invoice: 18 }));
    expect(await mails()).toBe(before);
  },
);

journey('every link to the product works in every email, and each email can be viewed', async ({ product, visit }) => {
  const links = exampleMails(product.appUrl).flatMap(({ mail }) => [...mail.html.matchAll(/href="([^"]+)"/g)]);
  // A used confirmation link returns 410.
  const own = links.map(([, href = '']) => href).filter((href) => href.startsWith(product.appUrl));
  for (const link of new Set(own)) expect([200, 410], link).toContain((await fetch(link)).status);
  const { page, open } = await visit();
  await open('/__fakes/mails');
  await page.getByRole('link', { name: 'Payment failed' }).click();
  await page.getByRole('button', { name: 'Dark', exact: true }).click();
  const frame = page.frameLocator('iframe');
  await frame.getByRole('heading', { name: 'Your payment failed' }).waitFor();
  // The frame reloads when the colours change, and both versions have the heading.
  await expect
    .poll(() => frame.locator('body').evaluate('getComputedStyle(document.body).backgroundColor'), PATIENT)
    .toBe('rgb(11, 14, 19)');
  await page.getByRole('button', { name: 'Plain text' }).click();
  await page.getByText('To keep Premium, update your payment method').waitFor();
});
