import type { Thread } from '../../../../lib/local/fakes/wire.ts';

export interface Channel {
  id: string;
  name: string;
  private?: boolean;
  /** True once a member invited the app's bot, which a private channel needs. */
  invited?: boolean;
  archived?: boolean;
}

/** An incoming webhook that a user approved. Its path is the credential. */
interface Hook {
  path: string;
  channelId: string;
  revoked?: boolean;
}

/** A code of the OAuth flow, valid for ten minutes and one use. */
interface Grant {
  code: string;
  channelId: string;
  redirectUri: string;
  expiresAt: number;
  used: boolean;
}

export interface SlackState {
  team: { id: string; name: string };
  channels: Channel[];
  hooks: Hook[];
  grants: Grant[];
  /** Tokens of the app's bot, each from the approval of a channel. */
  tokens?: { token: string; channelId: string; revoked?: boolean }[];
  /** Messages that the bot posted. */
  messages?: { channelId: string; ts: string }[];
}

export const initialSlackState = (): SlackState => ({
  team: { id: 'T0PLAYGRND', name: 'Playground' },
  channels: [
    { id: 'C0GENERAL01', name: 'general' },
    { id: 'C0ALERTS001', name: 'alerts' },
    { id: 'C0DEPLOYS01', name: 'deployments' },
    { id: 'C0RANDOM001', name: 'random' },
    { id: 'G0PRIVATE01', name: 'on-call', private: true },
  ],
  hooks: [],
  grants: [],
});

export const channelOf = (state: SlackState, idOrName: string): Channel | undefined => {
  const name = idOrName.replace(/^#/, '');
  return state.channels.find((channel) => channel.id === name || channel.name === name);
};

/** True for a channel that a bot does not see. */
export const isHidden = ({ private: isPrivate, invited }: Channel): boolean => isPrivate === true && !invited;

export const hookOf = (state: SlackState, path: string): Hook | undefined =>
  state.hooks.find((hook) => hook.path === path);

/** Lists only channels with the app. */
export const threadsOf = (state: SlackState): Thread[] =>
  state.channels
    .filter((channel) => state.hooks.some((hook) => hook.channelId === channel.id))
    .map((channel) => ({
      id: channel.id,
      title: channel.name,
      kind: 'channel',
      ...(channel.archived
        ? { state: 'archived' }
        : state.hooks.every((hook) => hook.channelId !== channel.id || hook.revoked)
          ? { state: 'app removed' }
          : isHidden(channel)
            ? { state: 'app not invited' }
            : {}),
    }));
