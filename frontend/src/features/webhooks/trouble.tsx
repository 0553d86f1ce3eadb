import { startTransition, useEffect, useState } from 'react';
import type { Missed } from '../../data/missed.ts';
import { useWebhookStats } from '../../data/stats.ts';
import { useTargets } from '../../data/targets.ts';
import type { Target, Webhook } from '../../lib/wire.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { TargetTrouble, TroubleLine } from '../../ui/target-trouble.tsx';
import { texts } from './texts.ts';

const { trouble } = texts;

/**
 * True once the targets in {@link TroubleNotices} are known, because loading them later would move the content below.
 * It does not wait for the numbers, which can take seconds. The panels then render in a transition.
 */
export function useHealthLoaded(): boolean {
  const { isPending, failureCount } = useTargets();
  const answered = !isPending || failureCount > 0;
  const [known, setKnown] = useState(answered);
  useEffect(() => {
    if (answered) startTransition(() => setKnown(true));
  }, [answered]);
  return known;
}

/**
 * Shows the failing targets above the webhook's calls: the start of the problem, the missed messages, and the fix.
 * @param onEdit opens the form for choosing targets
 */
export function TroubleNotices({ webhook, onEdit }: { webhook: Webhook; onEdit(): void }) {
  const targets = useTargets();
  const stats = useWebhookStats(webhook.id);
  return (
    targets.data && (
      <Notices webhook={webhook} targets={targets.data} undelivered={stats.data?.undelivered} onEdit={onEdit} />
    )
  );
}

function Notices({
  webhook,
  targets,
  undelivered = [],
  onEdit,
}: {
  webhook: Webhook;
  targets: readonly Target[];
  undelivered: readonly (Missed & { targetId: number })[] | undefined;
  onEdit(): void;
}) {
  if (webhook.targetIds.length === 0)
    return (
      <TroubleLine
        tone="err"
        action={
          <Button size="small" tone="primary" onClick={onEdit}>
            {trouble.chooseTarget}
          </Button>
        }
      >
        {webhook.disabledCode === 'webhook-without-target' ? webhook.disabledReason : trouble.noTarget}
      </TroubleLine>
    );
  return webhook.targetIds.map((id) => {
    const target = targets.find((each) => each.id === id);
    const missed = undelivered.find(({ targetId }) => targetId === id);
    const show = (status: 'error' | 'pending', sentence: string) => (
      <TextLink to="/webhooks/$id" params={{ id: webhook.id }} search={{ status, target: id }}>
        {sentence}
      </TextLink>
    );
    return target && <TargetTrouble key={id} target={target} missed={missed} show={show} />;
  });
}
