import { useDispatches } from '../../data/invocations.ts';
import { LateConfirm } from '../../ui/late-confirm.tsx';
import { texts } from './texts.ts';

/** Asks before the shortcut resends a call, and lists the targets that will receive it. */
export function ReplayQuestion({ id, onSend, onClose }: { id: string; onSend(): void; onClose(): void }) {
  const names = useDispatches(id).data?.map(({ target }) => target.name) ?? [];
  const { replayQuestion } = texts.details;
  return (
    <LateConfirm
      title={replayQuestion.title}
      verb={replayQuestion.verb}
      tone="primary"
      onCancel={onClose}
      onConfirm={() => {
        onClose();
        onSend();
      }}
    >
      <p className="text-ink">{replayQuestion.text(names)}</p>
    </LateConfirm>
  );
}
