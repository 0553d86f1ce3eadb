import { accessibilityFindings, phoneFindings, takePicture } from '../support/browser.ts';
import { createWebhook, eventually, signUp } from '../support/product.ts';
import { expect, journey } from './journey.ts';
import { connectSlack, connectTelegram, createMock, dispatchesOf, send } from './people.ts';

const alarm = { AlarmName: 'db-cpu', NewStateValue: 'ALARM', AlarmDescription: 'CPU above 90 %', severity: 'critical' };

const title = 'a call that no one acknowledges goes to the second group, until someone clicks the button in the chat';
journey(title, async ({ product, fakes, visit, visitAs }) => {
  const user = await signUp(product);
  const phone = await connectTelegram(user, fakes, 73_912);
  const channel = await connectSlack(user, fakes, 'Ops');
  const group = await createMock(user, 'Second group');
  await createMock(user, 'Third group');
  const { id, url } = await createWebhook(product, user, [phone, channel], {
    name: 'Alarms',
    format: 'rich',
    follow: 'auto',
  });

  const { page, open } = await visitAs(user, { axe: true });
  await open(`/webhooks/${id}`);
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('tab', { name: 'Alerting' }).click();
  const sentence = page.getByRole('switch', { name: /^If no one acknowledges critical calls for 10 min/ });
  await sentence.click();
  await page.getByLabel('Target of step 1').selectOption({ label: 'Second group' });
  await page.getByLabel('If no one acknowledges', { exact: true }).selectOption({ label: 'all' });
  await page.getByText('More', { exact: true }).click();
  expect(await phoneFindings(page, 'escalation', '[role=dialog]')).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Webhooks saved').first().waitFor();
  expect((await user.api('getWebhook', { id })).acknowledge).toEqual({
    from: 'always',
    steps: [{ after_minutes: 10, target_ids: [group] }],
  });

  const call = await send(url, alarm);
  await dispatchesOf(user, call, ({ status }) => status === 'success');
  expect(await user.api('getAcknowledgement', { id: call })).toMatchObject({
    state: 'waiting',
    next_target_ids: [group],
  });
  await open(`/webhooks/${id}?inv=${call}`);
  await page.getByText(/Next: Second group at/).waitFor();
  expect(await phoneFindings(page, 'waiting', '[role=dialog]')).toEqual([]);

  await fakes.advanceClock(600);
  const dispatches = await eventually(async () => {
    const all = await user.api('listDispatches', { id: call });
    return all.length === 3 && all.every(({ status }) => status === 'success') && all;
  }, 'the step');
  const step = dispatches.find(({ target }) => target.id === group);
  expect(step).toMatchObject({ escalation: { step: 1, after_minutes: 10 }, attempts: [{ cause: 'escalation' }] });
  expect(step?.rendered_message).toContain('Not acknowledged for 10 min.');
  expect(step?.rendered_message).not.toContain('/api/callbacks/acknowledge');

  const messages = await fakes.received('slack');
  const link = messages
    .map(({ body }) => /http[^"\\\s]*callbacks\/acknowledge\?t=[\w.-]+/.exec(body)?.[0])
    .findLast(Boolean);
  const reader = await visit({ axe: true });
  await reader.page.goto(link ?? '');
  await reader.page.getByRole('heading', { name: /db-cpu/ }).waitFor();
  await takePicture(reader.page, 'acknowledge page');
  expect(await accessibilityFindings(reader.page)).toEqual([]);
  expect((await user.api('getAcknowledgement', { id: call })).state).toBe('waiting');
  await fakes.act('telegram/click', { chatId: 73_912 });
  await reader.page.getByRole('button', { name: 'Acknowledge' }).click();
  await reader.page.getByRole('heading', { name: 'Already acknowledged' }).waitFor();
  await reader.page.getByText(/^Acknowledged by Person 73912, /).waitFor();
  expect(await accessibilityFindings(reader.page)).toEqual([]);

  await fakes.advanceClock(60);
  const edited = async () =>
    (await fakes.received('telegram')).some(
      (request) => request.url.includes('editMessageText') && request.body.includes('Acknowledged by Person 73912,'),
    );
  await eventually(edited, 'the changed message');
  await open(`/webhooks/${id}?inv=${call}`);
  await page
    .getByText(/^Acknowledged by Person 73912,/)
    .first()
    .waitFor();
  expect(await accessibilityFindings(page, 'all', '[role=dialog]')).toEqual([]);
  await expect(user.api('acknowledgeInvocation', { id: call })).rejects.toThrow(/already acknowledged by Person 73912/);
});
