import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { credentials, type Playground, startPlayground } from '../local/fakes/support.ts';
import { newVisitor, openBrowser, pageFindings, type Visitor, type VisitorOptions } from '../support/browser.ts';

let browser: Browser;
let playground: Playground;
let visitors: Visitor[];
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  playground = await startPlayground({ now: () => new Date() });
  visitors = [];
});
afterEach(async () => {
  const complaints = visitors.flatMap((visitor) => visitor.complaints());
  await Promise.all(visitors.map((visitor) => visitor.close()));
  await playground.stop();
  expect(complaints).toEqual([]);
});

const visit = async (path: string, options?: VisitorOptions): Promise<Page> => {
  const visitor = await newVisitor(browser, playground.appUrl, options);
  visitors.push(visitor);
  await visitor.open(path);
  return visitor.page;
};
const ownChat = 100200300;
const tell = (text: string, chat_id = ownChat) =>
  playground.provider('api.telegram.org', `/bot${credentials.telegram.botToken}/sendMessage`, {
    body: JSON.stringify({ chat_id, text }),
  });
const consent = () =>
  `/__fakes/slack/oauth/v2/authorize?${new URLSearchParams({
    client_id: credentials.slack.clientId,
    scope: 'incoming-webhook,chat:write,chat:write.public',
    state: 'state-1',
    redirect_uri: `${playground.appUrl}/api/callbacks/slack`,
  })}`;
const teamsMessage = async (text: string) => {
  const { url } = await playground.api<{ url: string }>('POST', 'msteams/workflow', { channel: 'Releases' });
  const { hostname, pathname, search } = new URL(url);
  const content = { type: 'AdaptiveCard', version: '1.4', body: [{ type: 'TextBlock', text, weight: 'Bolder' }] };
  await playground.provider(hostname, pathname + search, {
    body: JSON.stringify({
      type: 'message',
      attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content }],
    }),
  });
};
const discordMessage = async () => {
  const { url } = await playground.api<{ url: string }>('POST', 'discord/webhook', { channel: 'releases' });
  const fields = [{ name: 'Branch', value: '`main`', inline: true }];
  const embed = {
    title: 'Failed',
    url: 'https://example.org',
    color: 0xd9372c,
    description: '- tests\n```\nexit 1\n```',
    fields,
  };
  await playground.provider('discord.com', new URL(url).pathname, {
    body: JSON.stringify({ content: '**Deployment** failed\n> quoted\n-# Tellhook', embeds: [embed] }),
  });
};
const mail = (subject: string) =>
  playground.fakes.onMail({
    to: ['reader@example.org'],
    from: 'no-reply@tellhook.example',
    subject,
    text: 'Please confirm',
    html: `<p>Please <a href="${playground.appUrl}/confirm">confirm</a></p><script>document.title = 'run'</script>`,
    headers: { subject },
    messageId: 'id',
    tags: {},
    raw: 'raw',
  });

describe('the page of the fake providers', () => {
  it('lets a user write to the bot, and shows the bot’s replies', async () => {
    playground.answers.push({ body: JSON.stringify({ method: 'sendMessage', chat_id: ownChat, text: 'Welcome' }) });
    const page = await visit('/__fakes#telegram');
    await page.getByLabel('Write in You').fill('CODE1234');
    await page.getByRole('button', { name: 'Send' }).click();
    const log = page.getByRole('log');
    await log.getByText('CODE1234').waitFor();
    await log.getByText('Welcome').waitFor();
    expect(JSON.parse(playground.callbacks[0]?.body ?? '{}').message.text).toBe('CODE1234');
  });

  it('counts unread messages, and shows new ones without a reload', async () => {
    await playground.api('POST', 'telegram/say', { chatId: ownChat, text: 'hello' });
    const page = await visit('/__fakes#slack');
    await page.getByText('No channel yet').waitFor();
    await tell('First message');
    await page.getByRole('link', { name: 'Telegram 1 unread' }).click();
    await page.getByRole('log').getByText('First message').waitFor();
    await tell('Second message');
    await page.getByRole('log').getByText('Second message').waitFor();
    await page.getByRole('link', { name: 'Telegram', exact: true }).waitFor();
  });

  it('makes a provider fail, and shows the result for the message', async () => {
    await playground.api('POST', 'telegram/say', { chatId: ownChat, text: 'hello' });
    const page = await visit('/__fakes#telegram');
    await page.getByRole('button', { name: 'Behaves normally' }).click();
    await page.getByRole('radio', { name: 'Too many requests' }).check();
    await page.getByLabel('Wait in seconds').fill('7');
    await page.getByLabel('For how many messages').fill('1');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: 'Too many requests, 1 more' }).waitFor();
    expect((await tell('Later')).headers['retry-after']).toBe('7');
    await page.getByRole('log').getByText('Not delivered: 429 Too Many Requests: retry after 7').waitFor();
    await page.getByRole('button', { name: 'Behaves normally' }).waitFor();
  });

  it('opens an email with working links and blocked scripts', async () => {
    mail('Confirm this address');
    const page = await visit('/__fakes#email');
    visitors[0]?.expectComplaint(/Blocked script execution/);
    await page.getByRole('link', { name: /Confirm this address/ }).click();
    const opened = page.context().waitForEvent('page');
    await page.frameLocator('iframe').getByRole('link', { name: 'confirm' }).click();
    await (await opened).waitForURL(`${playground.appUrl}/confirm`);
    await page.getByRole('tab', { name: 'Plain text' }).click();
    await page.getByRole('tabpanel').getByText('Please confirm').waitFor();
  });
});

describe('the page of the fake providers in light and dark, wide and narrow', () => {
  it('is accessible and needs no sideways scrolling, in every view', async () => {
    await playground.api('POST', 'telegram/say', { chatId: ownChat, text: '/start CODE1234' });
    await tell(`A long line: ${'abcdefghij'.repeat(40)}`);
    await playground.api('POST', 'behaviour', { provider: 'telegram', mode: 'gone', times: 1 });
    await tell('Refused');
    await teamsMessage('Deployed');
    await discordMessage();
    mail('Confirm this address, which has a subject of more than one line on a small screen');
    const [entry] = await playground.api<{ id: number }[]>('GET', 'received?provider=email');
    const page = await visit('/__fakes', { axe: true });
    visitors[0]?.expectComplaint(/Blocked script execution/);
    // The checker accesses the email's frame, which is sandboxed.
    visitors[0]?.expectComplaint(/postMessage.*axe-core/);
    await page.locator('h1').first().waitFor({ state: 'attached' });
    const check = async (view: string) => expect(await pageFindings(page, view)).toEqual([]);
    await check('#');
    const views = [
      '#slack',
      '#telegram',
      '#telegram?requests',
      '#msteams',
      '#discord',
      '#email',
      `#email/${entry?.id}`,
      '#http',
    ];
    for (const view of views) {
      await page.goto(`/__fakes${view}`);
      await page.locator(`[data-view="${/\w+/.exec(view)?.[0]}"]`).waitFor();
      await check(view);
    }
    await page.goto('/__fakes#telegram');
    await page.getByRole('button', { name: 'Behaves normally' }).click();
    await check('behaviour dialog');
    await page.keyboard.press('Escape');
    await page
      .getByRole('button', { name: /^Request of/ })
      .first()
      .click();
    await page.getByRole('dialog').getByText('Request headers').waitFor();
    await check('inspector');
    await page.goto(consent());
    await page.getByRole('button', { name: 'Allow' }).waitFor();
    await check('consent page');
    await page.goto('/__fakes/mails#message');
    await page.getByRole('button', { name: 'Plain text' }).waitFor();
    await check('mail templates');
  }, 120_000);
});
