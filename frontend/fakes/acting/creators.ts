interface CreatorField {
  name: string;
  label: string;
  value?: string;
  placeholder?: string;
  options?: readonly (readonly [code: string, text: string])[];
}

/** Something that a provider's user begins by a form: a chat, a workflow, a webhook. */
export interface Creator {
  label: string;
  title: string;
  hint?: string;
  fields: readonly CreatorField[];
  /** Where the form goes, below `/__fakes/api/`. */
  path: string;
  /** Goes along with the fields. */
  extra?: Record<string, string>;
  /** What is said beside an address that is shown once. */
  reveals?: string;
  /** The field of the answer that names the conversation to open. */
  opens?: 'chatId' | 'from';
}

const once = 'Copy this URL into the target. It is a secret, and shown only now.';

/** By provider. */
export const creators: Record<string, Creator | undefined> = {
  telegram: {
    label: 'New chat',
    title: 'New chat with the bot',
    hint: 'Groups and channels start with the bot added as a member.',
    fields: [
      {
        name: 'type',
        label: 'Where',
        options: [
          ['private', 'A person'],
          ['group', 'A group'],
          ['supergroup', 'A supergroup'],
          ['channel', 'A channel'],
        ],
      },
      { name: 'title', label: 'Name', value: 'Ops room' },
    ],
    path: 'telegram/chat',
    opens: 'chatId',
  },
  msteams: {
    label: 'Add a workflow',
    title: 'Add a workflow to a channel',
    hint: 'Like the template “Post to a channel when a webhook request is received”.',
    fields: [
      { name: 'channel', label: 'Channel', value: 'Releases' },
      {
        name: 'form',
        label: 'URL',
        options: [
          ['powerplatform', 'Power Platform (today)'],
          ['logicapps', 'Logic Apps (before 2026)'],
        ],
      },
    ],
    path: 'msteams/workflow',
    reveals: once,
  },
  whatsapp: {
    label: 'New chat',
    title: 'Write to the number',
    fields: [
      { name: 'from', label: 'Your number', value: '+4915112345678' },
      { name: 'text', label: 'Message', value: 'Hello' },
    ],
    path: 'whatsapp/say',
    opens: 'from',
  },
  discord: {
    label: 'New webhook',
    title: 'Add a webhook to a channel',
    fields: [{ name: 'channel', label: 'Channel', value: 'announcements' }],
    path: 'discord/webhook',
    reveals: once,
  },
  http: {
    label: 'New address',
    title: 'An address that receives',
    fields: [{ name: 'name', label: 'Name', value: 'inventory' }],
    path: 'http/endpoint',
    reveals: 'Copy this address into the target.',
  },
};

/** What a receiver is told so that it refuses what is not signed. */
export const signatureCheck = (name: string): Creator => ({
  label: 'Check from now on',
  title: 'Check signatures',
  hint: 'Tellhook shows the signing secret once, when the target is created. With it, this receiver refuses what is not signed.',
  fields: [{ name: 'secret', label: 'Signing secret', placeholder: 'whsec_…' }],
  path: 'http/secret',
  extra: { name },
});
