import { lookTexts, type ShowRich } from '../../../frontend/src/ui/look.ts';
import { type Block, MessageBlocks } from '../../../frontend/src/ui/message-blocks.tsx';
import { PRODUCT } from '../../../frontend/src/ui/page.tsx';
import { blockOf, buttonLine, quiet, tableOf, titleOf } from '../../../frontend/src/ui/rich-look-parts.ts';
import { severityColours } from '../../../lambdas/templates/rich/severity-looks.ts';
import { look } from './look.tsx';

/** As in Discord, the link to the call is a field if the message has facts, which are fields too. */
const openIn: Block = {
  kind: 'facts',
  look: 'fields',
  facts: [{ name: ['Open in'], value: [{ mark: 'link', url: '', of: [PRODUCT] }], short: true }],
};

export const richLook: ShowRich = (shown, time) => {
  const { rich, part, parts } = shown;
  const { severity = 'info', blocks, facts = [] } = rich;
  const of = [
    ...titleOf(rich),
    ...blocks.map(blockOf),
    ...buttonLine(rich),
    ...tableOf(facts, 'fields'),
    ...(part === parts ? [facts.length > 0 ? openIn : quiet(lookTexts.openLink)] : []),
  ];
  const said = <MessageBlocks blocks={[{ kind: 'bar', colour: severityColours[severity], framed: true, of }]} />;
  return look.plain(shown, said, time);
};
