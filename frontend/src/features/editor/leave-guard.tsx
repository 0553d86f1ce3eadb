import { useBlocker } from '@tanstack/react-router';
import { LateConfirm } from '../../ui/late-confirm.tsx';
import { texts } from './texts.ts';

/**
 * Asks before the user leaves a template with unsaved changes. It does not ask before a reload or a login, because the
 * draft survives both.
 */
export function LeaveGuard({ name, unsaved, onDiscard }: { name: string; unsaved: boolean; onDiscard(): void }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => unsaved && next.pathname !== '/login' && current.pathname !== next.pathname,
    enableBeforeUnload: false,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <LateConfirm
      title={texts.leave.title}
      verb={texts.leave.verb}
      onConfirm={() => {
        onDiscard();
        blocker.proceed();
      }}
      onCancel={blocker.reset}
    >
      {texts.leave.text(name)}
    </LateConfirm>
  );
}
