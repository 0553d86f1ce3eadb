/** Matches markup that notifies people: `<!here>`, `<@U1>`, `<!subteam^S1>`. */
const CALL = /<(?:!(here|channel|everyone)|@([UW]\w+)|!subteam\^(\w+))(?:\|[^>]*)?>/g;

/** Names of the fields whose text Slack parses as markup. */
const READ = new Set(['text', 'pretext', 'value', 'fallback', 'title']);

/**
 * Returns the people that a message notifies, from any part of it: `here`, `channel`, or an id. Literal text in a block
 * notifies no one. Mentions that Slack may ignore, as in an attachment, are counted too.
 */
export const mentionsOf = (payload: unknown): string[] => [...new Set(callsIn(payload, undefined))];

function callsIn(value: unknown, name: string | undefined): string[] {
  if (typeof value === 'string')
    return name !== undefined && READ.has(name)
      ? [...value.matchAll(CALL)].flatMap(([, all, person, group]) => all ?? person ?? group ?? [])
      : [];
  if (Array.isArray(value)) return value.flatMap((each) => callsIn(each, name));
  if (typeof value !== 'object' || value === null) return [];
  const element = value as Record<string, unknown>;
  switch (element.type) {
    case 'broadcast':
      return [String(element.range)];
    case 'user':
      return [String(element.user_id)];
    case 'usergroup':
      return [String(element.usergroup_id)];
    case 'plain_text':
      return [];
    case 'rich_text_section':
    case 'rich_text_quote':
    case 'rich_text_preformatted':
      return callsIn(
        (element.elements as { type?: string }[]).filter(({ type }) => type !== 'text' && type !== 'link'),
        undefined,
      );
    default:
      return Object.entries(element).flatMap(([key, each]) => callsIn(each, key));
  }
}
