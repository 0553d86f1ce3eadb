import { Check, X } from 'virtual:icons';
import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { lazy, Suspense, useState } from 'react';
import type { Target, Webhook } from '../../lib/wire.ts';
import { IconButton } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { texts } from './texts.ts';

const Senders = lazy(() => import('./senders.tsx').then((module) => ({ default: module.Senders })));

const HIDDEN_KEY = 'checklist-hidden';

/** The first steps, each true if completed. */
const stepsDone = (webhooks: readonly Webhook[], targets: readonly Target[]) => ({
  target: targets.length > 0,
  webhook: webhooks.length > 0,
  call: webhooks.some(({ amountInvocations }) => amountInvocations > 0),
});

/** The three steps to a first message. The user can hide them, and they disappear when all are completed. */
export function Checklist({ webhooks, targets }: { webhooks: readonly Webhook[]; targets: readonly Target[] }) {
  const [hidden, setHidden] = useState(() => localStorage.getItem(HIDDEN_KEY) === 'true');
  const done = stepsDone(webhooks, targets);
  if (hidden || (done.target && done.webhook && done.call)) return null;
  const first = webhooks[0];
  const steps = [
    {
      key: 'target',
      to: '/targets/new',
      name: texts.checklist.target,
      text: texts.checklist.targetText,
      search: undefined,
      done: done.target,
    },
    {
      key: 'webhook',
      to: '/webhooks/new',
      name: texts.checklist.webhook,
      text: texts.checklist.webhookText,
      search: undefined,
      done: done.webhook,
    },
    {
      key: 'call',
      to: first ? `/webhooks/${first.id}` : undefined,
      search: { test: true as const },
      name: texts.checklist.call,
      text: texts.checklist.callText,
      done: done.call,
    },
  ];
  const hide = () => {
    localStorage.setItem(HIDDEN_KEY, 'true');
    setHidden(true);
  };
  return (
    <Panel
      title={texts.checklist.title}
      headingId="checklist"
      aside={
        <IconButton label={texts.checklist.hide} small onClick={hide}>
          <X size={16} aria-hidden />
        </IconButton>
      }
    >
      {!done.webhook && (
        // The services are loaded separately, because only new users need them.
        <Suspense fallback={<div className="mb-5 h-16 max-lg:h-27 max-md:h-38 max-sm:h-49" />}>
          <Senders />
        </Suspense>
      )}
      <ol className="grid gap-3 md:grid-cols-3">
        {steps.map((step, index) => (
          <li key={step.key} className="flex items-start gap-3">
            <span
              className={clsx(
                'grid size-6 shrink-0 place-items-center rounded-full text-label font-semibold',
                step.done ? 'bg-ok-soft text-ok' : 'bg-accent-soft text-accent-text',
              )}
            >
              {step.done ? <Check size={14} aria-hidden /> : index + 1}
            </span>
            <div className="min-w-0">
              {step.done || step.to === undefined ? (
                <span className={clsx('block min-h-6 font-medium leading-6', step.done && 'text-ink-2 line-through')}>
                  {step.name}
                  {step.done && <span className="sr-only"> ({texts.checklist.done})</span>}
                </span>
              ) : (
                <Link
                  to={step.to}
                  search={step.search ?? {}}
                  className="inline-flex min-h-6 items-center font-medium text-accent-text hover:underline"
                >
                  {step.name}
                </Link>
              )}
              <span className="block text-meta text-ink-2">{step.text}</span>
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
