import { api } from './api.js';
import { closeDialog, openDialog } from './dialog.js';
import { copyButton, h, icon } from './dom.js';

/** What the person can do in an open conversation. `act` runs a call and shows what came of it. */
export const threadActions = (provider, thread, act) => {
  const button = (label, path, body) =>
    h(
      'button',
      {
        type: 'button',
        class: 'button small quiet',
        'data-key': path,
        on: { click: () => act(() => api('POST', path, body)) },
      },
      label,
    );
  switch (provider.slug) {
    case 'telegram': {
      if (thread.state === 'became a supergroup') return [];
      const chatId = Number(thread.id);
      const closed = thread.state !== undefined;
      const [off, on] =
        thread.kind === 'person' ? ['Block the bot', 'Unblock the bot'] : ['Remove the bot', 'Add the bot'];
      return [
        thread.kind === 'group' &&
          !thread.id.startsWith('-100') &&
          button('Make it a supergroup', 'telegram/migrate', { chatId }),
        button(closed ? on : off, 'telegram/block', { chatId, closed: !closed }),
      ];
    }
    case 'slack': {
      const archived = thread.state === 'archived';
      return [
        thread.state !== 'app removed' && button('Remove the app', 'slack/remove', { channel: thread.id }),
        button(archived ? 'Un-archive' : 'Archive', 'slack/archive', { channel: thread.id, archived: !archived }),
      ];
    }
    case 'msteams': {
      const off = thread.state !== undefined;
      return [
        button(off ? 'Turn the flow on' : 'Turn the flow off', 'msteams/switch', { channel: thread.id, off: !off }),
      ];
    }
    case 'stripe': {
      const customer = thread.id;
      const owes = thread.state === 'payment failed';
      return [
        !thread.state?.match(/^(ended|not)/) && !owes && button('Fail the next renewal', 'stripe/fail', { customer }),
        owes && button('Give another card', 'stripe/repair', { customer }),
        button('Advance 1 month', 'clock', { advanceSeconds: 31 * 86_400 }),
      ];
    }
    case 'whatsapp':
      return [button('Fail the last message', 'whatsapp/fail', { from: thread.id })];
    case 'http':
      return [
        h(
          'button',
          {
            type: 'button',
            class: 'button small quiet',
            'data-key': 'http/secret',
            on: { click: () => openCreator({ ...signatureCheck, extra: { name: thread.id } }, act) },
          },
          'Check signatures',
        ),
      ];
    case 'discord':
      return thread.state ? [] : [button('Delete the webhook', 'discord/remove', { id: thread.id })];
    default:
      return [];
  }
};

/** The button that starts something new at a provider: a chat, a workflow, a webhook. */
const creators = {
  telegram: {
    label: 'New chat',
    title: 'New chat with the bot',
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
    hint: 'Groups and channels start with the bot added as a member.',
    opens: ({ chatId }) => `telegram/${chatId}`,
  },
  msteams: {
    label: 'Add a workflow',
    title: 'Add a workflow to a channel',
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
    hint: 'Like the template “Post to a channel when a webhook request is received”.',
    reveals: 'Copy this URL into the target. It is a secret, and shown only now.',
  },
  whatsapp: {
    label: 'New chat',
    title: 'Write to the number',
    fields: [
      { name: 'from', label: 'Your number', value: '+4915112345678' },
      { name: 'text', label: 'Message', value: 'Hello' },
    ],
    path: 'whatsapp/say',
    opens: ({ from }) => `whatsapp/${from}`,
  },
  discord: {
    label: 'New webhook',
    title: 'Add a webhook to a channel',
    fields: [{ name: 'channel', label: 'Channel', value: 'announcements' }],
    path: 'discord/webhook',
    reveals: 'Copy this URL into the target. It is a secret, and shown only now.',
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
const signatureCheck = {
  label: 'Check from now on',
  title: 'Check signatures',
  fields: [{ name: 'secret', label: 'Signing secret', value: '', placeholder: 'whsec_…' }],
  path: 'http/secret',
  hint: 'Tellhook shows the signing secret once, when the target is created. With it, this receiver refuses what is not signed.',
};

export const creatorOf = (provider, act) => {
  const creator = creators[provider.slug];
  if (!creator) return undefined;
  return h(
    'button',
    { type: 'button', class: 'button small', 'data-key': 'create', on: { click: () => openCreator(creator, act) } },
    icon('plus'),
    creator.label,
  );
};

const openCreator = (creator, act) => {
  const form = h(
    'form',
    { class: 'form' },
    creator.hint && h('p', { class: 'hint' }, creator.hint),
    creator.fields.map(({ name, label, value, placeholder, options }) =>
      h(
        'div',
        { class: 'field' },
        h('label', { for: `new-${name}` }, label),
        options
          ? h(
              'select',
              { id: `new-${name}`, name },
              options.map(([code, text]) => h('option', { value: code }, text)),
            )
          : h('input', {
              id: `new-${name}`,
              name,
              value,
              placeholder,
              required: true,
              maxlength: '128',
              autocomplete: 'off',
            }),
      ),
    ),
    h('div', { class: 'form-actions' }, h('button', { class: 'button primary' }, creator.label)),
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const input = { ...Object.fromEntries(new FormData(form)), ...creator.extra };
    const made = await act(() => api('POST', creator.path, input));
    if (!made) return;
    if (creator.reveals && made.url) reveal(creator, made.url);
    else {
      closeDialog();
      if (creator.opens) location.hash = creator.opens({ ...input, ...made });
    }
  });
  openDialog(creator.title, form);
};

const reveal = (creator, url) =>
  openDialog(
    creator.title,
    h('p', { class: 'hint' }, creator.reveals),
    h('pre', { class: 'secret', tabindex: '0', 'aria-label': 'URL' }, url),
    h(
      'div',
      { class: 'form-actions' },
      copyButton(url, 'Copy the URL'),
      h('a', { class: 'button primary', href: '/targets/new' }, 'Create a target'),
    ),
  );

/** The line to type in, where the person can write to the product. */
export const composer = (provider, thread, act) => {
  const say = sayTo(provider, thread);
  if (!say) return undefined;
  const input = h('input', {
    id: 'say',
    name: 'text',
    class: 'say',
    autocomplete: 'off',
    maxlength: '4096',
    placeholder: placeholderOf(provider, thread),
  });
  const form = h(
    'form',
    { class: 'composer' },
    h('label', { class: 'sr', for: 'say' }, `Write in ${thread.title}`),
    input,
    h('button', { class: 'button primary', 'aria-label': 'Send' }, icon('send')),
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (text === '') return;
    input.value = '';
    await act(() => say(text));
    input.focus();
  });
  return form;
};

const sayTo = (provider, thread) => {
  if (provider.slug === 'telegram') {
    return thread.state === 'became a supergroup' || (thread.state && thread.kind !== 'person')
      ? undefined
      : (text) => api('POST', 'telegram/say', { chatId: Number(thread.id), text });
  }
  return provider.slug === 'whatsapp' ? (text) => api('POST', 'whatsapp/say', { from: thread.id, text }) : undefined;
};

const placeholderOf = (provider, thread) => {
  if (provider.slug === 'whatsapp') return 'Send the activation code';
  if (thread.kind === 'group') return `/start@${provider.facts.bot} CODE`;
  return thread.kind === 'channel' ? 'Post the activation code' : 'Send the activation code to the bot';
};

/** The big button a deep link leads to: one press sends the code, alone or into a new group. */
export const startBanner = (pending, provider, act, done) => {
  const code = pending.start ?? pending.group;
  if (!code) return undefined;
  const group = pending.group !== null && pending.group !== undefined;
  const banner = h('div', { class: 'start' });
  const start = async () => {
    const thread = group ? undefined : provider.threads[0]?.id;
    const result = await act(async () => {
      if (group) return api('POST', 'telegram/chat', { type: 'supergroup', title: 'Ops room', start: code });
      if (provider.slug === 'whatsapp') return api('POST', 'whatsapp/say', { text: code });
      return api('POST', 'telegram/say', { chatId: Number(thread), text: `/start ${code}` });
    });
    if (!result) return;
    banner.remove();
    done(result.chatId ?? result.from ?? thread);
    dispatchEvent(new HashChangeEvent('hashchange'));
  };
  banner.append(
    h(
      'p',
      {},
      group ? 'Add the bot to a new group, with the code ' : 'This chat was opened with the code ',
      h('code', {}, code),
      '.',
    ),
    h('button', { type: 'button', class: 'button primary', on: { click: start } }, group ? 'Add to a group' : 'Start'),
  );
  return banner;
};
