import { clsx } from 'clsx';
import { useState } from 'react';
import type { RichMessage } from '../../../../lambdas/templates/rich/tree.ts';
import { isNever } from '../../lib/time.ts';
import type { Dispatch } from '../../lib/wire.ts';
import { CopyButton } from '../../ui/copy.tsx';
import { DeliveredMessage, SHOWN_CHARACTERS } from '../../ui/delivered-message.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { TypeTile } from '../../ui/type-tile.tsx';
import { alikeMessages } from './dispatch-rules.ts';
import { texts } from './texts.ts';

/**
 * A call's message in its provider's layout. If targets got different messages, the user can switch between them.
 * @param webhookName the webhook's name in messages
 * @param receivedAt the call’s time, for a message without attempts
 */
export function SentMessages({
  dispatches,
  webhookName,
  receivedAt,
}: {
  dispatches: readonly Dispatch[];
  webhookName: string;
  receivedAt: string | undefined;
}) {
  const [chosen, setChosen] = useState<string>();
  const groups = alikeMessages(dispatches);
  const shown = (groups.find((group) => group.some(({ id }) => id === chosen)) ?? groups[0])?.[0];
  if (!shown) return null;
  const { renderedMessage: text, rich, dispatchedAt, target, fallbackFor, escalation } = shown;
  const lead = (fallbackFor ?? escalation) && text.split('\n', 1)[0];
  const at = isNever(dispatchedAt) ? receivedAt : dispatchedAt;
  return (
    <div className="mb-3">
      {groups.length > 1 && (
        <fieldset aria-label={texts.details.messages} className="mb-2 flex min-w-0 flex-wrap gap-1.5">
          {groups.map((group) => (
            <button
              key={group[0]?.id}
              type="button"
              aria-pressed={group[0] === shown}
              onClick={() => setChosen(group[0]?.id)}
              className={clsx(
                'flex min-h-8 items-center gap-1.5 rounded-control border py-0.5 pr-2.5 pl-1 text-meta',
                group[0] === shown
                  ? 'border-accent bg-accent-soft font-medium text-ink'
                  : 'border-line text-ink-2 hover:bg-sunken hover:text-ink',
              )}
            >
              <TypeTile type={group[0]?.target.targetType ?? ''} size="small" />
              <span className="wrap-anywhere">{group.map((each) => each.target.name).join(', ')}</span>
            </button>
          ))}
        </fieldset>
      )}
      <ScrollBox as="div" className="flex max-h-72 flex-col rounded-control border border-line p-3">
        <DeliveredMessage
          slug={target.targetType}
          shown={{ text, rich: rich as RichMessage | undefined, webhookName, lead, at }}
        />
      </ScrollBox>
      {text.length > SHOWN_CHARACTERS && (
        <p className="mt-1.5 flex flex-wrap items-center gap-x-2 text-meta text-warn">
          {texts.details.messageCut}
          <CopyButton text={text} label={texts.details.copyMessage} detail={texts.details.messageCopied} small />
        </p>
      )}
    </div>
  );
}
