import { beforeEach, describe, expect, it } from 'vitest';
import { callsOf } from '../../integrations/targets/discord/fake/message.ts';
import { kind as discord } from '../../integrations/targets/discord/kind.ts';
import { kind as email } from '../../integrations/targets/email/kind.ts';
import { kind as mock } from '../../integrations/targets/mock/kind.ts';
import { mentionsOf } from '../../integrations/targets/slack/fake/mentions.ts';
import { kind as slack } from '../../integrations/targets/slack/kind.ts';
import { kind as telegram } from '../../integrations/targets/telegram/kind.ts';
import type { Message } from '../../lambdas/model/message.ts';
import { createTarget } from '../../lambdas/targets/create-target.ts';
import { getTarget } from '../../lambdas/targets/read-targets.ts';
import { applySettings, withSettings } from '../../lambdas/targets/settings.ts';
import { takeSettings } from '../../lambdas/targets/take-settings.ts';
import { updateTarget } from '../../lambdas/targets/update-target.ts';
import type { Subject } from '../../lambdas/templates/subject/subject.ts';
import { activeTargets } from './examples.ts';
import { deliveryRig, message, world } from './support.ts';

type Severity = NonNullable<NonNullable<Message['rich']>['severity']>;

const rich = (severity?: Severity): Partial<Message> => ({
  rich: { title: [{ text: 'CI failed' }], ...(severity && { severity }), blocks: [] },
});

describe('a message’s mentions', () => {
  const mentions = (from: string, over: Partial<Message>) =>
    applySettings(message(over), { mention: { who: 'here', from } }).mention;

  it.each([
    ['critical', 'critical', 'here'],
    ['critical', 'warning', undefined],
    ['critical', 'ok', undefined],
    ['warning', 'critical', 'here'],
    ['warning', 'warning', 'here'],
    ['warning', 'info', undefined],
    ['always', 'ok', 'here'],
  ])('from %s on, in one that is %s: %s', (from, severity, who) =>
    expect(mentions(from, rich(severity as Severity))).toBe(who),
  );

  it('follow the subject if its formatting has no severity', () => {
    const subject = { key: 'a', state: 'open', severity: 'critical' } as Subject;
    expect(mentions('critical', { ...rich(), subject })).toBe('here');
    expect(mentions('critical', { subject })).toBe('here');
    expect(mentions('critical', rich())).toBeUndefined();
  });

  it('are empty in plain messages, whose severity is unknown, unless every message mentions', () => {
    expect(mentions('warning', {})).toBeUndefined();
    expect(mentions('always', {})).toBe('here');
  });

  it('appear once, in the first part', () => {
    expect(mentions('always', { part: 1, parts: 2 })).toBe('here');
    expect(mentions('always', { part: 2, parts: 2 })).toBeUndefined();
  });
});

describe('a sound', () => {
  const silent = (bound: string, over: Partial<Message>) =>
    applySettings(message(over), { silent_below: bound }).silent;

  it('is kept for messages that are severe enough', () => {
    expect(silent('warning', rich('info'))).toBe(true);
    expect(silent('warning', rich())).toBe(true);
    expect(silent('warning', rich('warning'))).toBeUndefined();
    expect(silent('critical', rich('warning'))).toBe(true);
    expect(silent('critical', rich('critical'))).toBeUndefined();
  });

  it('is made by every message with an unknown severity', () => expect(silent('critical', {})).toBeUndefined());
});

describe('the settings that a client sends', () => {
  const refusal = (kind: Parameters<typeof takeSettings>[1], options: Record<string, unknown>) => {
    try {
      takeSettings(options, kind);
    } catch (error) {
      return (error as { fields: { path: string; message: string }[] }).fields[0]?.path;
    }
    return undefined;
  };

  it.each([
    ['a setting that the kind lacks', email, { silent_below: 'warning' }, 'options.silent_below'],
    ['a link line where there is none', mock, { link: 'hidden' }, 'options.link'],
    ['a severity that is none', telegram, { silent_below: 'info' }, 'options.silent_below'],
    ['everybody by another name', slack, { mention: { who: 'everyone', from: 'always' } }, 'options.mention.who'],
    ['a mention without its severity', slack, { mention: { who: 'here' } }, 'options.mention.from'],
    ['no ids', slack, { mention: { who: [], from: 'always' } }, 'options.mention.who'],
    ['six ids', slack, { mention: { who: Array(6).fill('U0123456'), from: 'always' } }, 'options.mention.who'],
    ['markup as an id', slack, { mention: { who: ['U1> <!channel'], from: 'always' } }, 'options.mention.who'],
    ['an id of Slack at Discord', discord, { mention: { who: ['U0123456'], from: 'always' } }, 'options.mention.who'],
    ['a text', telegram, { link: true }, 'options.link'],
    ['no messages at all', mock, { max_per_minute: 0 }, 'options.max_per_minute'],
    ['half a message', mock, { max_per_minute: 0.5 }, 'options.max_per_minute'],
    ['a number in words', mock, { max_per_minute: '6' }, 'options.max_per_minute'],
  ])('are rejected at their field: %s', (_what, kind, options, path) => expect(refusal(kind, options)).toBe(path));

  it('can slow down a target of every kind, and release it again', () => {
    expect(takeSettings({ max_per_minute: 6 }, mock).settings).toEqual({ max_per_minute: 6 });
    expect(withSettings({ max_per_minute: 6 }, takeSettings({ max_per_minute: null }, mock).settings)).toEqual({});
  });

  it('are separate from the kind’s own options', () =>
    expect(takeSettings({ renew: true, link: 'hidden', mention: null }, slack)).toEqual({
      settings: { link: 'hidden', mention: null },
      options: { renew: true },
    }));

  it('are stored only if they are not empty', () =>
    expect(
      withSettings({ chatId: '1', link: 'hidden', silent_below: 'warning' }, { link: 'shown', silent_below: null }),
    ).toEqual({
      chatId: '1',
    }));
});

describe('a target’s settings', () => {
  let here: ReturnType<typeof world>;
  beforeEach(() => {
    here = world();
  });
  const change = (id: number, options: Record<string, unknown>) => updateTarget(11, id, { options }, here.ports);

  it('can be set on creation, are shown, and survive a new address and disabling', async () => {
    const hook = (token: string) => `https://discord.com/api/webhooks/123456789012345678/${token.repeat(60)}`;
    const settings = {
      mention: { who: ['123456789012345678', '&123456789012345679'], from: 'critical' },
      link: 'hidden',
    };
    const made = await createTarget(
      11,
      { name: 'Ops', type: 'discord', enabled: true, options: { url: hook('a'), ...settings } },
      here.ports,
    );
    expect(made.options).toMatchObject(settings);
    await change(made.id, { url: hook('b') });
    await updateTarget(11, made.id, { enabled: false }, here.ports);
    expect((await getTarget(11, made.id, here.ports)).options).toMatchObject(settings);
    const off = await change(made.id, { mention: null, link: 'shown' });
    expect(off.options).toEqual({ url: expect.stringContaining('***') });
    expect(off.status).toBe('disabled');
  });

  it('are accepted as they were read, along with the rest', async () => {
    const made = await createTarget(11, { name: 'Ops', type: 'telegram', enabled: true, options: {} }, here.ports);
    const silent = await change(made.id, { silent_below: 'warning' });
    expect(silent.options).toMatchObject({ silent_below: 'warning', ActivationKey: made.options.ActivationKey });
    expect((await change(made.id, silent.options)).options).toEqual(silent.options);
  });
});

const rig = deliveryRig();
const sentTo = async (kind: string, options: Record<string, unknown>, over: Partial<Message>) => {
  const target = activeTargets[kind];
  if (!target) throw new Error(kind);
  await rig.deliverTo({ ...target, options: { ...target.options, ...options } }, over);
  return JSON.parse(rig.server.received.at(-1)?.body ?? '');
};

describe('a message with a mention', () => {
  const all = { mention: { who: 'channel', from: 'always' } };

  it('names people above the bar at Slack, and only the title in the notification', async () => {
    const body = await sentTo('slack', all, { text: 'CI failed', ...rich('critical') });
    expect(body.text).toBe('<!channel> CI failed');
    expect(body.blocks).toEqual([
      {
        type: 'rich_text',
        elements: [{ type: 'rich_text_section', elements: [{ type: 'broadcast', range: 'channel' }] }],
      },
    ]);
    expect(mentionsOf(body)).toEqual(['channel']);
  });

  it('calls people and groups by their ids', async () => {
    const slackIds = { mention: { who: ['U0123456', 'S0123456'], from: 'always' } };
    expect(mentionsOf(await sentTo('slack', slackIds, {}))).toEqual(['U0123456', 'S0123456']);
    const discordIds = { mention: { who: ['123456789012345678', '&123456789012345679'], from: 'always' } };
    const body = await sentTo('discord', discordIds, { text: 'CI failed', ...rich('critical') });
    expect(callsOf(body)).toEqual({ everyone: false, users: ['123456789012345678'], roles: ['123456789012345679'] });
    expect(body.content).toBe('<@123456789012345678> <@&123456789012345679>');
    expect(body.embeds).toHaveLength(1);
  });

  it("never exceeds Discord's limit, and keeps its words before the link back", async () => {
    const text = '@here '.repeat(300);
    const body = await sentTo('discord', all, { text, link: `https://app.example.com/${'x'.repeat(200)}` });
    expect(body.content.length).toBeLessThanOrEqual(2000);
    expect(body.content.startsWith('@everyone ')).toBe(true);
    expect(body.content.slice('@everyone '.length)).not.toMatch(/@(?:everyone|here)/);
    expect(body.content).not.toContain('Open in Tellhook');
  });
});

describe('a message', () => {
  it('arrives at Telegram without a sound if its target is set so', async () => {
    const options = { silent_below: 'warning' };
    expect(await sentTo('telegram', options, { text: 'a', ...rich('info') })).toMatchObject({
      disable_notification: true,
    });
    expect(await sentTo('telegram', options, { text: 'a', ...rich('critical') })).not.toHaveProperty(
      'disable_notification',
    );
  });

  it.each(['telegram', 'slack', 'msteams', 'discord', 'whatsapp'])(
    'of %s ends without the way back when its target hides it',
    async (kind) => {
      for (const over of [{}, { text: 'CI failed', ...rich('critical') }]) {
        expect(JSON.stringify(await sentTo(kind, {}, over))).toContain('https://app.example.com/webhooks/7');
        expect(JSON.stringify(await sentTo(kind, { link: 'hidden' }, over))).not.toContain('app.example.com');
      }
    },
  );
});
