import { pageFindings, phoneFindings } from '../support/browser.ts';
import type { Fakes } from '../support/fakes.ts';
import { createWebhook, signUp, type User } from '../support/product.ts';
import { expect, journey } from './journey.ts';
import { connectSlack, connectTelegram, createMock, dispatchesOf, send } from './people.ts';

/** The fields of GitHub's event for a failed workflow that a message needs. */
const failedRun = {
  action: 'completed',
  repository: { full_name: 'acme/web' },
  sender: { login: 'octo' },
  workflow_run: {
    name: 'CI',
    conclusion: 'failure',
    status: 'completed',
    head_branch: 'main',
    head_sha: 'f6d4b2907e5c3a18',
    display_title: 'Count *parcels* once <!channel>',
    event: 'push',
    run_number: 118,
    html_url: 'https://github.com/acme/web/actions/runs/118',
    actor: { login: 'octo' },
    head_commit: { message: 'Count parcels once' },
  },
};

const sendFailedRun = async (url: string): Promise<string> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-github-event': 'workflow_run' },
    body: JSON.stringify(failedRun),
  });
  return ((await response.json()) as { id: string }).id;
};

/** Creates a target of each chat kind. */
const everyChat = async (user: User, fakes: Fakes): Promise<number[]> => {
  const workflow = await fakes.act<{ url: string }>('msteams/workflow', { channel: 'Releases' });
  const channel = await fakes.act<{ url: string }>('discord/webhook', { channel: 'releases' });
  const receiver = await fakes.act<{ url: string }>('http/endpoint', { name: 'inventory' });
  const at = async (name: string, type: string, url: string) =>
    (await user.api('createTarget', { body: { name, type, options: { url } } })).id;
  return [
    await connectTelegram(user, fakes, 73_118),
    await connectSlack(user, fakes),
    await at('Releases', 'msteams', workflow.url),
    await at('Guild', 'discord', channel.url),
    await at('Inventory', 'http', receiver.url),
  ];
};

journey.concurrent('a rich message is shown like in each chat', async ({ product, fakes, visitAs }) => {
  const user = await signUp(product);
  const targets = await everyChat(user, fakes);
  const webhook = await createWebhook(product, user, targets, { name: 'Repository', format: 'rich' });
  const id = await sendFailedRun(webhook.url);
  const sent = await dispatchesOf(user, id, ({ status }) => status === 'success');
  expect(sent.map(({ rich }) => rich?.severity)).toEqual(targets.map(() => 'critical'));
  const { page, open } = await visitAs(user, { axe: true });

  // First, the call's dialog.
  await open(`/webhooks/${webhook.id}?inv=${id}`);
  const window = page.getByRole('dialog');
  // Telegram, Slack, Teams and Discord show a link; a program receives data.
  const link = window.getByRole('link', { name: /CI failed|acme\/web/ }).first();
  const messages = window.getByRole('group', { name: 'Messages by target' });
  const names = ['Phone', 'Deployments', 'Releases', 'Guild', 'Inventory'];
  await messages.waitFor();
  expect((await messages.getByRole('button').allInnerTexts()).toSorted()).toEqual(names.toSorted());
  for (const name of names) {
    await messages.getByRole('button', { name }).click();
    if (name !== 'Inventory') await link.waitFor();
    expect(await window.getByText('🔴').count(), name).toBe(name === 'Phone' ? 1 : 0);
    expect(await pageFindings(page, `rich-01-call ${name}`, { within: '[role=dialog]' })).toEqual([]);
  }

  // Next, the editor shows the message as each kind does before anything is sent.
  await open(`/editor?webhook=${webhook.id}&inv=${id}`);
  const out = page.getByRole('region', { name: 'Out', exact: true });
  await out.getByRole('group').waitFor();
  const kinds = await out.getByRole('group').getByRole('button').all();
  expect(kinds).toHaveLength(5);
  for (const kind of kinds) {
    await kind.click();
    await out
      .getByText(/acme\/web/)
      .first()
      .waitFor();
  }
  expect(await pageFindings(page, 'rich-02-editor')).toEqual([]);
});

journey.concurrent(
  'severity, title and link are read by rules that show their results',
  async ({ product, visitAs }) => {
    const user = await signUp(product);
    const webhook = await createWebhook(product, user, [await createMock(user)], { name: 'Alarms', format: 'rich' });
    const alarm = { prio: 'P1', what: 'Disk of db-1 is full', page: 'https://status.example.com/7' };
    const id = await send(webhook.url, alarm);
    await dispatchesOf(user, id);
    const { page, open } = await visitAs(user, { axe: true });
    await open(`/editor?webhook=${webhook.id}&inv=${id}`);
    await page.getByRole('button', { name: 'Severity, title and link' }).click();
    const dialog = page.getByRole('dialog', { name: 'Severity, title and link' });
    await dialog.getByLabel('Source').selectOption({ label: 'Custom rules' });
    await dialog.getByLabel('Title', { exact: true }).fill('$shout(what)');
    await dialog.getByText(/\(T1006\)/).waitFor();
    await dialog.getByLabel('Title', { exact: true }).fill('what & "!"');
    await dialog.getByLabel('Severity', { exact: true }).fill('prio');
    await dialog.getByLabel('Link', { exact: true }).fill('page');
    await dialog.getByText('Result: critical').waitFor();
    await dialog.getByRole('link', { name: 'Disk of db-1 is full!' }).waitFor();
    expect(await phoneFindings(page, 'rich-03-rules', '[role=dialog]')).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('These rules apply to new calls.').waitFor();
    const [sent] = await dispatchesOf(user, await send(webhook.url, alarm));
    expect(sent?.rich).toMatchObject({
      title: [{ text: 'Disk of db-1 is full!' }],
      severity: 'critical',
      link: 'https://status.example.com/7',
    });
  },
);
