import type { RichMessage } from '../../lambdas/templates/rich/tree.ts';

/** A message that has all that a message can have. */
export const richSample: RichMessage = {
  title: [{ text: 'acme/shop: Deployment failed' }],
  link: 'https://example.org/runs/7',
  severity: 'critical',
  blocks: [
    { kind: 'paragraph', runs: [{ text: 'The step ' }, { text: 'migrate', code: true }, { text: ' ended with 1.' }] },
    { kind: 'list', items: [{ depth: 0, runs: [{ text: 'lint' }] }] },
    { kind: 'code', text: 'relation "orders" does not exist' },
    { kind: 'quote', runs: [{ text: 'Revert it?' }] },
  ],
  facts: [
    { label: 'Branch', runs: [{ text: 'main' }] },
    { label: 'Took', runs: [{ text: '3 min' }] },
  ],
  buttons: [{ label: 'Open run', url: 'https://example.org/runs/7' }],
};
