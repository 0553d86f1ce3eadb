import { Undo2, WandSparkles } from 'virtual:icons';
import { useState } from 'react';
import type { ReadyMade } from '../../../../lambdas/templates/ready-made/ready-made.ts';
import type { WebhookDraft } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import type { CallFacts } from './call-facts.ts';
import { ShareTemplate } from './share-template.tsx';

/** The editor loads these texts only with these buttons. */
const texts = {
  use: (label: string) => `Use the ${label} template`,
  start: 'Start from this call’s values',
  used: 'Replaced your template.',
  undo: 'Undo',
} as const;

const { Part: StartDialog } = lazyDialog(() => import('./start-dialog.tsx').then((module) => module.StartDialog));

/** Starts a template from the call or its service's template, restores the earlier one, and copies a link to it. */
export default function TemplateActions({
  webhook,
  template,
  facts,
  readyMade,
  onReplace,
  onUndo,
}: {
  webhook: WebhookDraft | undefined;
  template: string;
  facts: CallFacts;
  /** The template for the call's service; undefined if it is unknown or in use. */
  readyMade: ReadyMade | undefined;
  onReplace(template: string): void;
  /** Restores the text that another template replaced; undefined if nothing was replaced. */
  onUndo: (() => void) | undefined;
}) {
  const [isStarting, setStarting] = useState(false);
  return (
    <span className="flex min-w-0 items-center gap-2">
      {onUndo ? (
        <>
          <span className="truncate text-meta text-ink-2">{texts.used}</span>
          <Button size="small" icon={<Undo2 size={14} aria-hidden />} onClick={onUndo}>
            {texts.undo}
          </Button>
        </>
      ) : (
        <Button
          size="small"
          icon={<WandSparkles size={14} aria-hidden />}
          className="min-w-0 !shrink"
          onClick={() => (readyMade ? onReplace(readyMade.template) : setStarting(true))}
        >
          <span className="truncate">{readyMade ? texts.use(readyMade.label) : texts.start}</span>
        </Button>
      )}
      <ShareTemplate template={template} onOpen={onReplace} />
      {isStarting && (
        <StartDialog
          title={texts.start}
          webhook={webhook && { ...webhook, template }}
          facts={facts}
          onUse={onReplace}
          onClose={() => setStarting(false)}
        />
      )}
    </span>
  );
}
