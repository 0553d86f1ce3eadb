import { BellRing, Check } from 'virtual:icons';
import { useAcknowledge, useAcknowledgement } from '../../data/acknowledgement.ts';
import { useTargets } from '../../data/targets.ts';
import { listOf } from '../../lib/format.ts';
import { showError } from '../../lib/services.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/panel.tsx';
import { Time } from '../../ui/time.tsx';
import { texts } from './texts.ts';

const words = texts.acknowledgement;

/** A call’s acknowledgement: its author, or the next step and a button. Shows nothing for a call that needs none. */
export function Acknowledgement({ id }: { id: string }) {
  const { data } = useAcknowledgement(id);
  const targets = useTargets().data ?? [];
  const acknowledge = useAcknowledge();
  if (data?.state === 'acknowledged' && data.at)
    return (
      <Notice icon={<Check size={18} aria-hidden />} className="mb-4">
        {words.by(data.by ?? '')} <Time date={data.at} />
      </Notice>
    );
  if (data?.state !== 'waiting') return null;
  const next = targets.filter((target) => data.nextTargetIds?.includes(target.id)).map(({ name }) => name);
  return (
    <Notice icon={<BellRing size={18} aria-hidden />} className="mb-4">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span>
          {words.waiting}
          {data.nextAt && next.length > 0 && (
            <>
              {' '}
              {words.next(listOf(next))} <Time date={data.nextAt} ahead />
            </>
          )}
        </span>
        <Button
          data-needs="editor"
          size="small"
          busy={acknowledge.isPending}
          onClick={() => acknowledge.mutate(id, { onError: (error) => showError(error, { title: words.failed }) })}
        >
          {words.button}
        </Button>
      </span>
    </Notice>
  );
}
