import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { texts } from './texts.ts';

const Confirm = lazy(() => import('../../ui/confirm.tsx').then((module) => ({ default: module.Confirm })));

/**
 * Asks before a template is left that is not saved to its webhook. A reload and a login need not ask: the draft survives
 * them.
 */
export function LeaveGuard({ name, unsaved, onDiscard }: { name: string; unsaved: boolean; onDiscard(): void }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => unsaved && next.pathname !== '/login' && current.pathname !== next.pathname,
    enableBeforeUnload: false,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Suspense>
      <Confirm
        open
        title={texts.leave.title}
        verb={texts.leave.verb}
        onConfirm={() => {
          onDiscard();
          blocker.proceed();
        }}
        onCancel={blocker.reset}
      >
        {texts.leave.text(name)}
      </Confirm>
    </Suspense>
  );
}
