/** True if a dialog covers the page. Toasts and panes next to a list have the same role, but do not block the page. */
export const isDialogOpen = (): boolean =>
  [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].some(
    (element) => element.closest('[data-toasts], [data-beside]') === null,
  );
