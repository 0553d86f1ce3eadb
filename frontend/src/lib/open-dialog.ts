/** Whether a dialog lies over the page. Toasts have the role of one too, but leave the page as it is. */
export const isDialogOpen = (): boolean =>
  [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].some(
    (element) => element.closest('[data-toasts]') === null,
  );
