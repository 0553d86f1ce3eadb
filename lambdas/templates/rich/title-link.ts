import type { Button, RichMessage } from './tree.ts';

/** Adds a button for the title's link, because readers easily overlook that a title is a link. */
export function withPage({ title, link, buttons = [] }: RichMessage): Button[] {
  if (!title || link === undefined || buttons.some(({ url }) => url === link)) return buttons;
  return [...buttons, { label: `Open ${thingAt(link) ?? hostOf(link)}`, url: link }];
}

/** Path segments before an id, with the names of the objects. */
const THINGS: Record<string, string> = {
  pull: 'pull request',
  pulls: 'pull request',
  'pull-requests': 'pull request',
  pullrequest: 'pull request',
  merge_requests: 'merge request',
  browse: 'issue',
  compare: 'changes',
  wiki: 'page',
};
const NAMED =
  /^(alert|build|card|check|commit|conversation|dashboard|deploy|deployment|discussion|error|incident|invoice|issue|job|monitor|order|payment|pipeline|release|run|task|ticket)s?$/;

/** Names the object that a URL leads to, by its path: `pull request` for `/acme/web/pull/7`. */
function thingAt(address: string): string | undefined {
  const parts = URL.parse(address)?.pathname.split('/').slice(1) ?? [];
  return parts
    .slice(0, -1)
    .map((part, at) => (parts[at + 1] === '' ? undefined : ownThing(part)))
    .findLast((thing) => thing !== undefined);
}

const ownThing = (part: string): string | undefined =>
  (Object.hasOwn(THINGS, part) ? THINGS[part] : undefined) ?? NAMED.exec(part)?.[1];

/** True if the lines already contain the title's link on a separate line. */
export const includesLink = (lines: readonly string[], link: string): boolean =>
  lines.some((line) => line === link || line.split('\n').includes(link));

const MAX_HOST = 40;

const hostOf = (address: string): string => {
  const host = URL.parse(address)?.host.replace(/^www\./, '') ?? '';
  return host === '' || host.length > MAX_HOST ? 'page' : host;
};
