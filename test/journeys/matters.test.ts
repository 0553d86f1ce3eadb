import { accessibilityFindings, recolour, resize, sidewaysScroll, takePicture } from '../support/browser.ts';
import { createWebhook, signUp } from '../support/product.ts';
import { expect, journey } from './journey.ts';
import { connectTelegram, dispatchesOf, send } from './people.ts';

const alert = (status: 'firing' | 'resolved') => ({
  ...{ groupKey: 'shop', status, receiver: 'hook', groupLabels: { alertname: 'HighMemory' }, commonLabels: {} },
  alerts: [
    {
      status,
      labels: { alertname: 'HighMemory', severity: 'warning', instance: 'node-1' },
      annotations: { summary: 'Memory above 90 %' },
      startsAt: '2026-09-12T08:00:00Z',
      generatorURL: 'https://graph.example/1',
    },
  ],
});

const title = 'a repeated alert is one message per chat, and an open matter until it resolves';
journey(title, async ({ product, fakes, visitAs }) => {
  const user = await signUp(product);
  const { url: hook } = await fakes.act<{ url: string }>('discord/webhook', { channel: 'alerts' });
  const guild = await user.api('createTarget', { body: { name: 'Guild', type: 'discord', options: { url: hook } } });
  const targets = [await connectTelegram(user, fakes, 73_911), guild.id];
  const { id, url } = await createWebhook(product, user, targets, { name: 'Alerts', follow: 'auto' });
  const howOf = async (status: 'firing' | 'resolved') => {
    const dispatches = await dispatchesOf(user, await send(url, alert(status)), ({ status: is }) => is === 'success');
    return Object.fromEntries(dispatches.map(({ target, how }) => [target.name, how]));
  };
  expect(await howOf('firing')).toEqual({ Phone: 'new', Guild: 'new' });
  for (let repeats = 0; repeats < 2; repeats++)
    expect(await howOf('firing')).toEqual({ Phone: 'update', Guild: 'update' });

  const { page, open } = await visitAs(user, { axe: true });
  await resize(page, 1440);
  await open(`/webhooks/${id}`);
  const panel = page.getByRole('region', { name: 'Open matters' });
  await panel.getByText('3 calls · opened').waitFor();
  await panel.getByText(/^(?:Phone and Guild|Guild and Phone)$/).waitFor();
  await takePicture(page, 'matters light');
  await resize(page, 390);
  await recolour(page, 'dark');
  await takePicture(page, 'matters dark 390');
  expect(await accessibilityFindings(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBe(0);
  await panel.getByRole('link').click();
  await page.getByRole('dialog', { name: 'Invocation Details' }).waitFor();

  // The reply in Telegram waits for the chat's rate limit.
  expect(await howOf('resolved')).toEqual({ Phone: 'update-and-reply', Guild: 'update' });
  expect(await user.api('listMatters', { id })).toMatchObject([
    { state: 'resolved', severity: 'warning', count: 4, target_ids: targets.toSorted((one, other) => one - other) },
  ]);
  await open(`/webhooks/${id}`);
  await page.getByText('[RESOLVED] HighMemory').first().waitFor();
  expect(await panel.count()).toBe(0);
});
