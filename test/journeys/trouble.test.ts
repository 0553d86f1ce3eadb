import { randomUUID } from 'node:crypto';
import { takePicture } from '../support/browser.ts';
import { createWebhook, signUp } from '../support/product.ts';
import { expect, journey, PATIENT } from './journey.ts';
import { connectSlack, createMock, dispatchesOf, send } from './people.ts';

journey('a message that fails twice at Slack is retried until it arrives', async ({ product, fakes, visitAs }) => {
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
  await slack.getByText('Retrying', { exact: true }).waitFor();
  await takePicture(page, 'trouble-01-retrying');

  await fakes.advanceClock(7);
  await fakes.advanceClock(40);
  await slack.getByText('Success').waitFor();
  await slack.getByText('3 attempts').click();
  await takePicture(page, 'trouble-02-arrived');
  expect((await fakes.received('slack')).filter(({ body }) => body.includes('Persistent')).at(-1)?.status).toBe(200);

  // A test call shows that everything works again. A search finds the first of the two calls.
  await page.keyboard.press('Escape');
  await details.waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: 'Send test call' }).click();
  const test = page.getByRole('dialog', { name: 'Send a test call' });
  await test.getByRole('radio', { name: 'GitHub, push' }).check();
  await takePicture(page, 'trouble-03-test-call');
  await test.getByRole('button', { name: 'Send' }).click();
  await slack.getByText('Success').waitFor();
  expect(await details.innerText()).toContain('octo-org/hello');
  await page.keyboard.press('Escape');
  await details.waitFor({ state: 'hidden' });

  const calls = page.getByRole('row');
  await page.keyboard.press('/');
  await page.getByRole('searchbox').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('persist');
  await page.getByText('1 call found').waitFor();
  expect(await page.locator('mark').allInnerTexts()).toEqual(['Persist', 'Persist']);
  await takePicture(page, 'trouble-04-search');
  const shared = page.url();
  expect(shared).toContain('q=persist');
  await page.goBack();
  await expect.poll(() => calls.count(), PATIENT).toBe(3);
  await page.goto(shared);
  await page.getByText('1 call found').waitFor();
});

journey('a failed delivery to Teams is fixed with the pages’ instructions', async ({ product, fakes, visitAs }) => {
  const user = await signUp(product);
  const addWorkflow = async () => (await fakes.act<{ url: string }>('msteams/workflow', { channel: 'Releases' })).url;
  const target = { name: 'Release team', type: 'msteams', options: { url: await addWorkflow() } };
  const { id } = await user.api('createTarget', { body: target });
  const webhook = await createWebhook(product, user, [id], { name: 'Releases' });
  await fakes.behave('msteams', { mode: 'gone', times: 1 });
  const text = `Release ${randomUUID()}`;
  await dispatchesOf(user, await send(webhook.url, { text }));

  const { page, open } = await visitAs(user);
  await open('/dashboard');
  await page.getByText('1 error in 3 days').waitFor();
  await takePicture(page, 'trouble-05-dashboard');
  await page.getByRole('link', { name: 'Releases', exact: true }).click();
  await page.getByRole('row', { name: new RegExp(text) }).click();
  const details = page.getByRole('dialog', { name: 'Invocation Details' });
  await details.getByText(/The workflow in Teams is turned off or was deleted\./).waitFor();
  await takePicture(page, 'trouble-06-failed');
  await details.getByRole('link', { name: 'Fix: Release team' }).click();

  // The fix is shown next to the form, and in the list of messages below.
  await page
    .getByText(/If it was deleted, add it again and enter its new URL in this target\./)
    .first()
    .waitFor();
  await takePicture(page, 'trouble-07-repair');
  await page.getByLabel('Webhook URL').fill(await addWorkflow());
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('This target is active and accepts messages.').waitFor();
  await page.getByText('1 message from the last 30 days did not arrive.').waitFor();
  await takePicture(page, 'trouble-08-repaired');

  await page.getByRole('link', { name: 'failed calls of Releases' }).click();
  await page.getByRole('row', { name: new RegExp(text) }).click();
  await details.getByRole('button', { name: 'Resend', exact: true }).click();
  await details.getByRole('listitem').getByText('Success').first().waitFor();
  await takePicture(page, 'trouble-09-delivered');
  const delivered = (await fakes.received('msteams')).filter(({ body }) => body.includes(text));
  expect(delivered.map(({ status }) => status)).toEqual([400, 202]);
});

journey('a target that is reconnected from a failed call leads back to it', async ({ product, fakes, visitAs }) => {
  const user = await signUp(product);
  const webhook = await createWebhook(product, user, [await connectSlack(user, fakes, 'Ops channel')]);
  await fakes.behave('slack', { mode: 'gone', times: 1 });
  const call = await send(webhook.url, { text: `Refused ${randomUUID()}` });
  await dispatchesOf(user, call);

  const { page, open } = await visitAs(user);
  await open(`/webhooks/${webhook.id}?inv=${call}`);
  const details = page.getByRole('dialog', { name: 'Invocation Details' });
  await details.getByText('was #general').waitFor();
  await details.getByRole('button', { name: /^Reconnect to/ }).click();
  await page.waitForURL('**/__fakes/slack/**');
  await page.getByRole('radio', { name: 'general' }).check();
  await page.getByRole('button', { name: 'Allow' }).click();
  await details.getByText('The target is active again, so you can resend the message.').waitFor();
  expect(await details.innerText()).not.toContain('Reconnect this target');
  await takePicture(page, 'trouble-11-connected');
  await details.getByRole('button', { name: 'Resend', exact: true }).click();
  await details.getByRole('listitem').getByText('Success').first().waitFor();
});
