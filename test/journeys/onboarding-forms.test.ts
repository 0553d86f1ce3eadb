import { takePicture } from '../support/browser.ts';
import { signUp } from '../support/product.ts';
import { expect, journey } from './journey.ts';

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
