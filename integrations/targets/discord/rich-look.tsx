import { lookTexts, type ShowRich } from '../../../frontend/src/ui/look.ts';
import { type Block, MessageBlocks } from '../../../frontend/src/ui/message-blocks.tsx';
import { blockOf, quiet, tableOf, titleOf } from '../../../frontend/src/ui/rich-look-parts.ts';
import { severityColours } from '../../../lambdas/templates/rich/severity-looks.ts';
import { withPage } from '../../../lambdas/templates/rich/title-link.ts';
import { look } from './look.tsx';

export const richLook: ShowRich = (shown, time) => {
  const { rich, part, parts } = shown;
  const { severity = 'info', blocks, facts = [] } = rich;
  const of = [...titleOf(rich), ...blocks.map(blockOf), ...tableOf(facts, 'fields'), ...quiet(rich.place)];
  const buttons = [...withPage(rich), ...(part === parts ? [{ label: lookTexts.openLink }] : [])];
  const row: Block[] = buttons.length > 0 ? [{ kind: 'buttons', buttons }] : [];
  const bar: Block = { kind: 'bar', colour: severityColours[severity], framed: true, of };
  return look.plain(shown, <MessageBlocks blocks={[bar, ...row]} />, time);
};
