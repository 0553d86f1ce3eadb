import { useRenewActivation, useTargetKind } from '../../data/targets.ts';
import { showError } from '../../lib/services.ts';
import type { Target } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { useNow } from '../../ui/time.tsx';
import { ActivationCode } from './activation.tsx';
import { Fold } from './fold.tsx';
import { activationOf } from './rules.ts';
import { texts } from './texts.ts';
import { useActivation } from './use-activation.ts';

/** Moves a target to another chat. Its owner sends a new code from there. */
export function Move({ target }: { target: Target }) {
  const kind = useTargetKind(target.targetType);
  const now = useNow();
  const renewal = useRenewActivation(target.id);
  if (!kind?.movable || target.status === 'pending') return null;
  const ends = activationOf(target.options)?.expiresAt;
  const isWaiting = ends !== undefined && new Date(ends).getTime() > now;
  const renew = () =>
    renewal.mutate(undefined, { onError: (error) => showError(error, { title: texts.move.failed, again: renew }) });
  return (
    <Fold title={texts.move.title} open={isWaiting}>
      <p className="mb-3 text-ink-2">{texts.move.text}</p>
      {isWaiting ? (
        <Waiting target={target} onRenew={renew} />
      ) : (
        <Button data-needs="editor" busy={renewal.isPending} onClick={renew}>
          {texts.move.button}
        </Button>
      )}
    </Fold>
  );
}

/** Polls the target until the code has arrived. */
function Waiting({ target, onRenew }: { target: Target; onRenew(): void }) {
  const { activation } = useActivation(target);
  return activation ? <ActivationCode activation={activation} onRenew={onRenew} /> : null;
}
