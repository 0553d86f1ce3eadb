import type { Thread } from '../../../lib/local/fakes/wire.ts';

/** Something that a provider's user can do in an open conversation, with one press. */
interface Act {
  label: string;
  path: string;
  input: unknown;
}

const MONTH_SECONDS = 31 * 86_400;

/** What the person can do in an open conversation of a provider. */
export const threadActs = (slug: string, { id, kind, state, topics = [] }: Thread): Act[] => {
  switch (slug) {
    case 'telegram': {
      if (state === 'became a supergroup') return [];
      const chatId = Number(id);
      const closed = state !== undefined;
      const [off, on] = kind === 'person' ? ['Block the bot', 'Unblock the bot'] : ['Remove the bot', 'Add the bot'];
      const grows = kind === 'group' && !id.startsWith('-100');
      return [
        ...(grows ? [{ label: 'Make it a supergroup', path: 'telegram/migrate', input: { chatId } }] : []),
        ...(kind === 'group' && !grows && !closed ? topicActs(chatId, topics) : []),
        { label: closed ? on : off, path: 'telegram/block', input: { chatId, closed: !closed } },
      ];
    }
    case 'slack': {
      const archived = state === 'archived';
      const remove = { label: 'Remove the app', path: 'slack/remove', input: { channel: id } };
      return [
        ...(state === 'app removed' ? [] : [remove]),
        {
          label: archived ? 'Un-archive' : 'Archive',
          path: 'slack/archive',
          input: { channel: id, archived: !archived },
        },
      ];
    }
    case 'msteams': {
      const off = state !== undefined;
      return [
        {
          label: off ? 'Turn the flow on' : 'Turn the flow off',
          path: 'msteams/switch',
          input: { channel: id, off: !off },
        },
      ];
    }
    case 'stripe': {
      const owes = state === 'payment failed';
      const pays = !owes && !/^(?:ended|not)/.test(state ?? '');
      return [
        ...(pays ? [{ label: 'Fail the next renewal', path: 'stripe/fail', input: { customer: id } }] : []),
        ...(owes ? [{ label: 'Give another card', path: 'stripe/repair', input: { customer: id } }] : []),
        { label: 'Advance 1 month', path: 'clock', input: { advanceSeconds: MONTH_SECONDS } },
      ];
    }
    case 'whatsapp':
      return [{ label: 'Fail the last message', path: 'whatsapp/fail', input: { from: id } }];
    case 'discord':
      return state ? [] : [{ label: 'Delete the webhook', path: 'discord/remove', input: { id } }];
    default:
      return [];
  }
};

/** A new topic, and what can be done with the newest one. */
const topicActs = (chatId: number, topics: NonNullable<Thread['topics']>): Act[] => {
  const newest = topics.at(-1);
  const name = `Topic ${topics.length + 1}`;
  const change = (label: string, what: string): Act => ({
    label: `${label} ${newest?.name}`,
    path: 'telegram/topicstate',
    input: { chatId, topic: newest?.id, what },
  });
  return [
    { label: 'Make a topic', path: 'telegram/topic', input: { chatId, name } },
    ...(newest
      ? [newest.closed ? change('Open', 'reopen') : change('Close', 'close'), change('Delete', 'delete')]
      : []),
  ];
};

/** How the person writes in a conversation; undefined where nobody writes to the product. */
export const writing = (
  slug: string,
  { id, kind, state, topics = [] }: Thread,
  facts: Record<string, string>,
): { placeholder: string; act: (text: string) => Pick<Act, 'path' | 'input'> } | undefined => {
  if (slug === 'whatsapp')
    return {
      placeholder: 'Send the activation code',
      act: (text) => ({ path: 'whatsapp/say', input: { from: id, text } }),
    };
  const closed = state === 'became a supergroup' || (state !== undefined && kind !== 'person');
  if (slug !== 'telegram' || closed) return undefined;
  // The newest topic that is open; without one, the general one.
  const open = topics.findLast(({ closed }) => !closed);
  const placeholder =
    kind === 'group'
      ? `/start@${facts.bot} CODE${open ? ` in ${open.name}` : ''}`
      : kind === 'channel'
        ? 'Post the activation code'
        : 'Send the activation code to the bot';
  return {
    placeholder,
    act: (text) => ({ path: 'telegram/say', input: { chatId: Number(id), text, ...(open && { topic: open.id }) } }),
  };
};
