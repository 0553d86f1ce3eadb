import { X } from 'virtual:icons';
import { useReplay } from '../../data/replays.ts';
import { Button, IconButton, Spinner } from '../../ui/button.tsx';
import { texts } from './texts.ts';

const { bulk } = texts;

/**
 * The progress of a bulk resend, above the list. The URL contains its id, so it is still visible after a reload.
 * @param id the bulk resend's id
 * @param onOpen shows its dialog
 * @param onClose removes it from the URL
 */
export function ReplayLine({ id, onOpen, onClose }: { id: string; onOpen(): void; onClose(): void }) {
  const { data } = useReplay(id);
  if (data === undefined) return null;
  const done = data.state === 'done';
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-accent-soft px-4 py-2 text-meta md:px-5">
      {!done && <Spinner />}
      <span role="status" className="min-w-0 flex-1">
        {done ? bulk.done(data.queued) : bulk.running(data.queued, data.matched)}
      </span>
      <Button size="small" tone="link" onClick={onOpen}>
        {bulk.details}
      </Button>
      <IconButton small label={bulk.hide} onClick={onClose}>
        <X size={16} aria-hidden />
      </IconButton>
    </div>
  );
}
