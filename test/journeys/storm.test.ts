import { createWebhook, eventually, signUp } from '../support/product.ts';
import { expect, journey } from './journey.ts';
import { send, subscribe } from './people.ts';

const CALLS = 40;
const SINGLES = 5;

journey('a storm of 40 calls is five messages and one digest in the chat', async ({ product, fakes, visitAs }) => {
  const user = await signUp(product);
  await subscribe(user, fakes);
  const { url: hook, id: hookId } = await fakes.act<{ url: string; id: string }>('discord/webhook', {
    channel: 'storm',
  });
  const { id: guild } = await user.api('createTarget', {
    body: { name: 'Guild', type: 'discord', options: { url: hook } },
  });
  const { id, url } = await createWebhook(product, user, [guild], { name: 'Deploys' });
  const { page, open } = await visitAs(user);
  await open(`/webhooks/${id}`);
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('tab', { name: 'Alerting' }).click();
  await page.getByText('More', { exact: true }).click();
  await page.getByRole('switch', { name: 'After 20 messages in 1 min, combine the rest' }).click();
  await page.getByRole('combobox', { name: 'After' }).selectOption(`${SINGLES} messages in 1 min`);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Changes successfully saved').waitFor();

  // At the start of a minute, all calls are in one window.
  await fakes.advanceClock(60 - (((await fakes.advanceClock(0)).getTime() / 1000) % 60));
  const ids = await Promise.all(
    Array.from({ length: CALLS }, () => send(url, { text: 'Disk of web-1 is filling up' })),
  );
  const all = await eventually(async () => {
    // Discord's pace would otherwise take its real time.
    await fakes.advanceClock(3);
    const dispatches = (await Promise.all(ids.map((each) => user.api('listDispatches', { id: each })))).flat();
    return dispatches.every(({ status }) => status !== 'pending') && dispatches;
  }, 'all calls delivered');
  expect(all.filter(({ status, how }) => status === 'success' && how === 'digest')).toHaveLength(CALLS - SINGLES);
  await fakes.advanceClock(180);
  const messages = (await fakes.received('discord'))
    .filter(({ url: to }) => to.includes(hookId))
    .map(({ body }) => (JSON.parse(body) as { content: string }).content.replaceAll('\\', ''));
  expect(messages).toHaveLength(SINGLES + 1);
  expect(messages.at(-1)).toContain(`${CALLS - SINGLES} more messages from Deploys`);
  expect(messages.at(-1)).toContain(`Disk of web-1 is filling up (${CALLS - SINGLES} times)`);
});
