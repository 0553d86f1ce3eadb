import type { ShowRich } from '../../../frontend/src/ui/look.ts';
import { type Block, MessageBlocks } from '../../../frontend/src/ui/message-blocks.tsx';
import { Bubble } from '../../../frontend/src/ui/message-frame.tsx';
import { addressOf, blockOf, linesOf, titleOf } from '../../../frontend/src/ui/rich-look-parts.ts';
import type { RichMessage } from '../../../lambdas/templates/rich/tree.ts';

export const richLook: ShowRich = ({ rich }, time) => {
  const { blocks, title, link, facts = [], buttons = [] } = rich;
  return (
    <Bubble time={time} tone="green">
      <MessageBlocks
        blocks={[
          ...titleOf({ ...rich, link: undefined }, { sign: true, withPlace: true }),
          ...blocks.map(blockOf),
          ...linesOf(facts),
          ...buttons.map(({ label, url }): Block => ({ kind: 'text', of: [`${label}: `, addressOf(url)] })),
          ...(title && link && !isTold(rich, link) ? [{ kind: 'text', of: [addressOf(link)] } as const] : []),
        ]}
      />
    </Bubble>
  );
};

/** True if the text already contains the title's link. WhatsApp titles can't be links. */
const isTold = ({ blocks }: RichMessage, link: string): boolean =>
  blocks.some((block) => 'runs' in block && block.runs.some((run) => run.link === link && run.text === link));
