import { h, icon } from './dom.js';

const dialog = document.getElementById('dialog');
dialog.addEventListener('click', (event) => {
  if (event.target === dialog) dialog.close();
});

/** Shows a dialog with a title; focus goes back to where it was when it closes. */
export const openDialog = (title, ...content) => {
  dialog.replaceChildren(
    h(
      'div',
      { class: 'dialog' },
      h(
        'header',
        {},
        h('h2', { id: 'dialog-title' }, title),
        h(
          'button',
          { type: 'button', class: 'icon-button', 'aria-label': 'Close', on: { click: () => dialog.close() } },
          icon('close'),
        ),
      ),
      h('div', { class: 'dialog-body' }, content),
    ),
  );
  if (!dialog.open) dialog.showModal();
  // A form starts at its first field; the raw view and a finished form at the dialog's own button.
  dialog.querySelector('.form input:checked, .form input:not([type="radio"]), .form select')?.focus();
};

export const closeDialog = () => dialog.close();
