import { createHmac } from 'node:crypto';
import { phoneFindings, takePicture } from '../support/browser.ts';
import { createWebhook, eventually, signUp } from '../support/product.ts';
import { expect, journey } from './journey.ts';
import { connectSlack } from './people.ts';

/** Calls a webhook as GitHub would, signed with a secret. */
const callSigned = async (url: string, secret: string, message: string, signed = message) => {
  const bodyOf = (text: string) =>
    JSON.stringify({ zen: text, hook_id: 1, repository: { full_name: 'octo-org/hello' }, sender: { login: 'mona' } });
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-github-event': 'ping',
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(bodyOf(signed)).digest('hex')}`,
    },
    body: bodyOf(message),
  });
  return { status: response.status, ...((await response.json()) as { id?: string; type?: string }) };
};

journey(
  'only GitHub’s calls are accepted, and a rejected call can be delivered later',
  async ({ product, fakes, visitAs }) => {
    const user = await signUp(product);
    const { url, id } = await createWebhook(product, user, [await connectSlack(user, fakes, 'Deploys')], {
      name: 'GitHub',
    });
    const { page, open } = await visitAs(user, { axe: true });
    const slackSays = (text: string) =>
      eventually(
        async () => (await fakes.received('slack')).some(({ body }) => body.includes(text)),
        `“${text}” in Slack`,
      );

    // Calls signed with both secrets are stored before verification is set up, and the settings are tried on them.
    for (const secret of ['the first secret of ours', 'somebody else’s'])
      expect(await callSigned(url, secret, 'Keep it logically awesome.')).toMatchObject({ status: 202 });
    await open(`/webhooks/${id}?sender=GitHub`);
    const bar = page.getByRole('link', { name: /^Verification/ });
    await bar.getByText('Anyone can call').waitFor();
    await bar.click();
    const dialog = page.getByRole('dialog', { name: 'Verification' });
    expect(await dialog.getByLabel('Service', { exact: true }).inputValue()).toBe('github');
    await dialog.getByLabel('Secret (same value in the service)').fill('the first secret of ours');
    await dialog.getByRole('button', { name: 'Check the last 20 calls' }).click();
    await dialog.getByText('1 of the last 2 calls passes; 1 does not:').waitFor();
    await dialog.getByText('The secret is different, or the call was changed in transit.').waitFor();
    await dialog.getByRole('radio', { name: 'Reject' }).check();
    await dialog.getByText('1 of the checked calls would have been rejected.').waitFor();
    expect(await phoneFindings(page, 'senders-01-choose', '[role=dialog]')).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await bar.getByText('Unverified calls are rejected').waitFor();

    expect(await callSigned(url, 'the first secret of ours', 'Design for failure.')).toMatchObject({ status: 202 });
    const forged = await callSigned(url, 'the first secret of ours', 'Approachable is better than simple.', 'else');
    expect(forged).toMatchObject({ status: 401, type: 'urn:tellhook:error:unverified' });
    await slackSays('Design for failure.');
    await page.getByRole('row').filter({ hasText: 'Verified.' }).first().waitFor();

    await open(`/webhooks/${id}`);
    await takePicture(page, 'senders-02-webhook');
    await page.getByRole('link', { name: '1 rejected' }).click();
    const refused = page.getByRole('dialog', { name: 'Rejected calls' });
    await refused.getByText('The secret is different, or the call was changed in transit.').waitFor();
    expect(await phoneFindings(page, 'senders-03-refused', '[role=dialog]')).toEqual([]);
    await refused.getByRole('button', { name: /^Accept and deliver the call from/ }).click();
    await page.getByRole('dialog', { name: 'Invocation Details' }).getByText('Success').first().waitFor();
    await page.getByText('Rejected, then accepted manually').waitFor();
    await takePicture(page, 'senders-04-delivered');
    await slackSays('Approachable is better than simple.');
    await page.keyboard.press('Escape');

    // Rotate the secret: a new one, with the old one accepted for a day.
    await bar.click();
    await dialog.getByRole('button', { name: 'Generate' }).click();
    const made = await dialog.locator('pre code').innerText();
    expect(made).toMatch(/^[0-9a-f]{64}$/);
    expect(await dialog.getByLabel('Accept the previous secret for').inputValue()).toBe('24');
    await takePicture(page, 'senders-05-rotate');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    for (const secret of ['the first secret of ours', made])
      expect(await callSigned(url, secret, 'Half measures are as bad as nothing.')).toMatchObject({ status: 202 });
    expect(await callSigned(url, 'somebody else’s', 'Speak like a human.')).toMatchObject({ status: 401 });
    await bar.click();
    await dialog
      .getByRole('button', { name: /^Remove the secret .+ now$/ })
      .first()
      .waitFor();
    await takePicture(page, 'senders-06-rotated');
    expect(await page.content()).not.toContain(made);
  },
);
