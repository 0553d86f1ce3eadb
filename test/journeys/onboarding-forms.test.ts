import { takePicture } from '../support/browser.ts';
import { confirmAddress } from '../support/fakes.ts';
import { eventually, signUp } from '../support/product.ts';
import { expect, journey } from './journey.ts';

const NOT_TEAMS = 'https://example.webhook.office.com/webhookb2/0123456789abcdef';

journey('Teams: only the URL of a workflow is accepted', async ({ product, fakes, visitAs }) => {
  const user = await signUp(product);
  const { page, open } = await visitAs(user);
  const { url } = await fakes.act<{ url: string }>('msteams/workflow', { channel: 'Releases' });
  await open('/targets/new');
  await page.getByLabel('Name', { exact: true }).fill('Releases');
  await page.getByRole('radio', { name: 'Microsoft Teams' }).check();
  await page.getByRole('button', { name: 'Proceed' }).click();
  const dialog = page.getByRole('dialog', { name: 'Almost there' });
  await dialog.getByLabel('Webhook URL').fill(NOT_TEAMS);
  await dialog.getByRole('button', { name: 'Add' }).click();
  await dialog.getByText('The URL is not a valid Azure Webhook URL').waitFor();
  expect(await dialog.getByRole('link', { name: 'Help' }).getAttribute('href')).toBe(
    '/docs/troubleshooting#workflow-url-wrong',
  );
  await takePicture(page, 'onboarding-11-teams-wrong-url');
  await dialog.getByLabel('Webhook URL').fill(url);
  await dialog.getByRole('button', { name: 'Add' }).click();
  await page.getByText('Microsoft Teams target created').waitFor();
  await page.waitForURL(/\/targets\/\d+$/);
  const [target] = await user.api('listTargets');
  expect(target?.status).toBe('active');
  expect(JSON.stringify(target)).not.toContain(new URL(url).searchParams.get('sig'));
});

journey('Discord: a wrong URL is reported at its field', async ({ product, fakes, visitAs }) => {
  const user = await signUp(product);
  const { page, open } = await visitAs(user);
  const { url } = await fakes.act<{ url: string }>('discord/webhook', { channel: 'announcements' });
  await open('/targets/new');
  await page.getByLabel('Name', { exact: true }).fill('Guild');
  await page.getByRole('radio', { name: 'Discord' }).check();
  await page.getByLabel('Webhook URL').fill('https://discord.com.evil.example/api/webhooks/1/2');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByText('The URL is not a Discord webhook URL').waitFor();
  await page.getByLabel('Webhook URL').fill(url);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByText('Discord target created').waitFor();
});

journey(
  'HTTP: the signing secret is shown once, and an internal address is rejected',
  async ({ product, fakes, visitAs }) => {
    const user = await signUp(product);
    const { page, open } = await visitAs(user);
    const { name, url } = await fakes.act<{ name: string; url: string }>('http/endpoint', { name: `n${user.userId}` });
    await open('/targets/new');
    await page.getByLabel('Name', { exact: true }).fill('Receiver');
    await page.getByRole('radio', { name: 'HTTP' }).check();
    await page.getByLabel('URL', { exact: true }).fill(url.replace('https:', 'http:'));
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText('The URL must begin with https://').waitFor();
    await page.getByLabel('URL', { exact: true }).fill(url);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Copy this secret' });
    const secret = (await dialog.innerText()).match(/whsec_[\w+/=]{40,}/)?.[0] ?? '';
    await takePicture(page, 'onboarding-12-http-secret');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await fakes.act('http/secret', { name, secret });

    const [target] = await user.api('listTargets');
    await open(`/targets/${target?.id}`);
    await page.getByText('whsec_***').waitFor();
    expect(await page.content()).not.toContain(secret);
    await page.getByRole('button', { name: 'Send Test Message' }).click();
    await page.getByText('Test message sent').waitFor();
    // The receiver checks signatures, so a success proves that the secret is correct.
    expect((await fakes.received('http')).some(({ body, status }) => status === 200 && /test message/.test(body))).toBe(
      true,
    );

    const inside = { name: 'Inside', type: 'http', options: { url: 'https://169.254.169.254/latest/meta-data' } };
    await expect(user.api('createTarget', { body: inside })).rejects.toThrow('169.254.169.254 is not a public address');
  },
);

journey(
  'More services: a preset creates a target that sends what the service expects',
  async ({ product, fakes, visitAs }) => {
    const user = await signUp(product);
    const { page, open } = await visitAs(user);
    const { url } = await fakes.act<{ url: string }>('http/endpoint', { name: `p${user.userId}` });
    await open('/targets/new');
    await page.getByLabel('Name', { exact: true }).fill('Phone');
    await page.getByRole('button', { name: 'More services' }).click();
    await page.getByRole('button', { name: 'Gotify' }).click();
    await takePicture(page, 'onboarding-13-more-services');
    await page.getByLabel('Gotify URL').fill(url);
    await page.getByLabel('Application token').fill('AgotifyToken');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText('Gotify target created').waitFor();
    expect(await page.content()).not.toContain('AgotifyToken');
    await page.getByRole('button', { name: 'Send Test Message' }).click();
    await page.getByText('Test message sent').waitFor();
    const received = await fakes.received('http');
    const message = received.find(({ url: to }) => to === `${url}/message`);
    expect(JSON.parse(message?.body ?? '')).toEqual({
      title: 'Test message',
      message: expect.stringContaining('Messages for "Phone" arrive here.'),
      priority: 5,
    });

    const wrong = { name: 'Wrong', type: 'http', options: { url, body_template: '{{#if message}}' } };
    await expect(user.api('createTarget', { body: wrong })).rejects.toThrow('E1004');
  },
);

journey(
  'Email: opening the link changes nothing, and confirming works once',
  async ({ product, fakes, visit, visitAs }) => {
    const user = await signUp(product);
    await confirmAddress(product, user);
    const reader = `quiet-${user.userId}@example.com`;
    const { page, open } = await visitAs(user);
    await open('/targets/new');
    await page.getByLabel('Name', { exact: true }).fill('Reports');
    await page.getByRole('radio', { name: 'Email' }).check();
    await page.getByLabel('Email address').fill('not an address');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText('This is not an email address').waitFor();
    await page.getByLabel('Email address').fill(reader);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText(`Open the link in the email to ${reader}.`).first().waitFor();
    await takePicture(page, 'onboarding-14-email-pending');

    const mail = await eventually(
      async () => (await fakes.received('email')).find(({ to }) => to === reader),
      `a mail to ${reader}`,
    );
    const link = /https?:\S+\/confirm\?t=\S+/.exec(mail.text ?? '')?.[0] ?? '';
    const status = async () => (await user.api('listTargets'))[0]?.status;
    const other = await visit();
    other.expectComplaint(/410/);
    await other.page.goto(link);
    await other.page.getByRole('heading', { name: 'Do you want these messages?' }).waitFor();
    expect(await status()).toBe('pending');
    await other.page.getByRole('button', { name: 'Yes, send me messages' }).click();
    await other.page.getByRole('heading', { name: 'Confirmed' }).waitFor();
    expect(await status()).toBe('active');
    await other.page.goto(link);
    await other.page.getByRole('heading', { name: 'This link has expired' }).waitFor();
  },
);

journey(
  'a test message immediately reports that a channel is gone, and how to fix it',
  async ({ product, fakes, visitAs }) => {
    const user = await signUp(product);
    const { page, open } = await visitAs(user);
    const { url } = await fakes.act<{ url: string }>('discord/webhook', { channel: 'announcements' });
    const { id } = await user.api('createTarget', { body: { name: 'Guild', type: 'discord', options: { url } } });
    await open(`/targets/${id}`);
    await page.getByRole('button', { name: 'Send Test Message' }).click();
    await page.getByText('Test message sent').waitFor();
    await fakes.behave('discord', { mode: 'gone', times: 1 });
    await page.getByRole('button', { name: 'Send Test Message' }).click();
    await page.getByRole('region', { name: 'Notifications' }).getByText('Couldn’t send the test message').waitFor();
    await page.getByText('The webhook was deleted in Discord.').first().waitFor();
    await page.getByText('Inactive').first().waitFor();
    await takePicture(page, 'onboarding-15-test-refused');
    await page.getByRole('button', { name: 'Send Test Message', disabled: true }).waitFor();
  },
);
