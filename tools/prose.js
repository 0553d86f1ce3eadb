/*
 * Checks words and sentence lengths in texts that users read: `npm run prose`, part of `npm run check`. textlint lints;
 * the word list (docs/words.md) and the areas are ours.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { TextlintKernel } from '@textlint/kernel';
import textPlugin from '@textlint/textlint-plugin-text';
import sentenceLength from 'textlint-rule-sentence-length';
import terminology from 'textlint-rule-terminology';
import { parseSync } from 'vite';

/** What to avoid, as a regular expression, and what to write. */
const words = [
  ['e-mails?', 'email'],
  ['mails?(?! sent)', 'email'],
  ['at once', 'immediately'],
  ['by (?:itself|themselves)', 'automatically'],
  ['(?:is|are) answered \\d{3}', 'returns'],
  ['any more', 'no longer'],
  ['for good', 'permanently'],
  ['so that', 'so'],
  ['of (?:its|their|your) own', 'custom'],
  ['of (?:ours|yours)', 'our, your'],
  ['(?:some|no|any|every)body', 'a user, no one'],
  ['whoever', 'the noun'],
  ['stands? (?:before|behind|beside)', 'appears next to'],
  ['(?:is|are) told', 'is notified'],
  ['(?:goes|go|went) (?:out|on)', 'is sent, continues'],
  ['takes? (?:no )?(?:calls|messages)', 'accepts'],
  ['(?:so|as) many', 'the number'],
  ['(?:the )?room for', 'storage'],
  ['the last calls', 'recent calls'],
  ['repair(?:s|ed)?', 'fix'],
  ['(?:tried|try|tries) again by itself', 'retried automatically'],
  ['(?:send|sends|sent) (?:it |them |messages )?once more', 'resend'],
  ['gives? up|given up', 'stop retrying'],
  ['handshakes?', 'URL verification'],
  ['who (?:may call|gets what)', 'Verification, Routing'],
  ['not wanted', 'Skipped'],
];

/** Characters of one sentence: about 25 words. */
const MAX_SENTENCE = 170;

/** The areas that are held to the list; a file that is not named here is not checked yet. */
const areas = [
  /^frontend\/src\/.*texts\.ts$/,
  /^frontend\/src\/features\/docs\/(?:pages|troubleshooting)\/.*\.tsx?$/,
  /^frontend\/src\/features\/docs\/contents\.ts$/,
  /^frontend\/src\/ui\/(?:subject-words\.ts|subject-rules\.tsx|target-trouble\.tsx)$/,
  /^frontend\/src\/lib\/(?:unverified|status)\.ts$/,
  /^lambdas\/mail\/.*\.ts$/,
  /^lambdas\/contract\/(?:problems|openapi\/descriptions)\.ts$/,
  /^lambdas\/(?:targets|verification|invocations|dispatches|accounts|billing|webhooks|templates\/routing|http|plans)\/.*\.ts$/,
  /^integrations\/targets\/(?!.*\/fake).*\.tsx?$/,
  /^frontend\/src\/(?!features\/landing).*\.tsx$/,
  /^cli\/src\/(?:help|commands)\.ts$/,
];
const files = ['frontend/src', 'integrations', 'lambdas', 'cli/src']
  .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => `${folder}/${name}`))
  .filter((file) => areas.some((area) => area.test(file)) && !/features\/landing|ui\/legal/.test(file))
  .sort();

/** Class names, slugs and samples of payloads and templates are not prose. */
const isProse = (text) =>
  /[a-z]{2,} [a-z]/i.test(text) &&
  !/^[a-z\d\s.,:/()[\]%&_=-]*$/.test(text) &&
  !/^[{[<]|\{\{#|^It&apos;s a Secret/.test(text);
const isSkipped = (node) =>
  node.type === 'ImportDeclaration' ||
  (node.type === 'JSXAttribute' && !['title', 'label'].includes(node.name.name)) ||
  (node.type === 'Property' && node.key.name === 'keywords');

/** The text of a node itself, with X for what the code puts in. */
const textOf = (node) => {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked).join('X');
  if (node.type !== 'JSXElement' || !node.children.some(({ type, value }) => type === 'JSXText' && /[a-z]/.test(value)))
    return '';
  return node.children
    .map((child) => (child.type === 'JSXText' ? child.value : child.expression?.value === ' ' ? ' ' : 'X'))
    .join('');
};

/** Texts of a source file, each with its line. */
function textsOf(file) {
  const source = readFileSync(file, 'utf8');
  const texts = [];
  const visit = (node) => {
    if (isSkipped(node)) return;
    const text = textOf(node).replace(/\s+/g, ' ').trim();
    if (isProse(text)) texts.push({ line: source.slice(0, node.start).split('\n').length, text });
    for (const part of Object.values(node).flat()) if (typeof part?.type === 'string') visit(part);
  };
  visit(parseSync(file, source).program);
  return texts;
}

const plain = (module) => module.default ?? module;
const kernel = new TextlintKernel();
const options = {
  ext: '.txt',
  plugins: [{ pluginId: 'text', plugin: plain(textPlugin) }],
  rules: [
    {
      ruleId: 'words',
      rule: plain(terminology),
      options: { defaultTerms: false, terms: words.map(([avoid, write]) => [`\\b(?:${avoid})\\b`, write]) },
    },
    { ruleId: 'length', rule: plain(sentenceLength), options: { max: MAX_SENTENCE } },
  ],
};

let count = 0;
for (const file of files) {
  const texts = textsOf(file);
  const { messages } = await kernel.lintText(texts.map(({ text }) => text).join('\n\n'), options);
  for (const { line, message } of messages) {
    const at = texts[(line - 1) / 2] ?? { line: 0, text: '' };
    console.log(`${file}:${at.line}: ${message}\n    ${at.text}`);
    count += 1;
  }
}
if (count > 0) {
  console.log(`${count} texts break the style guide, docs/words.md`);
  process.exitCode = 1;
}
