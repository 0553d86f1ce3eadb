import { plural } from '../../lib/format.ts';

/** The texts of the dialog that improves a message, which are loaded with it. */
export const improveTexts = {
  title: 'Improve this message',
  lead: 'Choose values, their order and their labels. Future calls like this one get this message.',
  headline: 'Headline',
  headlineHint: 'Values are in double braces. All other text is the same in every message.',
  headlineValue: 'Add to headline',
  chooseValue: 'Choose a value',
  link: 'Link',
  noLink: 'No link',
  severity: 'Severity',
  automatic: 'Automatic',
  kind: 'Use for',
  kindOf: (kind: readonly { path: string; value: string }[]) =>
    kind.length === 0
      ? 'All calls with the headline’s values'
      : `Calls with ${kind.map(({ path, value }) => `${path} = ${value}`).join(', ')}`,
  values: 'Values',
  untick: 'Untick all',
  valuesHint: 'A value without a label is a paragraph.',
  lost: (labels: readonly string[]) => `These values are calculated and cannot be chosen: ${labels.join(', ')}.`,
  noValues: 'This call has no fields to choose from.',
  noLabel: 'No label',
  show: (name: string) => `Show ${name}`,
  labelOf: (name: string) => `Label of ${name}`,
  move: { up: (name: string) => `Move ${name} up`, down: (name: string) => `Move ${name} down` },
  moved: (place: number, count: number) => `Moved to position ${place} of ${count}`,
  more: (count: number) => `Show ${plural(count, 'more value', 'more values')}`,
  failed: 'The values could not be read. Close the dialog and try again.',
  expression: 'The webhook’s template is a single expression. Change it in the editor.',
  empty: 'Add a headline or tick a value.',
  tooLong: 'The webhook’s template would be too long.',
  noKey: 'These calls get no follow-ups unless you set a key under Severity, title and link.',
  use: 'Use as template',
  save: 'Save',
  replaces: 'These calls already have an improved message. Save replaces it.',
  saved: 'Saved. Future calls like this one get this message.',
  notSaved: 'Couldn’t save the template',
  undo: 'Undo',
  undone: 'Undone. The previous message is restored.',
  close: 'Close',
} as const;
