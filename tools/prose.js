/*
 * Checks words and sentence lengths in all texts, comments included: `npm run prose`, part of `npm run check`. It uses
 * textlint with our own word list (docs/words.md) and our own selection of texts.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { TextlintKernel } from '@textlint/kernel';
import textPlugin from '@textlint/textlint-plugin-text';
import terminology from 'textlint-rule-terminology';
import { parseSync } from 'vite';

/** Words to avoid, as regular expressions, and words to write instead. They exclude correct phrases. */
const words = [
  ['e-mails?', 'email'],
  ['mails?(?! (?:sent|server|client|app|program|settings)|\\.\\w)', 'email'],
  ['at once', 'immediately'],
  ['by (?:itself|themselves)', 'automatically'],
  ['(?:is|are|was|be) answered(?: with)?(?: an?)? \\d{3}', 'returns'],
  ['any more', 'no longer'],
  ['for good', 'permanently'],
  ['so that', 'so'],
  ['of (?:its|their|your|one’s|our|his|her) own', 'custom, its own'],
  ['of (?:ours|yours|theirs)', 'our, your'],
  ['(?:some|no|any|every)body', 'a user, no one'],
  ['whoever|whomever|whatever|that which|those (?:who|which)', 'the noun'],
  ['st(?:an|oo)ds? (?:before|behind|beside|in|at|for|on|there)', 'appears next to'],
  ['beside', 'next to'],
  ['(?:is|are|was|were|be|been) told(?! apart)', 'is notified'],
  ['(?:goes|go|went|gone|going) (?:out|on)', 'is sent, continues'],
  ['t(?:akes?|ook) (?:no |any )?(?:calls|messages)', 'accepts'],
  ['(?:so|as) many', 'the number'],
  ['so (?:much|long)(?! as)', 'the number'],
  ['(?:the )?room (?:for|of)', 'storage'],
  ['the last calls', 'recent calls'],
  ['repair(?:s|ed|ing)?', 'fix'],
  ['mend(?:s|ed|ing)?', 'fix'],
  ['nothing of (?:it|them|that)', 'it is not'],
  ['is (?:not )?there(?! (?:a|an|any|no))', 'exists'],
  ['press(?:es|ed|ing)?(?! (?:a |the )?(?:key|Enter|Escape|Tab|arrow|Start|Stop|Ctrl|[?]))', 'click, select'],
  ['(?:tried|try|tries) again by itself', 'retried automatically'],
  ['(?:send|sends|sent) (?:it |them |messages )?once more', 'resend'],
  ['gives? up|given up', 'stop retrying'],
  ['(?<!TLS )handshakes?', 'URL verification'],
  ['who (?:may call|gets what)', 'Verification, Routing'],
  ['not wanted', 'Skipped'],
  ['(?:you|users?|callers?|they|he|she|one) may(?! (?:be|have|already|also|still)\\b)', 'can'],
  ['refus(?:e|es|ed|al|als|ing)(?! (?:to|connection))', 'reject'],
  [
    "the \\w+ of (?:the|a) (?:webhook|target|call|message|template|account|user|plan|provider|service)(?![’'\\w-])",
    'the webhook’s …',
  ],
];

/** Beginnings that describe a thing by a clause instead of naming it; questions are exempt. */
const CLAUSE = /^(?:What|Who|Whose|Whom|Whether|Where|How(?! to)|Which|Why)\b[^?]*$/;

/** Maximum number of words in a sentence; see docs/words.md. */
const MAX_WORDS = { docs: 25, screen: 20 };

const files = execFileSync('git', ['ls-files', '*.md', '*.mdx', '*.ts', '*.tsx', '*.js', 'integrations/*.yaml'], {
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter(
    (file) =>
      !/^vendor\/\w+\/(?!.*README)|^test\/(?!.*(?:README|\.tsx?$))|\.gen\.|^docs\/licences\.md|^tools\/prose\.js/.test(
        file,
      ),
  );

/** Texts of these files are payloads, code or console output; only their comments are checked. */
const hasTexts = (file) =>
  /^(?:frontend\/src|cli\/src|integrations|lambdas|bin|lib\/(?:stacks|constructs|deploy|settings))/.test(file) &&
  !/^lambdas\/(?:templates\/(?!routing\/)|functions|adapters|platform)|fake|example|\/samples?[./-]|completion|stand-in/.test(
    file,
  );

/** Class names, slugs and samples of payloads and templates are not prose; nor are texts of the specification. */
const isProse = (text) =>
  /[a-z]{2,} [a-z]/i.test(text) &&
  !/^[a-z\d\s.,:/()[\]%&_=-]*$/.test(text) &&
  !/^(?:[{[<]|--|aws )|\{\{#|^It&apos;s a Secret| = "/.test(text);
const isSkipped = (node) =>
  node.type === 'ImportDeclaration' ||
  (node.type === 'JSXAttribute' && !['title', 'label'].includes(node.name.name)) ||
  (node.type === 'Property' && node.key.name === 'keywords');

/** A node's own text, with X for values of the code. */
const textOf = (node) => {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked).join('X');
  if (node.type !== 'JSXElement' || !node.children.some(({ type, value }) => type === 'JSXText' && /[a-z]/.test(value)))
    return '';
  return node.children
    .map((child) => (child.type === 'JSXText' ? child.value : child.expression?.value === ' ' ? ' ' : 'X'))
    .join('');
};

const lineOf = (source, offset) => source.slice(0, offset).split('\n').length;

/** Texts and comments of a source file, each with its line. */
function textsOfSource(file, source) {
  const { program, comments } = parseSync(file, source);
  const texts = [];
  const max = /features\/docs|ui\/legal|lambdas\/contract|^(?:bin|lib)\//.test(file)
    ? MAX_WORDS.docs
    : MAX_WORDS.screen;
  const visit = (node) => {
    if (isSkipped(node)) return;
    const text = textOf(node).replace(/\s+/g, ' ').trim();
    if (isProse(text)) texts.push({ line: lineOf(source, node.start), text, max });
    for (const part of Object.values(node).flat()) if (typeof part?.type === 'string') visit(part);
  };
  const visitTitles = (node) => {
    const { callee, arguments: [title] = [] } = node;
    if (
      node.type === 'CallExpression' &&
      title &&
      /^(?:it|describe|journey)\b/.test(source.slice(callee.start, callee.end))
    )
      texts.push({ line: lineOf(source, node.start), text: textOf(title), max: MAX_WORDS.docs });
    for (const part of Object.values(node).flat()) if (typeof part?.type === 'string') visitTitles(part);
  };
  if (/^test\/|\.test\.tsx?$/.test(file)) visitTitles(program);
  else if (hasTexts(file)) visit(program);
  let last;
  for (const { type, value, start, end } of comments) {
    const text = value
      .replace(/^[ \t]*\*+/gm, '')
      .replace(/[.\s]*@(?:returns|throws|param \S+)|[.\s]*\n\s*\n|\n\s*(?:[-·]|\d+\.) |\n {4,}| · |\|/g, '. X ')
      .trim();
    const isNext = type === 'Line' && last && /^\n[ \t]*$/.test(source.slice(last.end, start));
    if (isNext) last.text += ` ${text}`;
    else texts.push({ line: lineOf(source, start), text, max: MAX_WORDS.docs });
    last = type === 'Line' ? Object.assign(texts.at(-1), { end }) : undefined;
  }
  return texts;
}

/** Paragraphs, list items, headings and table cells of a Markdown file, without code. */
function textsOfMarkdown(source) {
  const texts = [];
  let isCode = false;
  let isOpen = false;
  for (const [index, raw] of source.split('\n').entries()) {
    if (/^\s*```/.test(raw)) isCode = !isCode;
    const isText = !isCode && !/^\s*(?:```|\|?[\s|-]*$|<)|^ {4}(?=\S)(?! *[-\d])/.test(raw);
    const line = isText ? raw.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('**', '') : '';
    const add = (text) => texts.push({ line: index + 1, text, max: MAX_WORDS.docs });
    if (/^\s*\|/.test(line)) for (const cell of line.split('|')) add(cell.trim());
    else if (isText && isOpen && !/^\s*(?:[-*] |\d+\. |#)/.test(line)) texts.at(-1).text += ` ${line.trim()}`;
    else if (isText) add(line.replace(/^\s*(?:[-*]|\d+\.|#+) /, '').trim());
    isOpen = isText && !/^\s*[|#]/.test(line);
  }
  return texts;
}

/** The texts of a sender or a preset: labels, places, hints and notes, but no templates. */
const textsOfYaml = (source) =>
  source.split('\n').flatMap((text, index) => {
    const [, found] = /^\s+(?:where|choose|test|check|note|hint|label): "?([^"]+)/.exec(text) ?? [];
    return found ? [{ line: index + 1, text: found, max: MAX_WORDS.docs }] : [];
  });

const linesIn = (text) => '\n'.repeat(text.split('\n').length - 1);

/** Markdown of an MDX file, with X for values of the code. Lines keep their numbers. */
function markdownOf(source) {
  let text = source
    .replace(/^(?:import|export) [\s\S]*?;$/gm, linesIn)
    .replace(/ \[#[^\]]*\]$|<\/?[A-Za-z][^>]*>/gm, linesIn);
  const value = /\{[^{}]*\}/g;
  while (text.search(value) >= 0) text = text.replace(value, (found) => `X${linesIn(found)}`);
  return text;
}

function textsOf(file, source) {
  if (file.endsWith('.yaml')) return textsOfYaml(source);
  if (file.endsWith('.md')) return textsOfMarkdown(source);
  return file.endsWith('.mdx') ? textsOfMarkdown(markdownOf(source)) : textsOfSource(file, source);
}

const segmenter = new Intl.Segmenter('en-GB', { granularity: 'sentence' });
const withoutCode = (text) => text.replace(/`[^`]*`|\{@link [^}]*\}/g, 'X').replace(/\s+/g, ' ');

/** Lists sentences that are too long, and a beginning with a clause. */
const findingsOf = ({ text, max }) => [
  ...(CLAUSE.test(text.split(/[.;:] /)[0] ?? '') ? ['a clause instead of a name'] : []),
  ...[...segmenter.segment(text.replace(/([.:]) (?=(?:undefined|null|true|false)\b)/g, '$1 X '))]
    .map(({ segment }) => segment.split(' ').filter((word) => /[\p{L}\d]/u.test(word)).length)
    .filter((count) => count > max)
    .map((count) => `${count} words, at most ${max}`),
];

const plain = (module) => module.default ?? module;
const kernel = new TextlintKernel();
const options = {
  ext: '.txt',
  plugins: [{ pluginId: 'text', plugin: plain(textPlugin) }],
  rules: [
    {
      ruleId: 'words',
      rule: plain(terminology),
      options: {
        defaultTerms: false,
        terms: words.map(([avoid, write]) => [`(?<![\\w/.-])(?:${avoid})(?![\\w-])`, write]),
      },
    },
  ],
};

let count = 0;
for (const file of files) {
  const source = readFileSync(file, 'utf8');
  const texts = textsOf(file, source)
    .map((found) => ({ ...found, text: withoutCode(found.text).trim() }))
    .filter(({ text }) => !/^(?:biome-|@ts-|@vite|v8 |eslint)/.test(text));
  const { messages } = await kernel.lintText(texts.map(({ text }) => text).join('\n\n'), options);
  const findings = [
    ...messages.map(({ line, message }) => ({ found: texts[(line - 1) / 2], message })),
    ...texts.flatMap((found) => findingsOf(found).map((message) => ({ found, message }))),
  ];
  for (const { found, message } of findings) console.log(`${file}:${found?.line}: ${message}\n    ${found?.text}`);
  count += findings.length;
}
if (count > 0) {
  console.log(`${count} texts break the style guide, docs/words.md`);
  process.exitCode = 1;
}
