/**
 * The text typed into a page that was drawn ahead of time, until its code arrived and has replaced it.
 * @returns puts the texts and the focus into the fields of the same names that are there now
 */
export function keepTyped(root: HTMLElement): () => void {
  const fields = [...root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input[name], textarea[name]')];
  let focused = document.activeElement;
  const follow = ({ target }: Event) => {
    focused = fields.find((field) => field === target) ?? focused;
  };
  root.addEventListener('focusin', follow);
  return () => {
    root.removeEventListener('focusin', follow);
    // The user has left the page, and the text typed until then.
    for (const old of fields) {
      const field = root.querySelector<HTMLElement>(`[name="${CSS.escape(old.name)}"]`);
      if (field && old.value !== '') {
        // React watches the property of the element itself, and takes a value set there for its own.
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, old.value);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      }
      if (old === focused) field?.focus();
    }
  };
}
