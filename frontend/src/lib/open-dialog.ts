/**
 * True if a dialog lies over the page. Toasts have the role of one too, and so has what stands next to a list, but they
 * leave the page as it is.
 */
export const isDialogOpen = (): boolean =>
  [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].some(
    (element) => element.closest('[data-toasts], [data-beside]') === null,
  );
