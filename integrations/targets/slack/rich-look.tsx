import { lookTexts, type ShowRich } from '../../../frontend/src/ui/look.ts';
import { MessageBlocks } from '../../../frontend/src/ui/message-blocks.tsx';
import { Post } from '../../../frontend/src/ui/message-frame.tsx';
import { PRODUCT } from '../../../frontend/src/ui/page.tsx';
import { blockOf, buttonLine, linesOf, quiet, tableOf, titleOf } from '../../../frontend/src/ui/rich-look-parts.ts';
import { inColumns } from '../../../lambdas/templates/rich/columns.ts';
import { severityColours } from '../../../lambdas/templates/rich/severity-looks.ts';
import { withPage } from '../../../lambdas/templates/rich/title-link.ts';

export const richLook: ShowRich = ({ rich, part, parts, webhookName }, time) => {
  const { severity = 'info', blocks, facts = [] } = rich;
  const of = [
    ...titleOf(rich),
    ...blocks.map(blockOf),
    ...(inColumns(facts) ? tableOf(facts, 'fields') : linesOf(facts)),
    ...buttonLine({ ...rich, buttons: withPage(rich) }),
    ...quiet(rich.place, ...(part === parts ? [webhookName, lookTexts.openLink] : [])),
  ];
  return (
    <Post name={PRODUCT} time={time}>
      <MessageBlocks blocks={[{ kind: 'bar', colour: severityColours[severity], framed: false, of }]} />
    </Post>
  );
};
