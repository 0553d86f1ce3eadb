import { api } from './api.js';
import { closeDialog, openDialog } from './dialog.js';
import { h, icon } from './dom.js';

const modes = [
  ['ok', 'Behaves normally', 'Takes every message.'],
  ['429', 'Too many requests', 'Asks Tellhook to wait before the next one.'],
  ['500', 'Broken', 'Answers with a server error.'],
  ['timeout', 'Silent', 'Takes the request and never answers.'],
  ['reset', 'Hangs up', 'Cuts the connection without an answer.'],
  ['gone', 'Gone for good', 'Says that the recipient is not there any more.'],
  ['answer', 'Another refusal', 'One of the provider’s own, word for word.'],
];

/** The button that says how the provider behaves right now. */
export const behaviourChip = (provider, open) => {
  const { mode, times } = provider.behaviour;
  const label = modes.find(([name]) => name === mode)?.[1] ?? mode;
  const ok = mode === 'ok';
  return h(
    'button',
    {
      type: 'button',
      class: `button small${ok ? ' quiet' : ' alarmed'}`,
      'data-key': 'behaviour',
      on: { click: open },
    },
    icon(ok ? 'sliders' : 'warn'),
    ok ? 'Behaves normally' : times ? `${label}, ${times} more` : label,
  );
};

export const openBehaviour = (provider, update) => {
  const { behaviour } = provider;
  const field = (mode, ...content) => h('div', { class: 'mode-field', 'data-for': mode }, content);
  const wait = h('input', {
    id: 'retry-after',
    name: 'retryAfter',
    type: 'number',
    min: '1',
    max: '86400',
    value: behaviour.retryAfter ?? 5,
  });
  const answer = h(
    'select',
    { id: 'answer', name: 'answer' },
    provider.answers.map(({ code, label }) => h('option', { value: code, selected: code === behaviour.answer }, label)),
  );
  const times = h('input', {
    id: 'times',
    name: 'times',
    type: 'number',
    min: '1',
    max: '1000',
    placeholder: 'all',
    value: behaviour.times,
  });
  const error = h('p', { class: 'form-error', role: 'alert' });
  const form = h(
    'form',
    { class: 'form' },
    h('p', { class: 'hint' }, `What ${provider.name} does with the next messages from Tellhook.`),
    h(
      'fieldset',
      { class: 'modes' },
      h('legend', { class: 'sr' }, 'Behaviour'),
      modes.map(([mode, label, hint]) => [
        h(
          'label',
          { class: 'mode' },
          h('input', { type: 'radio', name: 'mode', value: mode, checked: mode === behaviour.mode }),
          h('span', {}, h('b', {}, label), h('small', {}, hint)),
        ),
        mode === '429' &&
          provider.slug !== 'email' &&
          field('429', h('label', { for: 'retry-after' }, 'Wait in seconds'), wait),
        mode === 'answer' && field('answer', h('label', { for: 'answer' }, 'Refusal'), answer),
      ]),
    ),
    h(
      'div',
      { class: 'field', 'data-for': 'times' },
      h('label', { for: 'times' }, 'For how many messages'),
      times,
      h('p', { class: 'hint' }, 'Empty: until you change it.'),
    ),
    error,
    h('div', { class: 'form-actions' }, h('button', { class: 'button primary' }, 'Apply')),
  );
  const sync = () => {
    const mode = new FormData(form).get('mode');
    for (const part of form.querySelectorAll('[data-for]')) {
      part.hidden = part.dataset.for === 'times' ? mode === 'ok' : part.dataset.for !== mode;
    }
  };
  form.addEventListener('change', sync);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const mode = new FormData(form).get('mode');
    try {
      await api('POST', 'behaviour', {
        provider: provider.slug,
        mode,
        ...(times.value && mode !== 'ok' ? { times: Number(times.value) } : {}),
        ...(mode === '429' && wait.value ? { retryAfter: Number(wait.value) } : {}),
        ...(mode === 'answer' ? { answer: answer.value } : {}),
      });
      closeDialog();
      await update();
    } catch (failure) {
      error.textContent = failure.message;
    }
  });
  openDialog(`How ${provider.name} behaves`, form);
  sync();
};
