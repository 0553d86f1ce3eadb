type Field = HTMLInputElement | HTMLTextAreaElement;

/** The element of a page that replaced another: a field by its name, a link or button by its text. */
const sameIn = (root: HTMLElement, old: Element): HTMLElement | undefined =>
  [...root.querySelectorAll<HTMLElement>(old.tagName)].find(
    (element) =>
      element.getAttribute('name') === old.getAttribute('name') &&
      element.getAttribute('href') === old.getAttribute('href') &&
      element.textContent === old.textContent,
  );

/**
 * Keeps what a visitor did in a prerendered page until its code has loaded and replaced it.
 * @returns a function that restores the typed text, and the focus in the same field, link or button
 */
export function keepTyped(root: HTMLElement): () => void {
  const fields = [...root.querySelectorAll<Field>('input[name], textarea[name]')];
  let focused = document.activeElement;
  const follow = ({ target }: Event) => {
    focused = target as Element;
  };
  root.addEventListener('focusin', follow);
  return () => {
    root.removeEventListener('focusin', follow);
    // The replaced fields still contain the typed text.
    for (const old of fields) {
      const field = sameIn(root, old);
      if (field && old.value !== '') {
        // React overrides the element's `value` and would ignore a change made there, so the prototype's setter is
        // used.
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, old.value);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      }
    }
    if (focused && !focused.isConnected) sameIn(root, focused)?.focus();
  };
}
