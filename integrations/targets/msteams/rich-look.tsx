import { lookTexts, type ShowRich } from '../../../frontend/src/ui/look.ts';
import { MessageBlocks } from '../../../frontend/src/ui/message-blocks.tsx';
import { CardBox } from '../../../frontend/src/ui/message-frame.tsx';
import { blockOf, quiet, tableOf, titleOf } from '../../../frontend/src/ui/rich-look-parts.ts';
import { withPage } from '../../../lambdas/templates/rich/title-link.ts';

const tones = { ok: 'ok', info: 'quiet', warning: 'warn', critical: 'err' } as const;

export const richLook: ShowRich = ({ rich, part, parts, webhookName }) => {
  const { severity = 'info', blocks, facts = [] } = rich;
  const isLast = part === parts;
  const title = titleOf(rich);
  return (
    <CardBox>
      <MessageBlocks
        blocks={[
          ...(severity === 'info' || title.length === 0
            ? title
            : [{ kind: 'box', tone: tones[severity], of: title } as const]),
          ...blocks.map(blockOf),
          ...tableOf(facts, 'rows'),
          ...quiet(rich.place, isLast ? webhookName : ''),
          { kind: 'buttons', buttons: [...withPage(rich), ...(isLast ? [{ label: lookTexts.openLink }] : [])] },
        ]}
      />
    </CardBox>
  );
};
