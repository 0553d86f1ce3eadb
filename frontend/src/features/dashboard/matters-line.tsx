import { CircleDot } from 'virtual:icons';
import type { ReactNode } from 'react';
import { useAllOpenMatters } from '../../data/matters.ts';
import type { Webhook } from '../../lib/wire.ts';
import { ButtonLink, TextLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/panel.tsx';
import { ReserveHeight } from '../../ui/reserve-height.tsx';
import { Ago } from '../../ui/time.tsx';
import { texts } from './texts.ts';

const words = texts.matters;

/** Maximum number of matters shown here; each webhook's page lists all of its matters. */
const SHOWN = 5;

interface Props {
  webhooks: readonly Webhook[];
  /** Shown if there are no open matters. */
  without: ReactNode;
}

/** The number and age of all webhooks' open matters, the most severe ones, and a button for each of their webhooks. */
export function MattersLine({ webhooks, without }: Props) {
  const { matters, isCut, pending, isError } = useAllOpenMatters(webhooks);
  const critical = matters.filter(({ severity }) => severity === 'critical');
  const others = matters.filter(({ severity }) => severity !== 'critical');
  const shown = [...critical, ...others].slice(0, SHOWN);
  const oldest = matters.map(({ openedAt }) => openedAt).toSorted()[0];
  const theirs = webhooks.filter((each) => shown.some(({ webhook }) => webhook.id === each.id));
  return (
    <ReserveHeight what="dashboard-matters" ready={!pending}>
      {oldest === undefined ? (
        // A list that could not be loaded may have open matters.
        !isError && without
      ) : (
        <Notice tone={critical.length > 0 ? 'warn' : 'info'} icon={<CircleDot size={18} aria-hidden />}>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <div className="min-w-0">
              <h2 className="inline font-semibold">{words.count(matters.length, critical.length, isCut)}</h2>
              {words.oldest(matters.length)} <Ago date={oldest} />:{' '}
              <ul className="inline">
                {shown.map(({ webhook, invocationId, title }) => (
                  <li key={invocationId} className="mr-3 inline">
                    <TextLink to="/webhooks/$id" params={{ id: webhook.id }} search={{ inv: invocationId }}>
                      {title || words.noTitle}
                    </TextLink>{' '}
                    ({webhook.name})
                  </li>
                ))}
              </ul>
              {matters.length > SHOWN && words.more(matters.length - SHOWN)}
            </div>
            <div className="flex flex-wrap gap-2">
              {theirs.map(({ id, name }) => (
                <ButtonLink key={id} to="/webhooks/$id" params={{ id }} size="small" className="max-w-60">
                  <span className="truncate">{words.view(theirs.length > 1 ? name : undefined)}</span>
                </ButtonLink>
              ))}
            </div>
          </div>
        </Notice>
      )}
    </ReserveHeight>
  );
}
