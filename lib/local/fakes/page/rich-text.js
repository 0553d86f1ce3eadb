import { h } from './dom.js';

/**
 * Renders a message's text as its messenger would: an array of nodes. Nothing is ever parsed as HTML by the browser;
 * what a format does not know stays visible as it was sent.
 */
export const richText = (text, format) => {
  switch (format) {
    case 'slack':
      return inline(text, slackRules);
    case 'discord':
      return inline(text, discordRules);
    case 'whatsapp':
      return inline(text, whatsappRules);
    case 'markdown':
      return inline(text, markdownRules);
    case 'telegram-html':
      return inline(text, htmlRules);
    case 'telegram-markdown':
      return inline(text, telegramRules);
    default:
      return inline(text, plainRules);
  }
};

/** Only addresses that open a page become links. */
const anchor = (href, label) =>
  /^(?:https?:|mailto:)/i.test(href) ? h('a', { href, target: '_blank', rel: 'noreferrer noopener' }, label) : label;

const wrap = (tag) => (match, rules) => h(tag, {}, inline(match[1], rules));
const literal = (tag) => (match) => h(tag, {}, match[1]);
const entities = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

const bareLink = [/https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]]/, (match) => anchor(match[0], match[0])];
const entity = [/&(?:amp|lt|gt|quot);/, (match) => entities[match[0]]];
const escaped = [/\\([!-/:-@[-`{-~])/, (match) => match[1]];
const markdownLink = [/\[([^\]\n]+)\]\(([^()\s]+)\)/, (match) => anchor(match[2], match[1])];
const fence = [/```(?:\w*\n)?([\s\S]+?)```/, literal('pre')];
const code = [/`([^`\n]+)`/, literal('code')];

const plainRules = [bareLink];
/** What WhatsApp makes of a text (faq.whatsapp.com, "How to format your messages"). */
const whatsappRules = [
  fence,
  code,
  bareLink,
  [/(?<![\w*])\*(\S(?:[^*\n]*\S)?)\*(?![\w*])/, wrap('b')],
  [/(?<![\w_])_(\S(?:[^_\n]*\S)?)_(?![\w_])/, wrap('i')],
  [/(?<![\w~])~(\S(?:[^~\n]*\S)?)~(?![\w~])/, wrap('s')],
];
const slackRules = [
  fence,
  code,
  [
    /<(https?:\/\/[^|>]+|mailto:[^|>]+)(?:\|([^>]*))?>/,
    (match) => anchor(match[1].replaceAll('&amp;', '&'), match[2] || match[1]),
  ],
  [/<[@#!][^>]*>/, (match) => h('b', {}, match[0])],
  [/(?<![\w*])\*(\S(?:[^*\n]*\S)?)\*(?![\w*])/, wrap('b')],
  [/(?<![\w_])_(\S(?:[^_\n]*\S)?)_(?![\w_])/, wrap('i')],
  [/(?<![\w~])~(\S(?:[^~\n]*\S)?)~(?![\w~])/, wrap('s')],
  [/^(?:&gt;|>)[ ]?([^\n]*)/m, wrap('q')],
  [/:([a-z0-9_+-]{2,40}):/, (match) => h('span', { title: match[0] }, `[${match[1]}]`)],
  entity,
  bareLink,
];
const discordRules = [
  escaped,
  fence,
  code,
  markdownLink,
  [/\*\*([^\n]+?)\*\*/, wrap('b')],
  [/__([^\n]+?)__/, wrap('u')],
  [/~~([^\n]+?)~~/, wrap('s')],
  [/(?<!\w)[*_](\S(?:[^*_\n]*\S)?)[*_](?!\w)/, wrap('i')],
  bareLink,
];
const markdownRules = [
  markdownLink,
  [/\*\*([^\n]+?)\*\*/, wrap('b')],
  [/(?<!\w)[*_](\S(?:[^*_\n]*\S)?)[*_](?!\w)/, wrap('i')],
  bareLink,
];
const telegramRules = [
  escaped,
  fence,
  code,
  markdownLink,
  [/\*([^*\n]+)\*/, wrap('b')],
  [/__([^\n]+?)__/, wrap('u')],
  [/_([^_\n]+)_/, wrap('i')],
  [/~([^~\n]+)~/, wrap('s')],
  bareLink,
];
const htmlRules = [
  [/<a\s+href="([^"]*)"\s*>([\s\S]*?)<\/a>/i, (match) => anchor(match[1].replaceAll('&amp;', '&'), match[2])],
  [/<(?:b|strong)>([\s\S]*?)<\/(?:b|strong)>/i, wrap('b')],
  [/<(?:i|em)>([\s\S]*?)<\/(?:i|em)>/i, wrap('i')],
  [/<(?:u|ins)>([\s\S]*?)<\/(?:u|ins)>/i, wrap('u')],
  [/<(?:s|strike|del)>([\s\S]*?)<\/(?:s|strike|del)>/i, wrap('s')],
  [/<pre>([\s\S]*?)<\/pre>/i, (match, rules) => h('pre', {}, inline(match[1], rules))],
  [/<code>([\s\S]*?)<\/code>/i, (match, rules) => h('code', {}, inline(match[1], rules))],
  entity,
  bareLink,
];

/** Applies the rule that matches first, again and again; text between matches stays text. */
const inline = (text, rules) => {
  const nodes = [];
  let rest = text;
  while (rest !== '') {
    let best;
    for (const [pattern, build] of rules) {
      const match = pattern.exec(rest);
      if (match && (!best || match.index < best.match.index)) best = { match, build };
    }
    if (!best) break;
    if (best.match.index > 0) nodes.push(rest.slice(0, best.match.index));
    nodes.push(best.build(best.match, rules));
    rest = rest.slice(best.match.index + best.match[0].length);
  }
  if (rest !== '') nodes.push(rest);
  return nodes;
};
