import { decodeEntities } from './entities.ts';
import { htmlWords } from './html.ts';
import { linkWords } from './link-words.ts';
import { tableOf } from './word-lists.ts';

/* Converts markup to plain text. Every pattern is bounded, so the cost is linear in the text. */

const LOOKS_LIKE_HTML =
  /<\/?(?:p|br|div|span|a|b|i|u|s|strong|em|ul|ol|li|h[1-6]|table|tr|td|th|img|pre|code|blockquote|html|body|head|font|style|details|summary|sub|sup|hr)\b[^<>]{0,2000}>|<!--|<!doctype html/i;
const LOOKS_LIKE_JIRA =
  /\{(?:code|noformat|quote|color|panel)(?::[^}\n]{0,80})?\}|^h[1-6]\. |^bq\. |\[[^\]|\n]{1,200}\|(?:https?:|mailto:)|\[~[\w:.@-]{1,100}\]/m;
/** BBCode, the markup of forums: `[b]words[/b]`. */
const BBCODE = /\[\/?(?:[bius]|url|quote|code|color|size)(?:=[^\]\n]{1,200})?\]/gi;
const LOOKS_LIKE_SLACK =
  /<(?:https?:\/\/|mailto:)[^<>\s|]{1,2000}(?:\|[^<>]{0,500})?>|<(?:@[UW]|#C)\w{1,30}(?:\|[^<>]{0,100})?>|<!(?:here|channel|everyone|date\^|subteam\^)[^<>]{0,300}>/;

/** Removes HTML comments. An unclosed comment hides everything after it. */
function withoutComments(text: string): string {
  if (!text.includes('<!--')) return text;
  const parts: string[] = [];
  let at = 0;
  while (at !== -1) {
    const open = text.indexOf('<!--', at);
    parts.push(text.slice(at, open === -1 ? text.length : open));
    const end = open === -1 ? -1 : text.indexOf('-->', open + 4);
    at = end === -1 ? -1 : end + 3;
  }
  // A line that contains only a comment is removed with it.
  return parts
    .map((part, index) =>
      index > 0 && /(?:^|\n)[ \t]{0,20}$/.test(parts[index - 1]?.slice(-21) ?? '')
        ? part.replace(/^[ \t]*\r?\n/, '')
        : part,
    )
    .join('');
}

/** Returns the plain text of HTML, Markdown, Jira's or Slack's markup. Other texts stay unchanged. */
export function plainWords(text: string): string {
  if (!/[<&*_`[{#!~>]|^h\d\. /m.test(text)) return text;
  let plain = withoutComments(text);
  if (/\[\/(?:[bius]|url|quote)\]/i.test(plain)) plain = plain.replaceAll(/\[br\]/gi, '\n').replaceAll(BBCODE, '');
  if (LOOKS_LIKE_JIRA.test(plain)) plain = jiraWords(plain);
  if (LOOKS_LIKE_SLACK.test(plain)) plain = slackWords(plain);
  else if (LOOKS_LIKE_HTML.test(plain)) plain = htmlWords(plain);
  else if (/&(?:[a-z]{2,8}|#x?[\da-f]{2,6});/i.test(plain)) plain = decodeEntities(plain);
  return markdownWords(plain);
}

/** A placeholder for code while the surrounding text is converted: a private-use character, removed from the input. */
const HOLD = '\ue000';

/** Returns the plain text of GitHub's, GitLab's, Discord's or Teams' Markdown. Code loses only its delimiters. */
export function markdownWords(text: string): string {
  const codes: string[] = [];
  const keep = (code: string) => `${HOLD}${codes.push(code) - 1}${HOLD}`;
  let plain = text.replaceAll(HOLD, '');
  if (plain.includes('```') || plain.includes('~~~')) plain = withoutFences(plain, keep);
  plain = plain
    .replaceAll(/(?<!`)(`{1,2})(?!`)([^`\n]{1,500}?)\1(?!`)/g, (_, _mark: string, code: string) => keep(code))
    .replaceAll(/!\[([^\]\n]{0,300})\]\([^()\s]{0,2000}(?: "[^"\n]{0,200}")?\)/g, '$1')
    .replaceAll(
      /\[([^[\]\n]{0,500})\]\(([^()\s]{1,2000}(?:\([^()\s]{0,200}\)[^()\s]{0,500})?)(?: "[^"\n]{0,200}")?\)/g,
      (_, label: string, address: string) => linkWords(label, address),
    )
    .replaceAll(/<((?:https?:\/\/|mailto:)[^<>\s]{1,2000})>/g, '$1')
    .replaceAll(/^ {0,3}#{1,6} +([^\n]*?)(?: +#+)?$/gm, '$1')
    .replaceAll(/^ {0,3}(?:(?:-[ \t]*){3,20}|(?:\*[ \t]*){3,20}|(?:_[ \t]*){3,20})$\n?/gm, '')
    .replaceAll(/^( {0,12})(?:[*+-]) \[[ ]\] /gm, '$1- ')
    .replaceAll(/^( {0,12})(?:[*+-]) \[[xX]\] /gm, '$1- done: ')
    .replaceAll(/^( {0,12})[*+] (?=\S)/gm, '$1- ')
    .replaceAll(/(?<![\w\\])(\*\*\*?|__)(?=\S)([^*_\n]{1,500}?)(?<=\S)\1(?!\w)/g, '$2')
    .replaceAll(/(?<![\w\\*])\*(?=[^\s*])([^*\n]{1,500}?)(?<=[^\s*])\*(?![\w*])/g, '$1')
    .replaceAll(/(?<![\w\\_])_(?=[^\s_])([^_\n]{1,500}?)(?<=[^\s_])_(?!\w)/g, '$1')
    .replaceAll(/~~(?=\S)([^~\n]{1,500}?)(?<=\S)~~/g, '$1')
    .replaceAll(/\\([\\`*_{}[\]()#+.!|<>~-])/g, '$1')
    .replaceAll(/\n{3,}/g, '\n\n');
  return plain.replaceAll(
    new RegExp(`${HOLD}(\\d{1,6})${HOLD}`, 'g'),
    (_, index: string) => codes[Number(index)] ?? '',
  );
}

function withoutFences(text: string, keep: (code: string) => string): string {
  const lines: string[] = [];
  let code: string[] | undefined;
  for (const line of text.split('\n')) {
    const isFence = /^\s{0,3}(?:```|~~~)/.test(line) && !/^\s{0,3}```.+```/.test(line);
    if (!isFence) (code ?? lines).push(line);
    else if (code) {
      if (code.length > 0) lines.push(keep(code.join('\n')));
      code = undefined;
    } else code = [];
  }
  // An unclosed fence contains everything after it.
  if (code && code.length > 0) lines.push(keep(code.join('\n')));
  return lines.join('\n').replaceAll('```', '');
}

/** Converts links (`<address|words>`), mentions, entities and emoji names of Slack and similar apps to plain text. */
export function slackWords(text: string): string {
  const plain = text
    .replaceAll(/<!date\^[^|<>]{1,300}\|([^<>]{0,300})>/g, '$1')
    .replaceAll(/<!subteam\^\w{1,30}(?:\|([^<>]{0,100}))?>/g, (_, name?: string) => name ?? '@group')
    .replaceAll(/<!(here|channel|everyone)(?:\|[^<>]{0,100})?>/g, '@$1')
    .replaceAll(/<@[UW]\w{1,30}(?:\|([^<>]{0,100}))?>/g, (_, name?: string) =>
      name ? `@${name.replace(/^@/, '')}` : 'somebody',
    )
    .replaceAll(/<#C\w{1,30}(?:\|([^<>]{0,100}))?>/g, (_, name?: string) => (name ? `#${name}` : 'a channel'))
    .replaceAll(/<([a-z]{2,10}:[^<>|\s]{1,2000})(?:\|([^<>]{0,500}))?>/gi, (_, address: string, label = '') =>
      linkWords(label, address),
    );
  return emojiSigns(decodeEntities(plain));
}

/** The names of common emoji; an unknown name stays unchanged. */
const EMOJI = tableOf(
  'white_check_mark ✅,heavy_check_mark ✔️,x ❌,warning ⚠️,rotating_light 🚨,fire 🔥,tada 🎉,rocket 🚀,bug 🐛,' +
    'red_circle 🔴,large_green_circle 🟢,large_yellow_circle 🟡,large_blue_circle 🔵,bell 🔔,eyes 👀,boom 💥,hourglass ⌛,' +
    'hourglass_flowing_sand ⏳,information_source ℹ️,question ❓,exclamation ❗,heavy_exclamation_mark ❗,no_entry ⛔,' +
    'construction 🚧,wrench 🔧,hammer 🔨,package 📦,lock 🔒,key 🔑,memo 📝,link 🔗,calendar 📅,clock1 🕐,stopwatch ⏱️,' +
    'chart_with_upwards_trend 📈,chart_with_downwards_trend 📉,moneybag 💰,bulb 💡,thumbsup 👍,+1 👍,thumbsdown 👎,-1 👎,' +
    'star ⭐,heart ❤️,wave 👋,point_right 👉,sos 🆘,sunny ☀️,robot_face 🤖,green_heart 💚,broken_heart 💔,arrow_right ➡️',
);
const emojiSigns = (text: string) =>
  text.replaceAll(/:([a-z0-9_+-]{1,40}):/g, (whole, name: string) => EMOJI.get(name) ?? whole);

/** Converts Jira's wiki markup to plain text; code stays unchanged. Patterns are bounded, so the cost is linear. */
const jiraWords = (text: string): string =>
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
