import { useState } from 'react';
import { MAX_MATTER_MESSAGES } from '#contract/bounds';
import { useAcknowledge } from '../../data/acknowledgement.ts';
import { useOpenMatters } from '../../data/matters.ts';
import { useTargets } from '../../data/targets.ts';
import { listOf, plural } from '../../lib/format.ts';
import { showError } from '../../lib/services.ts';
import { severityLooks } from '../../lib/severity.ts';
import type { Answer } from '../../lib/wire.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, TextLink } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { ReserveHeight } from '../../ui/reserve-height.tsx';
import { Ago } from '../../ui/time.tsx';

type Matter = Answer<'listMatters'>[number];

const words = {
  title: 'Open matters',
  noTitle: 'Untitled',
  opened: 'opened',
  acknowledgedBy: 'Acknowledged by',
  acknowledge: 'Acknowledge',
  failed: 'Not acknowledged',
  onlyWaiting: (count: number) => `Waiting for acknowledgement only (${count})`,
  cut: `This list covers ${MAX_MATTER_MESSAGES} messages. There may be more matters.`,
} as const;

/** A webhook's open matters, each with a link to its latest call; nothing if there are none. */
export function OpenMatters({ webhookId }: { webhookId: number }) {
  const { data, isError } = useOpenMatters(webhookId);
  return (
    <ReserveHeight what={`matters-${webhookId}`} ready={data !== undefined || isError}>
      {data && data.open.length > 0 && <Matters matters={data.open} isCut={data.isCut} />}
    </ReserveHeight>
  );
}

function Matters({ matters, isCut }: { matters: readonly Matter[]; isCut: boolean }) {
  const targets = useTargets().data ?? [];
  const [isFiltered, setFiltered] = useState(false);
  const waiting = matters.filter(({ waitingInvocationId }) => waitingInvocationId !== undefined);
  const canFilter = waiting.length > 0 && waiting.length < matters.length;
  const shown = canFilter && isFiltered ? waiting : matters;
  return (
    <section
      aria-label={words.title}
      className="min-w-0 rounded-panel border border-line bg-surface px-3.5 py-2 text-meta shadow-panel"
    >
      <div className="mb-1 flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="font-semibold">{words.title}</h2>
        {canFilter && (
          <Checkbox
            checked={isFiltered}
            label={words.onlyWaiting(waiting.length)}
            onChange={(event) => setFiltered(event.currentTarget.checked)}
          />
        )}
      </div>
      <ul className="flex max-h-48 flex-col gap-1 overflow-y-auto">
        {shown.map(({ title, severity, count, openedAt, invocationId, targetIds, ...matter }) => (
          <li key={invocationId} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2">
            <Badge tone={severityLooks[severity].tone}>{severityLooks[severity].word}</Badge>
            <TextLink
              to="."
              search={(old) => ({ ...old, inv: invocationId })}
              resetScroll={false}
              className="min-w-40 flex-1 truncate"
            >
              {title || words.noTitle}
            </TextLink>
            <span>{listOf(targets.filter(({ id }) => targetIds.includes(id)).map(({ name }) => name))}</span>
            {matter.acknowledgedBy && (
              <span>
                {words.acknowledgedBy} {matter.acknowledgedBy}
              </span>
            )}
            <span>
              {count !== undefined && `${plural(count, 'call')} · `}
              {words.opened} <Ago date={openedAt} />
            </span>
            {matter.waitingInvocationId && <Acknowledge id={matter.waitingInvocationId} title={title} />}
          </li>
        ))}
      </ul>
      {isCut && <p className="text-ink-2">{words.cut}</p>}
    </section>
  );
}

function Acknowledge({ id, title }: { id: string; title: string }) {
  const { mutate, isPending } = useAcknowledge();
  return (
    <Button
      data-needs="editor"
      size="small"
      aria-label={`${words.acknowledge}: ${title || words.noTitle}`}
      busy={isPending}
      onClick={() => mutate(id, { onError: (error) => showError(error, { title: words.failed }) })}
    >
      {words.acknowledge}
    </Button>
  );
}
