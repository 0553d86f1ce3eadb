import { Clock, Play } from 'lucide-react';
import { useState } from 'react';
import type { Webhook } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/panel.tsx';
import { ResumeDialog } from './resume-dialog.tsx';
import { texts } from './texts.ts';

const words = texts.pause;

/** Shows that a webhook is paused and how many calls it holds, with a button to resume it. */
export function PauseNotice({ webhook }: { webhook: Webhook }) {
  const [asking, setAsking] = useState(false);
  const { status, heldCalls: held = 0 } = webhook;
  return (
    <Notice tone="warn" icon={<Clock size={18} aria-hidden />}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p>{status === 'paused' ? words.paused : status === 'disabled' ? words.disabled(held) : words.leaving(held)}</p>
        {status === 'paused' && (
          <span className="flex flex-wrap items-center gap-3">
            {held > 0 && <b className="font-semibold">{words.held(held)}</b>}
            <Button icon={<Play size={16} aria-hidden />} onClick={() => setAsking(true)}>
              {words.resume}
            </Button>
          </span>
        )}
      </div>
      {asking && <ResumeDialog webhook={webhook} onClose={() => setAsking(false)} />}
    </Notice>
  );
}
