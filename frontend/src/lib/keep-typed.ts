/**
 * Keeps text typed into a prerendered page until its code has loaded and replaced it.
 * @returns a function that restores the text and the focus in the fields with the same names
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
    // The replaced fields still contain the typed text.
    for (const old of fields) {
      const field = root.querySelector<HTMLElement>(`[name="${CSS.escape(old.name)}"]`);
      if (field && old.value !== '') {
        // React overrides the element's `value` and would ignore a change made there, so the prototype's setter is
        // used.
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, old.value);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      }
      if (old === focused) field?.focus();
    }
  };
}
