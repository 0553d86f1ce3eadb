import type { RefObject } from 'react';
import { useAccount, usePlans } from '../../data/account.ts';
import { plural } from '../../lib/format.ts';
import type { Webhook } from '../../lib/wire.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { texts } from './texts.ts';

/** A dialog for links to a call that has expired or never existed. */
export function ExpiredCallDialog({
  webhook,
  opener,
  beside,
  onClose,
}: {
  webhook: Webhook;
  opener: RefObject<HTMLElement | null>;
  /** True if the pane next to the list is open for the call. */
  beside: boolean;
  onClose(): void;
}) {
  const status = useAccount().data?.profile.status;
  const plan = usePlans().data?.find(({ name }) => name === (status === 'free' ? 'free' : 'premium'));
  const days = webhook.retentionDays ?? plan?.retentionDays;
  const { gone } = texts.details;
  return (
    <Dialog
      size="small"
      beside={beside}
      title={texts.details.title}
      onClose={onClose}
      finalFocus={opener}
      footer={
        <>
          <ButtonLink to="/docs/plans" tone="link">
            {gone.plans}
          </ButtonLink>
          <Button tone="primary" onClick={onClose}>
            {gone.toWebhook(webhook.name)}
          </Button>
        </>
      }
    >
      <p className="text-ink">{gone.text}</p>
      {days !== undefined && <p className="mt-2 text-ink-2">{gone.kept(plural(days, 'day'))}</p>}
    </Dialog>
  );
}
