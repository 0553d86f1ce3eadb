import { withoutSecretValues } from '#contract/secret-values';
import type { Block, RichMessage, Run } from './tree.ts';

/**
 * Removes secrets that people write into comments and titles. The title's link stays, even a signed one, because the
 * template chose it.
 */
export const withoutSecrets = (message: RichMessage): RichMessage => ({
  ...message,
  ...(message.title && { title: masked(message.title) }),
  place: message.place && withoutSecretValues(message.place),
  blocks: message.blocks.map(maskedBlock),
  ...(message.facts && { facts: message.facts.map(({ label, runs }) => ({ label, runs: masked(runs) })) }),
});

const masked = (runs: readonly Run[]): Run[] =>
  runs.map((run) => ({
    ...run,
    text: withoutSecretValues(run.text),
    ...(run.link !== undefined && { link: withoutSecretValues(run.link) }),
  }));

function maskedBlock(block: Block): Block {
  switch (block.kind) {
    case 'rule':
      return block;
    case 'code':
      return { ...block, text: withoutSecretValues(block.text) };
    case 'list':
      return { ...block, items: block.items.map((item) => ({ ...item, runs: masked(item.runs) })) };
    default:
      return { ...block, runs: masked(block.runs) };
  }
}
