import type { Outline } from './outline.ts';

const MAX_ACTIONS = 3;

/** Converts an outline to plain text: the headline, the paragraph, a line for each fact and action, and the link. */
export function writeOutline({ title, text, facts, actions, link }: Outline): string {
  return [
    title,
    ...(text === undefined || text === '' ? [] : [text]),
    ...facts.map(({ label, value }) => (label === '' ? value : `${label}: ${value}`)),
    ...actions.slice(0, MAX_ACTIONS).map(({ label, url }) => `${label}: ${url}`),
    ...(link === undefined ? [] : [link]),
  ].join('\n');
}
