const LINE = '[role=treeitem]';

/**
 * Handles the keys of a tree as the ARIA Authoring Practices define them. These are up and down, left and right to
 * collapse and to move between levels, Home, End, Enter and Space.
 * @param tree the element around the lines
 * @param line the focused line
 * @param key the event's key
 * @returns true if the tree handles the key
 */
export function moveInTree(tree: HTMLElement, line: HTMLElement, key: string): boolean {
  // Collapsed lines are not rendered, so these are the visible lines.
  const lines = [...tree.querySelectorAll<HTMLElement>(LINE)];
  const at = lines.indexOf(line);
  const expanded = line.getAttribute('aria-expanded');
  const toggle = () => line.querySelector<HTMLElement>('[data-toggle]')?.click();
  const go = (to: HTMLElement | null | undefined) => to?.focus();
  switch (key) {
    case 'ArrowDown':
      go(lines[at + 1]);
      return true;
    case 'ArrowUp':
      go(lines[at - 1]);
      return true;
    case 'ArrowRight':
      if (expanded === 'false') toggle();
      else if (expanded === 'true') go(line.querySelector<HTMLElement>(LINE));
      return true;
    case 'ArrowLeft':
      if (expanded === 'true') toggle();
      else go(line.parentElement?.closest<HTMLElement>(LINE));
      return true;
    case 'Home':
      go(lines[0]);
      return true;
    case 'End':
      go(lines.at(-1));
      return true;
    case 'Enter':
    case ' ':
      if (expanded !== null || line.querySelector(':scope > [data-toggle]')) toggle();
      return true;
    default:
      return false;
  }
}
