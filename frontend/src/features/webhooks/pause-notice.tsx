import { Play } from 'virtual:icons';
import { useState } from 'react';
import type { Webhook } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { TroubleLine } from '../../ui/target-trouble.tsx';
import { ResumeDialog } from './resume-dialog.tsx';
import { pauseSentence, texts } from './texts.ts';

const words = texts.pause;

/** Shows that a webhook is paused and how many calls it holds, with a button to resume it. */
export function PauseNotice({ webhook }: { webhook: Webhook }) {
  const [asking, setAsking] = useState(false);
  const { status, heldCalls: held = 0 } = webhook;
  return (
    <TroubleLine
      tone="warn"
      action={
        status === 'paused' && (
          <>
            {held > 0 && <b className="font-semibold">{words.held(held)}</b>}
            <Button
              data-needs="editor"
              size="small"
              icon={<Play size={14} aria-hidden />}
              onClick={() => setAsking(true)}
            >
              {words.resume}
            </Button>
          </>
        )
      }
    >
      {pauseSentence(webhook)}
      {asking && <ResumeDialog webhook={webhook} onClose={() => setAsking(false)} />}
    </TroubleLine>
  );
}
