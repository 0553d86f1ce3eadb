import { CircleCheck, RotateCw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useMissed } from '../../data/replays.ts';
import { useConnectAgain, useSwitchTarget, useTargetKind } from '../../data/targets.ts';
import { plural } from '../../lib/format.ts';
import { showError, toasts } from '../../lib/services.ts';
import type { Target } from '../../lib/wire.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { Notice, Panel } from '../../ui/panel.tsx';
import { TypeName } from '../../ui/type-tile.tsx';
import { texts } from './texts.ts';

/** The ways out for a target that its provider refused for good: use it again as it is, or connect it anew. */
export function Repair({ target }: { target: Target }) {
  const kind = useTargetKind(target.targetType);
  const reactivation = useSwitchTarget(target.id);
  const connection = useConnectAgain(target.id);
  const reconnects = kind?.setup === 'redirect';
  const reactivate = () =>
    reactivation.mutate(true, {
      onSuccess: () =>
        toasts.add({ severity: 'success', summary: texts.detail.saved, detail: texts.detail.savedDetail }),
      onError: (error) => showError(error, { title: texts.detail.notSaved }),
    });
  return (
    <Panel title={texts.repair.title} headingId="repair">
      <p className="mb-3 text-ink-2">{texts.repair.text}</p>
      <div className="flex flex-wrap gap-2">
        <Button
          tone={reconnects ? 'secondary' : 'primary'}
          busy={reactivation.isPending}
          icon={<RotateCw size={16} aria-hidden />}
          onClick={reactivate}
        >
          {texts.repair.reactivate}
        </Button>
        {reconnects && (
          // Where the app was removed only the way through the provider helps: it comes first for the eye and the keyboard.
          <Button
            tone="primary"
            className="order-first"
            busy={connection.isPending}
            onClick={() => connection.connect((error) => showError(error, { title: texts.detail.notConnected }))}
          >
            <span>
              {texts.repair.reconnect} <TypeName type={target.targetType} />
            </span>
          </Button>
        )}
      </div>
    </Panel>
  );
}

/** Said once the refused target is used again: what was refused waits in its webhooks for somebody to send it. */
export function Repaired({ target: { id, status, associatedWebhooks } }: { target: Target }) {
  const before = useRef(status);
  const [repaired, setRepaired] = useState(false);
  useEffect(() => {
    if (before.current === 'inactive' && status === 'active') setRepaired(true);
    before.current = status;
  }, [status]);
  const missed = useMissed(id, associatedWebhooks, repaired && status === 'active');
  if (!repaired || status !== 'active') return null;
  return (
    <Notice tone="ok" icon={<CircleCheck size={18} aria-hidden />}>
      <p role="status">{texts.repair.done}</p>
      {missed.messages !== undefined && missed.messages > 0 && (
        <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-2">
          <p>
            {missed.sent
              ? texts.repair.sent(plural(missed.messages, 'message'), missed.messages)
              : texts.repair.missed(plural(missed.messages, 'message'), missed.messages)}
          </p>
          {!missed.sent && (
            <Button
              size="small"
              busy={missed.sending}
              onClick={() => missed.send((error) => showError(error, { title: texts.repair.notSent }))}
            >
              {texts.repair.sendNow}
            </Button>
          )}
          <span className="text-meta text-ink-2">
            {texts.repair.choose}{' '}
            {associatedWebhooks.map((webhook, index) => (
              <span key={webhook.id}>
                {index > 0 && ', '}
                <TextLink to="/webhooks/$id" params={{ id: webhook.id }} search={{ status: 'error', target: id }}>
                  {texts.repair.failedOf(webhook.name)}
                </TextLink>
              </span>
            ))}
          </span>
        </div>
      )}
    </Notice>
  );
}
