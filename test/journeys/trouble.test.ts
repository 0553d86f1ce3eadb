import { takePicture } from '../support/browser.ts';
import { createWebhook, signUp } from '../support/product.ts';
import { expect, journey, PATIENT } from './journey.ts';
import { connectSlack, createMock, dispatchesOf, send } from './people.ts';

journey('a message that Slack fails to take twice is retried until it arrives', async ({ product, fakes, visitAs }) => {
  const user = await signUp(product);
  const targets = [await connectSlack(user, fakes), await createMock(user)];
  const webhook = await createWebhook(product, user, targets);
  await fakes.behave('slack', { mode: '500', times: 2 });
  const invocation = await send(webhook.url, { text: 'Persistent' });
  await dispatchesOf(user, invocation);

  const { page, open } = await visitAs(user);
  await open(`/webhooks/${webhook.id}?inv=${invocation}`);
  const details = page.getByRole('dialog', { name: 'Invocation Details' });
  const slack = details.getByRole('listitem').filter({ hasText: 'Deployments' });
  await slack.getByText('Retrying').waitFor();
  await takePicture(page, 'trouble-01-retrying');

  await fakes.advanceClock(7);
  await fakes.advanceClock(40);
  await slack.getByText('Success').waitFor();
  await slack.getByText('3 attempts').click();
  await takePicture(page, 'trouble-02-arrived');
  expect((await fakes.received('slack')).filter(({ body }) => body.includes('Persistent')).at(-1)?.status).toBe(200);

  // A test call shows that all is well again, and leaves two calls, of which a search finds the first.
  await page.keyboard.press('Escape');
  await details.waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: 'Send test call' }).click();
  const test = page.getByRole('dialog', { name: 'Send a test call' });
  await test.getByRole('radio', { name: 'GitHub, push' }).check();
  await takePicture(page, 'trouble-03-test-call');
  await test.getByRole('button', { name: 'Send' }).click();
  await slack.getByText('Success').waitFor();
  expect(await slack.innerText()).toContain('octo-org/hello');
  await page.keyboard.press('Escape');
  await details.waitFor({ state: 'hidden' });

  const calls = page.getByRole('row');
  await page.keyboard.press('/');
  await page.getByRole('searchbox').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('persist');
  await page.getByText('1 call found').waitFor();
  expect(await page.locator('mark').innerText()).toBe('Persist');
  await takePicture(page, 'trouble-04-search');
  const shared = page.url();
  expect(shared).toContain('q=persist');
  await page.goBack();
  await expect.poll(() => calls.count(), PATIENT).toBe(3);
  await page.goto(shared);
  await page.getByText('1 call found').waitFor();
});

journey('a target whose Slack app was removed says so in plain words', async ({ product, fakes, visitAs }) => {
  const user = await signUp(product);
  const target = await connectSlack(user, fakes, 'Abandoned');
  const webhook = await createWebhook(product, user, [target]);
  await fakes.behave('slack', { mode: 'gone', times: 1 });
  const invocation = await send(webhook.url, { text: 'Anybody there?' });
  await dispatchesOf(user, invocation);

  const { page, open } = await visitAs(user);
  await open(`/webhooks/${webhook.id}?inv=${invocation}`);
  await page.getByRole('dialog').getByText('Failed').first().waitFor();
  await takePicture(page, 'trouble-05-gone');
  await open(`/targets/${target}`);
  await page.getByText('Inactive').first().waitFor();
  await takePicture(page, 'trouble-06-inactive');
});

journey(
  'a disabled target holds its messages and gets them in order once it is enabled',
  async ({ product, fakes, visitAs }) => {
    const user = await signUp(product);
    const target = await connectSlack(user, fakes, 'Night shift');
    const webhook = await createWebhook(product, user, [target]);
    const { page, open } = await visitAs(user);
    await open(`/targets/${target}`);
    await page.getByRole('switch', { name: 'Target is active' }).click();
    await page.getByText('Disabled').first().waitFor();
    // The switch moves before the server knows of it.
    await page.getByText('Target saved successfully').waitFor();
    const held = [];
    const texts = ['first', 'second', 'third'].map((which) => `${which} of night ${user.userId}`);
    for (const text of texts) held.push(await send(webhook.url, { text }));
    const dispatches = await dispatchesOf(user, held[2] as string, ({ error_message }) => error_message !== '');
    expect(dispatches[0]?.error_message).toMatch(/disabled/i);
    await open(`/webhooks/${webhook.id}?inv=${held[2]}`);
    await page
      .getByRole('dialog')
      .getByText(/disabled/i)
      .first()
      .waitFor();
    await takePicture(page, 'trouble-07-held');

    await open(`/targets/${target}`);
    await page.getByRole('switch', { name: 'Target is active' }).click();
    await page.getByText('Active', { exact: true }).first().waitFor();
    for (const invocation of held) await dispatchesOf(user, invocation, ({ status }) => status === 'success');
    const bodies = (await fakes.received('slack')).map(({ body }) => body);
    expect(bodies.flatMap((body) => texts.filter((text) => body.includes(text)))).toEqual(texts);
  },
);
