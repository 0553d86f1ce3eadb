/**
 * What somebody already typed into a page that was drawn ahead of time, before its code arrived and replaces it.
 * @returns puts the texts and the focus into the fields of the same names that are there now
 */
export function keepTyped(root: HTMLElement): () => void {
  const fields = [...root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input[name], textarea[name]')];
  const typed = fields.filter(({ value }) => value !== '').map(({ name, value }) => ({ name, value }));
  const focused = fields.find((field) => field === document.activeElement)?.name;
  const find = (name: string) =>
    root.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name="${CSS.escape(name)}"]`);
  return () => {
    for (const { name, value } of typed) {
      const field = find(name);
      if (!field) continue;
      // React watches the property of the element itself, and takes what was set there for its own doing.
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
    if (focused !== undefined) find(focused)?.focus();
  };
}
