/** A single line of a template, or the lines of a block. */
export type Group = string[];

const PAGE = /^\{\{.*(?:url|link|href|permalink|https?:|wp-admin|\/browse\/|\.self\b|-instance`)/i;

/** Cuts a template into its outermost lines and blocks. */
export function groupsOf(template: string): Group[] {
  const groups: Group[] = [];
  let depth = 0;
  for (const line of template.split('\n')) {
    if (depth > 0) groups.at(-1)?.push(line);
    else groups.push([line]);
    depth += (line.match(/\{\{#/g)?.length ?? 0) - (line.match(/\{\{\//g)?.length ?? 0);
  }
  return groups;
}

/** Returns the only line of a group, with or without a condition around it. Returns undefined if there are several. */
export function onlyLine(group: Group): string | undefined {
  if (group.length === 1) return group[0];
  return group.length === 3 && /^\{\{#if (?!.*\{\{\/if\}\})/.test(group[0] as string) ? group[1] : undefined;
}

/** Returns the template of the link to the call's page. Returns undefined if the group isn't a link. */
export function pageOf(group: Group | undefined): string | undefined {
  const line = group && onlyLine(group);
  if (line === undefined || !PAGE.test(line)) return undefined;
  return group?.join('');
}

/** Precedes the page's link while a message is made. It is random, so no call's text can contain it. */
const MARK = `\ufdd4${Math.random()}`;

/** Marks the line of the page in a ready-made template, so {@link cutPage} tells it from a URL in a person's text. */
export function withMark(template: string): string {
  const last = groupsOf(template).at(-1);
  if (pageOf(last) === undefined) return template;
  const at = template.lastIndexOf(onlyLine(last as Group) as string);
  return template.slice(0, at) + MARK + template.slice(at);
}

/** Cuts the page's link off a message. A line that is more than a URL stays in the text. */
export function cutPage(message: string): { text: string; page?: string } {
  const at = message.lastIndexOf(MARK);
  if (at < 0) return { text: message };
  const text = message.slice(0, at);
  const page = message.slice(at + MARK.length);
  return /^https?:\/\/\S+$/.test(page) ? { text: text.trimEnd(), page } : { text: (text + page).trimEnd() };
}
