/** The look of tabs in windows. */
export const tabLook =
  'min-h-10 shrink-0 cursor-pointer border-b-2 border-transparent px-3 font-medium max-sm:px-2 max-sm:text-meta whitespace-nowrap text-ink-2 -outline-offset-2 hover:text-ink data-active:border-accent data-active:text-ink';
