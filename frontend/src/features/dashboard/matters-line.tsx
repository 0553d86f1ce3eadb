import { CircleDot } from 'lucide-react';
import { useAllOpenMatters } from '../../data/matters.ts';
import type { Webhook } from '../../lib/wire.ts';
import { TextLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/panel.tsx';
import { ReserveHeight } from '../../ui/reserve-height.tsx';
import { texts } from './texts.ts';

const words = texts.matters;

/** Maximum number of matters shown here; each webhook's page lists all of its matters. */
const SHOWN = 5;

/** The number of open matters of all webhooks, and the most severe ones; nothing if there are none. */
export function MattersLine({ webhooks }: { webhooks: readonly Webhook[] }) {
  const { matters, isCut, pending } = useAllOpenMatters(webhooks);
  const critical = matters.filter(({ severity }) => severity === 'critical');
  const others = matters.filter(({ severity }) => severity !== 'critical');
  const shown = [...critical, ...others].slice(0, SHOWN);
  return (
    <ReserveHeight what="dashboard-matters" ready={!pending}>
      {shown.length > 0 && (
        <Notice tone={critical.length > 0 ? 'warn' : 'info'} icon={<CircleDot size={18} aria-hidden />}>
          <h2 className="inline font-semibold">{words.count(matters.length, critical.length, isCut)}</h2>{' '}
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
        </Notice>
      )}
    </ReserveHeight>
  );
}
