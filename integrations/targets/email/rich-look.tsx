import { lookTexts, type ShowRich } from '../../../frontend/src/ui/look.ts';
import { MessageBlocks } from '../../../frontend/src/ui/message-blocks.tsx';
import { MailBox } from '../../../frontend/src/ui/message-frame.tsx';
import { PRODUCT } from '../../../frontend/src/ui/page.tsx';
import { blockOf, buttonLine, quiet, tableOf, titleOf } from '../../../frontend/src/ui/rich-look-parts.ts';
import { severityColours } from '../../../lambdas/templates/rich/severity-looks.ts';
import { withPage } from '../../../lambdas/templates/rich/title-link.ts';
import { mailSubject } from './subject.ts';

export const richLook: ShowRich = (shown) => {
  const { rich, webhookName } = shown;
  const { severity = 'info', blocks, facts = [] } = rich;
  return (
    <MailBox from={PRODUCT} subject={mailSubject(shown)}>
      <div className="px-4 py-3">
        <MessageBlocks
          blocks={[
            ...quiet(rich.place, webhookName),
            {
              kind: 'bar',
              colour: severityColours[severity],
              framed: false,
              of: titleOf(rich, { size: 'large' }),
            },
            ...blocks.map(blockOf),
            ...tableOf(facts, 'rows'),
            ...buttonLine({ ...rich, buttons: withPage(rich) }),
            { kind: 'text', of: [{ mark: 'link', url: '', of: [lookTexts.openLink] }] },
          ]}
        />
      </div>
    </MailBox>
  );
};
