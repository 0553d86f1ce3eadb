import { lookTexts, type ShowRich } from '../../../frontend/src/ui/look.ts';
import { MessageBlocks } from '../../../frontend/src/ui/message-blocks.tsx';
import { blockOf, buttonLine, quiet, tableOf, titleOf } from '../../../frontend/src/ui/rich-look-parts.ts';
import { severityColours } from '../../../lambdas/templates/rich/severity-looks.ts';
import { look } from './look.tsx';

/** An attachment, with its fields below its text, and the link to the call below everything else. */
export const richLook: ShowRich = (shown, time) => {
  const { rich, part, parts } = shown;
  const of = [
    ...titleOf(rich),
    ...rich.blocks.map(blockOf),
    ...buttonLine(rich),
    ...tableOf(rich.facts ?? [], 'fields'),
    ...quiet(rich.place, part === parts ? lookTexts.openLink : ''),
  ];
  const colour = severityColours[rich.severity ?? 'info'];
  // An attachment doesn't show the webhook's name.
  return look.plain(
    { ...shown, webhookName: '', parts: part + 1 },
    <MessageBlocks blocks={[{ kind: 'bar', colour, framed: true, of }]} />,
    time,
  );
};
