import { TriangleAlert } from 'virtual:icons';
import { type ReactNode, useMemo } from 'react';
import { useTargetKinds, useTargets } from '../../data/targets.ts';
import { plural } from '../../lib/format.ts';
import type { Webhook, WebhookDraft } from '../../lib/wire.ts';
import { Notice } from '../../ui/panel.tsx';
import type { CallFacts } from './call-facts.ts';
import { MessageViews } from './message-views.tsx';
import { viewsOf } from './rules.ts';
import { texts } from './texts.ts';
import { messageOf, usePreview } from './use-preview.ts';

/** These texts are separate from the editor's, because only this preview needs them. */
const words = {
  title: 'Message preview',
  making: 'Rendering the message …',
  noWorker: 'No preview available.',
  missing: (count: number) =>
    `${plural(count, 'field')} of your template ${count === 1 ? 'is' : 'are'} not in this body.`,
} as const;

/** A JSON call that a user is about to make. */
export interface PlannedCall {
  body: string;
  /** Headers by lower-case name; they identify a known sender. */
  headers: Readonly<Record<string, string>> | undefined;
}

/** Renders a webhook's message for a call in this browser, in the layout of its targets. */
export function CallPreview({ webhook, call: { body, headers } }: { webhook: Webhook; call: PlannedCall }): ReactNode {
  const facts = useMemo(
    () => ({ body, contentType: 'application/json', ...(headers && { headers }) }),
    [body, headers],
  );
  return <MessagePreview webhook={webhook} facts={facts} />;
}

/** Renders a webhook's message for a call that has been received. */
export function MessagePreview({ webhook, facts }: { webhook: WebhookDraft; facts: CallFacts }): ReactNode {
  const targets = useTargets().data ?? [];
  const kinds = useTargetKinds().data ?? [];
  const preview = usePreview(webhook.useTemplate ? webhook.template : '', facts, webhook.name, false, webhook);
  const { message, rich, failed } = messageOf(preview);
  const missing = preview?.answer?.diagnostics.filter(({ code }) => code === 'W1').length ?? 0;
  const trouble = preview?.trouble && (preview.trouble === 'no worker' ? words.noWorker : texts.tooSlow);
  return (
    <section aria-labelledby="call-preview" className="flex min-h-40 min-w-0 flex-col gap-3">
      <h3 id="call-preview" className="font-medium">
        {words.title}
      </h3>
      {missing > 0 && (
        <Notice tone="warn" icon={<TriangleAlert size={18} aria-hidden />}>
          {words.missing(missing)}
        </Notice>
      )}
      {message === undefined ? (
        <p className={failed === undefined ? 'text-ink-2' : 'text-err'}>{trouble ?? failed ?? words.making}</p>
      ) : (
        <MessageViews
          message={message}
          rich={rich}
          views={viewsOf(webhook.targetIds, targets, kinds)}
          webhookName={webhook.name}
          split={webhook.splitMessage}
        />
      )}
    </section>
  );
}
