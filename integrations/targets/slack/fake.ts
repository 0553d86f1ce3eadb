import * as z from 'zod';
import { type Fake, FakeInputError, given, jsonAnswer, textAnswer } from '../../../lib/local/fakes/fake.ts';
import { userEvent } from '../../../lib/local/fakes/recorder.ts';
import type { AskingPage } from '../../../lib/local/fakes/wire.ts';
import { appOf } from './credentials.ts';
import { refusal, rejected, tooMany } from './fake/answers.ts';
import { isHook, placeOf, postToHook } from './fake/hooks.ts';
import { authorizeError, decide, exchange, type SlackApp } from './fake/oauth.ts';
import { callMethod, isMethod, methodError } from './fake/web-api.ts';
import { type Channel, channelOf, initialSlackState, type SlackState, threadsOf } from './fake/workspace.ts';

const approve = z.object({
  authUrl: z.url(),
  channel: z.string().default('general'),
  deny: z.boolean().default(false),
});
const archive = z.object({ channel: z.string(), archived: z.boolean() });
const inChannel = z.object({ channel: z.string() });
const forget = z.object({ id: z.string() });

/** Simulates OAuth v2 and the incoming webhooks of one workspace. */
const create: Fake['create'] = ({ state: open, product, recorder, now, credentials }) => {
  const state = open(initialSlackState());
  const app: SlackApp = { ...given(appOf(credentials)), redirectUrl: `${product.appUrl}/api/callbacks/slack` };
  const maskUrl = (url: string): string =>
    url.replace(/(\/services\/[^/]+\/[^/]+\/)[^/?]+/, '$1***').replace(/([?&]code=)[^&]+/, '$1***');
  const mask = (text: string): string =>
    [
      app.clientSecret,
      ...state.current.grants.map(({ code }) => code),
      ...state.current.hooks.map(({ path }) => path.slice(path.lastIndexOf('/') + 1)),
    ]
      .reduce((masked, secret) => masked.replaceAll(secret, '***'), text)
      // Tokens that were issued here are not stored, so they are masked by their form.
      .replace(/xoxb-[0-9a-f]{36}/g, 'xoxb-***');

  const knownChannel = (name: string): Channel => {
    const channel = channelOf(state.current, name);
    if (!channel) throw new FakeInputError(`There is no channel ${name}.`);
    return channel;
  };

  return {
    name: 'Slack',
    isDelivery: (request) => (request.host.startsWith('hooks.') ? isHook(request.path) : isMethod(request.path)),
    placement: (request) => placeOf(state.current, request),
    handle: (request) => {
      if (request.host.startsWith('hooks.')) {
        return isHook(request.path) ? postToHook(state.current, request) : textAnswer(404, 'no_service');
      }
      if (request.path === '/api/oauth.v2.access') return exchange(app, state, request, now());
      if (isMethod(request.path)) return callMethod(state, request, now());
      return request.path.startsWith('/api/')
        ? jsonAnswer(200, { ok: false, error: 'unknown_method', req_method: request.path.slice(5) })
        : textAnswer(404, 'Not Found');
    },
    refuse: (mode, retryAfter, request) => {
      if (mode === '429') return tooMany(retryAfter);
      if (isMethod(request.path)) return methodError(mode === '500' ? 'internal_error' : 'account_inactive');
      return refusal(mode === '500' ? 'rollup_error' : 'no_service');
    },
    ...rejected,
    mask,
    maskUrl,
    threads: () => threadsOf(state.current),
    facts: () => ({ workspace: state.current.team.name }),
    page: (method, path, query, form) => {
      if (path !== 'oauth/v2/authorize') return undefined;
      const error = authorizeError(app, query);
      if (error) return { status: 400, asks: { page: 'not-authorized', reason: error } };
      if (method !== 'POST') return { status: 200, asks: channelChoice(state.current, query) };
      const channel = form.get('decision') === 'allow' ? (form.get('channel') ?? undefined) : undefined;
      return { status: 303, location: decide(app, state, query, channel, now()) };
    },
    actions: {
      approve: async (input, { cookie }) => {
        const { authUrl, channel, deny } = approve.parse(input);
        const query = new URL(authUrl).searchParams;
        const error = authorizeError(app, query);
        if (error) throw new FakeInputError(error);
        const chosen = deny ? undefined : knownChannel(channel).id;
        const redirect = decide(app, state, query, chosen, now());
        const answer = await product.call(redirect, {
          method: 'GET',
          headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate', ...(cookie === undefined ? {} : { cookie }) },
        });
        return { ...answer, redirect: maskUrl(redirect), location: answer.headers.location ?? null };
      },
      archive: async (input) => {
        const { channel, archived } = archive.parse(input);
        const known = knownChannel(channel);
        known.archived = archived;
        state.save();
        recorder.add(
          userEvent('slack', known.id, archived ? 'You archived this channel.' : 'You un-archived this channel.'),
        );
        return { channel, archived };
      },
      /** Members delete all messages of a channel. */
      forget: async (input) => {
        const { id } = forget.parse(input);
        state.current.messages = (state.current.messages ?? []).filter(({ channelId }) => channelId !== id);
        state.save();
        recorder.add(userEvent('slack', id, 'You deleted all messages.'));
        return { id };
      },
      invite: async (input) => {
        const known = knownChannel(inChannel.parse(input).channel);
        known.invited = true;
        state.save();
        recorder.add(userEvent('slack', known.id, 'You invited the app Tellhook to this channel.'));
        return { invited: known.id };
      },
      remove: async (input) => {
        const known = knownChannel(inChannel.parse(input).channel);
        const { id } = known;
        delete known.invited;
        for (const access of [...state.current.hooks, ...(state.current.tokens ?? [])])
          if (access.channelId === id) access.revoked = true;
        state.save();
        recorder.add(userEvent('slack', id, 'You removed the app Tellhook from this channel.'));
        return { removed: id };
      },
    },
  };
};

/** Returns the data of the page on which the user chooses a channel. Its form posts to the same address. */
const channelChoice = ({ team, channels }: SlackState, query: URLSearchParams): AskingPage => ({
  page: 'choose-channel',
  action: `/__fakes/slack/oauth/v2/authorize?${query}`,
  team: team.name,
  channels: channels.map(({ id, name, private: hidden = false, archived = false }) => ({
    id,
    name,
    private: hidden,
    archived,
  })),
});

export const fake: Fake = { hosts: ['slack.com', 'hooks.slack.com', 'hooks.slack-gov.com'], create };
