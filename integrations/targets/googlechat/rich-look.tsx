import { lookTexts, type ShowRich } from '../../../frontend/src/ui/look.ts';
import { MessageBlocks } from '../../../frontend/src/ui/message-blocks.tsx';
import { Post } from '../../../frontend/src/ui/message-frame.tsx';
import { PRODUCT } from '../../../frontend/src/ui/page.tsx';
import { blockOf, linesOf, quiet, titleOf } from '../../../frontend/src/ui/rich-look-parts.ts';
import { withPage } from '../../../lambdas/templates/rich/title-link.ts';

/** A card below the name of the space's webhook. */
export const richLook: ShowRich = ({ rich, part, parts, webhookName }, time) => {
  const isLast = part === parts;
  const of = [
    ...titleOf(rich, { sign: true }),
    ...rich.blocks.map(blockOf),
    ...linesOf(rich.facts ?? []),
    ...quiet(rich.place, isLast ? webhookName : ''),
    { kind: 'buttons', buttons: [...withPage(rich), ...(isLast ? [{ label: lookTexts.openLink }] : [])] } as const,
  ];
  return (
    <Post name={PRODUCT} time={time}>
      <MessageBlocks blocks={[{ kind: 'bar', colour: undefined, framed: true, of }]} />
    </Post>
  );
};
