import type { Fakes } from '../support/fakes.ts';
import { createWebhook, signUp } from '../support/product.ts';
import { expect, journey } from './journey.ts';
import { send, subscribe } from './people.ts';

/** The kinds whose setup is only a form, and what their users enter. */
const forms: {
  slug: string;
  name: string;
  fill(fakes: Fakes): Promise<Record<string, string>>;
}[] = [
  {
    slug: 'ntfy',
    name: 'ntfy',
    fill: async (fakes) => {
      const made = await fakes.act<{ url: string; token: string }>('ntfy/topic', {
        topic: 'form-kinds',
        protected: true,
      });
      return { 'Topic URL': made.url, 'Access token': made.token };
    },
  },
  {
    slug: 'googlechat',
    name: 'Google Chat',
    fill: async (fakes) => ({
      'Webhook URL': (await fakes.act<{ url: string }>('googlechat/webhook', { space: 'Form kinds' })).url,
    }),
  },
  {
    slug: 'mattermost',
    name: 'Mattermost',
    fill: async (fakes) => ({
      'Webhook URL': (await fakes.act<{ url: string }>('mattermost/webhook', { channel: 'form-kinds' })).url,
    }),
  },
  {
    slug: 'matrix',
    name: 'Matrix',
    fill: async (fakes) => {
      const made = await fakes.act<{ id: string; token: string; url: string }>('matrix/room', { name: 'Form kinds' });
      return { 'Homeserver URL': made.url, 'Room ID': made.id, 'Access token': made.token };
    },
  },
  {
    slug: 'pushover',
    name: 'Pushover',
    fill: async (fakes) => {
      const made = await fakes.act<{ id: string; token: string }>('pushover/user', { name: 'form-kinds' });
      return { 'User or group key': made.id, 'API token': made.token };
    },
  },
];

const failedRun = {
  action: 'completed',
  repository: { full_name: 'acme/web' },
  sender: { login: 'octo' },
  workflow_run: { name: 'CI', conclusion: 'failure', status: 'completed', head_branch: 'main', run_number: 118 },
};

/** Numbered words, to find each of them again in the parts. */
const longText = Array.from({ length: 1500 }, (_, index) => `w${index}`).join(' ');

interface Shown {
  entries: { provider: string; bubble?: { side: string; text: string } }[];
}

journey(
  'the kinds that only a form sets up deliver rich, plain and long messages, retry, and tell what is gone',
  async ({ product, fakes, visitAs }) => {
    const user = await signUp(product);
    await subscribe(user, fakes);
    const { page, open } = await visitAs(user, { axe: true });
    for (const { name, fill } of forms) {
      await open('/targets/new');
      await page.getByLabel('Name', { exact: true }).fill(`Our ${name}`);
      await page.getByRole('radio', { name, exact: true }).check();
      for (const [label, value] of Object.entries(await fill(fakes))) await page.getByLabel(label).fill(value);
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByText(`${name} target created`).waitFor();
    }
    const targets = await user.api('listTargets');
    expect(targets.map(({ status }) => status)).toEqual(forms.map(() => 'active'));
    const ids = targets.map(({ id }) => id);

    const decided = async (invocation: string, wanted: 'success' | 'error') => {
      // Pushover's 429 is for the whole month, so it is tried again after an hour.
      for (const minutes of [1, 1, 2, 5, 30, 40, 60]) {
        await fakes.advanceClock(minutes * 60);
        const all = await user.api('listDispatches', { id: invocation });
        if (
          all.length === forms.length &&
          all.every(({ status, next_attempt_at: next }) => status === wanted && next.startsWith('0001'))
        )
          return all;
      }
      throw new Error(`not ${wanted}: ${JSON.stringify(await user.api('listDispatches', { id: invocation }))}`);
    };
    const rich = await createWebhook(product, user, ids, { name: 'Rich', format: 'rich' });
    await decided(await send(rich.url, failedRun), 'success');
    const plain = await createWebhook(product, user, ids, { name: 'Plain', template: '{{ text }}' });
    await decided(await send(plain.url, { text: longText }), 'success');
    const { entries } = await fakes.act<Shown>('changes');
    for (const { slug } of forms) {
      const told = entries
        .flatMap(({ provider, bubble }) => (provider === slug && bubble ? [bubble.text] : []))
        .join('\n');
      expect(told.match(/\bw\d+/g)?.join(' '), `${slug} joined again`).toBe(longText);
    }

    for (const mode of ['429', '500'] as const) {
      for (const { slug } of forms) await fakes.behave(slug, { mode, times: 1, retryAfter: 30 });
      const tried = await decided(await send(plain.url, { text: `Try ${mode}` }), 'success');
      const outcomes = tried.map(({ attempts }) => attempts.map(({ outcome }) => outcome));
      expect(outcomes, mode).toEqual(forms.map(() => ['retry', 'ok']));
    }
    for (const { slug } of forms) await fakes.behave(slug, { mode: 'gone', times: 1 });
    const failed = await decided(await send(plain.url, { text: 'Gone' }), 'error');
    for (const { error_message } of failed) expect(error_message).not.toBe('');
    expect((await user.api('listTargets')).map(({ status }) => status)).toEqual(forms.map(() => 'inactive'));
  },
  240_000,
);
