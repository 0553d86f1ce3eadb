import { Send } from 'virtual:icons';
import { useTestTarget } from '../../data/targets.ts';
import { showError, toasts } from '../../lib/services.ts';
import type { Target } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { texts } from './texts.ts';

/** Sends a test message to the target and shows the result. A target that is not set up has no destination. */
export function SendTest({ target }: { target: Target }) {
  const test = useTestTarget(target.id);
  const press = () =>
    test.mutate(undefined, {
      onSuccess: ({ outcome, message, code }) =>
        toasts.add(
          outcome === 'success'
            ? { severity: 'success', summary: texts.test.sent }
            : { severity: 'error', summary: texts.test.failed, detail: message, code },
        ),
      onError: (error) => showError(error, { title: texts.test.failed }),
    });
  const reason =
    target.status === 'active' || target.status === 'disabled'
      ? undefined
      : target.status === 'inactive'
        ? texts.test.repairFirst
        : texts.test.finishFirst;
  return (
    <>
      {reason && (
        <span id="no-test" className="text-meta text-ink-2">
          {reason}
        </span>
      )}
      <Button
        data-needs="editor"
        icon={<Send size={16} aria-hidden />}
        busy={test.isPending}
        disabled={reason !== undefined}
        aria-describedby={reason && 'no-test'}
        onClick={press}
      >
        {texts.test.send}
      </Button>
    </>
  );
}
