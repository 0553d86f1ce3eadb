import { type Fakes, fakesOf } from '../../test/support/fakes.ts';
import { type Addresses, createWebhook, eventually, signUp, type User } from '../../test/support/product.ts';

/** The account that the pictures show. */
export interface Demo {
  user: User;
  /** The webhook whose calls are shown. */
  deploys: number;
  /** Its newest call, whose last message waits for its turn. */
  troubled: string;
  /** The product's time when the demo was complete; browsers have to use it. */
  now: Date;
}

const HOUR = 3600;

/** Deployments in each hour of a working day, from the first to the last. */
const DEPLOYMENTS = [1, 2, 0, 3, 4, 2, 5, 3, 6, 4];

const services = ['shop-api', 'checkout', 'search', 'shop-web', 'mailer'] as const;
const people = ['mira', 'jonas', 'ada', 'femi'] as const;

/** A deployment of the shop. Each number results in a different one. */
const deployment = (number: number) => ({
  repository: services[(number * 7) % services.length],
  environment: number % 4 === 3 ? 'staging' : 'production',
  status: 'succeeded',
  duration: 41 + ((number * 37) % 68),
  commit: (0x3f9c2e1 + number * 0x1d872b).toString(16).slice(0, 7),
  actor: people[number % people.length],
  changes: [`Round prices once (#${412 + number})`, `Cache the product list (#${408 + number})`],
});

const CONFIRMATION = '/api/callbacks/email/confirm';

const TEMPLATE = `Deployed {{ repository }} to {{ environment }} in {{ duration }} s
{{ actor }}, commit {{ commit }}
{{#each changes}}
- {{ $ }}
{{/each}}`;

const call = async (url: string, body: unknown): Promise<string> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'deploy-bot/2.4' },
    body: JSON.stringify(body),
  });
  if (response.status !== 202) throw new Error(`The call was answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { id: string }).id;
};

const settledCall = (user: User, id: string) =>
  eventually(async () => {
    const dispatches = await user.api('listDispatches', { id });
    return dispatches.length > 0 && dispatches.every(({ status }) => status !== 'pending');
  }, 'the dispatches of a call');

const connectTargets = async (user: User, fakes: Fakes) => {
  const create = (name: string, type: string, options?: Record<string, string>) =>
    user.api('createTarget', { body: { name, type, ...(options && { options }) } });
  const slack = await create('Ops channel', 'slack');
  await fakes.approveSlack(slack);
  const telegram = await create("Ada's phone", 'telegram');
  await fakes.sayToTelegram(4242, `/start ${telegram.options.ActivationKey}`);
  const { url } = await fakes.act<{ url: string }>('msteams/workflow', { channel: 'Releases' });
  const teams = await create('Release room', 'msteams', { url });
  const mail = await create("Ada's inbox", 'email', { address: user.email });
  const confirmation = await eventually(
    async () => (await fakes.received('email')).find(({ text }) => text?.includes(CONFIRMATION)),
    'the mail that asks for the consent',
  );
  await fetch(/https?:\S+\/confirm\?t=[\w.-]+/.exec(confirmation.text ?? '')?.[0] ?? '', { method: 'POST' });
  await eventually(
    async () => (await user.api('listTargets')).every(({ status }) => status === 'active'),
    'the targets to be active',
  );
  return { slack: slack.id, telegram: telegram.id, teams: teams.id, mail: mail.id };
};

const secondsUntilMorning = (now: Date): number => {
  const morning = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1, 6, 12);
  return Math.floor((morning - now.getTime()) / 1000);
};

/** Simulates a working day of a small premium shop, until one of many deliveries waits for its next attempt. */
export const playDemo = async (product: Addresses): Promise<Demo> => {
  const fakes = fakesOf(product);
  const user = await signUp(product, 'ada@example.org');
  await fakes.payWithStripe((await user.api('createSubscriptionLink')).link);
  await eventually(
    async () => (await user.api('getUser', { id: user.userId })).profile.status === 'premium',
    'the subscription',
  );
  const { slack, telegram, teams, mail } = await connectTargets(user, fakes);
  const deploys = await createWebhook(product, user, [slack, telegram, teams], {
    name: 'Deploys',
    use_template: true,
    template: TEMPLATE,
  });
  const orders = await createWebhook(product, user, [telegram, mail], { name: 'Shop orders' });
  const alerts = await createWebhook(product, user, [slack, telegram], { name: 'Server alerts' });

  const deploy = async () => {
    const id = await call(deploys.url, deployment(number++));
    await settledCall(user, id);
    return id;
  };

  let number = 0;
  await fakes.advanceClock(secondsUntilMorning(new Date()));
  for (const [hour, deployments] of DEPLOYMENTS.entries()) {
    for (let each = 0; each < deployments; each++) {
      await fakes.advanceClock(Math.floor(HOUR / (deployments + 1)) - each * 67);
      await deploy();
    }
    await call(orders.url, { order: 10_230 + hour, total: `${19 + hour * 7}.90 EUR`, customer: 'Returning' });
    if (hour === 4) await call(alerts.url, { title: 'Disk almost full', host: 'db-1', used: '91 %' });
    if (hour === DEPLOYMENTS.length - 2) {
      await fakes.behave('slack', { mode: 'gone', times: 1 });
      await deploy();
      await user.api('updateTarget', { id: slack, body: { enabled: true } });
    }
    await fakes.advanceClock(Math.floor(HOUR / (deployments + 1)));
  }
  await fakes.behave('msteams', { mode: '429', times: 3, retryAfter: 240 });
  const troubled = await deploy();
  await fakes.behave('msteams', { mode: 'ok' });
  const now = await fakes.advanceClock(48);
  return { user, deploys: deploys.id, troubled, now };
};
