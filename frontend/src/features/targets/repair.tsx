import { CircleCheck, RotateCw } from 'virtual:icons';
import { useEffect, useRef, useState } from 'react';
import { useMissed } from '../../data/replays.ts';
import { useConnectAgain, useSwitchTarget, useTargetKind } from '../../data/targets.ts';
import { plural } from '../../lib/format.ts';
import { showError } from '../../lib/services.ts';
import type { Target } from '../../lib/wire.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { HelpLink } from '../../ui/help-link.tsx';
import { Notice } from '../../ui/panel.tsx';
import { TroubleLine } from '../../ui/target-trouble.tsx';
import { FormerChannel } from '../../ui/trouble-fix.tsx';
import { TypeName } from '../../ui/type-tile.tsx';
import { announced } from './fold.tsx';
import { texts } from './texts.ts';

/** True if the provider withdrew access permanently, so reactivating the target unchanged would fail again. */
export function useNeedsConnection({ status, statusCode, targetType }: Target): boolean {
  const kind = useTargetKind(targetType);
  return status === 'inactive' && statusCode === 'connection-revoked' && kind?.setup === 'redirect';
}

/** The reason why a provider rejected a target permanently, and the choices: reactivate it unchanged, or reconnect it. */
export function Repair({ target }: { target: Target }) {
  const kind = useTargetKind(target.targetType);
  const onlyConnects = useNeedsConnection(target);
  const refused = useMissed(target.id, target.associatedWebhooks, true).messages ?? 0;
  const reactivation = useSwitchTarget(target.id);
  const connection = useConnectAgain(target.id);
  const reconnects = kind?.setup === 'redirect';
  const reactivate = (): void => reactivation.mutate(true, announced(reactivate));
  const connect = () =>
    connection.connect((error) => showError(error, { title: texts.detail.notConnected, again: connect }));
  return (
    <TroubleLine
      tone="err"
      action={
        <>
          {!onlyConnects && (
            <Button
              data-needs="editor"
              tone={reconnects ? 'secondary' : 'primary'}
              busy={reactivation.isPending}
              icon={<RotateCw size={16} aria-hidden />}
              onClick={reactivate}
            >
              {texts.repair.reactivate}
            </Button>
          )}
          {reconnects && (
            // This button comes first, on screen and for the keyboard, because nothing else helps if access was
            // withdrawn.
            <span className="order-first flex flex-wrap items-center gap-x-2">
              <Button data-needs="editor" tone="primary" busy={connection.isPending} onClick={connect}>
                <span>
                  {texts.repair.reconnect} <TypeName type={target.targetType} />
                </span>
              </Button>
              <FormerChannel target={target} />
            </span>
          )}
        </>
      }
    >
      {target.statusReason} {refused > 0 && `${texts.repair.refused(plural(refused, 'message'), refused)} `}
      <HelpLink code={target.statusCode} />
    </TroubleLine>
  );
}

/** A notice that a rejected target works again, with the failed messages to resend. */
export function Repaired({
  target: { id, status, associatedWebhooks },
  connected,
}: {
  target: Target;
  /** True if the browser returned from the provider, where the target may have been reconnected. */
  connected: boolean;
}) {
  const before = useRef(status);
  const [repaired, setRepaired] = useState(connected);
  const [again] = useState(connected);
  useEffect(() => {
    if (before.current === 'inactive' && status === 'active') setRepaired(true);
    before.current = status;
  }, [status]);
  const missed = useMissed(id, associatedWebhooks, repaired && status === 'active');
  if (!repaired || status !== 'active') return null;
  // A new target has no failed messages.
  if (again && !missed.messages) return null;
  return (
    <Notice tone="ok" icon={<CircleCheck size={18} aria-hidden />}>
      <p role="status">{texts.repair.done}</p>
      {missed.messages !== undefined && missed.messages > 0 && (
        <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-2">
          <p>
            {missed.queued !== undefined
              ? texts.repair.queued(plural(missed.queued, 'message'), missed.queued)
              : missed.sent
                ? texts.repair.sent(plural(missed.messages, 'message'), missed.messages)
                : texts.repair.missed(plural(missed.messages, 'message'))}
          </p>
          {!missed.sent && (
            <Button
              data-needs="editor"
              size="small"
              busy={missed.sending}
              onClick={() => missed.send((error) => showError(error, { title: texts.repair.notSent }))}
            >
              {texts.repair.sendNow(plural(missed.messages, 'message'), missed.messages)}
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
