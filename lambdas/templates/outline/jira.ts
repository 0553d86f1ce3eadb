import { linkWords } from './link-words.ts';

/** Converts Jira's wiki markup to plain text; code stays unchanged. Patterns are bounded, so the cost is linear. */
export const jiraWords = (text: string): string =>
  text
    .replaceAll(/\n?\{(?:code|noformat)(?::[^}\n]{0,80})?\}\n?/g, '\n```\n')
    .replaceAll(/\{(?:color|panel|quote)(?::[^}\n]{0,80})?\}/g, '')
    .replaceAll(
      /\[([^\]|\n]{1,300})\|([^\]|\n]{1,2000})(?:\|[^\]\n]{0,100})?\]/g,
      (_, label: string, address: string) => linkWords(label, address),
    )
    .replaceAll(/\[((?:https?:|mailto:)[^\]|\s]{1,2000})\]/g, '$1')
    .replaceAll(/\[~(?:accountid:)?([\w:.@-]{1,100})\]/g, (_, name: string) =>
      /^[\da-f:-]{16,}$/i.test(name) ? 'somebody' : `@${name}`,
    )
    .replaceAll(/!([^!|\n\s]{1,200}\.(?:png|jpe?g|gif|svg|webp))(?:\|[^!\n]{0,100})?!/gi, '$1')
    .replaceAll(/^h[1-6]\. +/gm, '')
    .replaceAll(/^bq\. +/gm, '> ')
    .replaceAll(/^\*{2,6} /gm, '- ')
    .replaceAll(/^# /gm, '- ');
