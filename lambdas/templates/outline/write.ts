import type { Outline } from './outline.ts';

const MAX_ACTIONS = 3;

/** An outline as plain text: headline, paragraph, a line for each fact, actions, and last the link alone. */
export function writeOutline({ title, text, facts, actions, link }: Outline): string {
  return [
    title,
    ...(text === undefined || text === '' ? [] : [text]),
    ...facts.map(({ label, value }) => (label === '' ? value : `${label}: ${value}`)),
    ...actions.slice(0, MAX_ACTIONS).map(({ label, url }) => `${label}: ${url}`),
    ...(link === undefined ? [] : [link]),
  ].join('\n');
}
