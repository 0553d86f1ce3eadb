import { Link } from '@tanstack/react-router';
import { useAccount } from '../../data/account.ts';
import { useWebhooks } from '../../data/webhooks.ts';
import { webhookLook } from '../../lib/status.ts';
import type { Target } from '../../lib/wire.ts';
import { Status } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { texts } from './texts.ts';

export function Webhooks({ target }: { target: Target }) {
  // Only the webhooks' own data shows whether the plan accepts their calls.
  const webhooks = useWebhooks().data;
  return (
    <Panel title={texts.detail.webhooks} headingId="webhooks" padded={false}>
      {target.associatedWebhooks.length === 0 ? (
        <Unused target={target} />
      ) : (
        <ul className="divide-y divide-line">
          {target.associatedWebhooks.map(({ id, name, enabled }) => (
            <li key={id} className="flex items-center justify-between gap-3 px-4 py-2.5 md:px-5">
              <Link
                to="/webhooks/$id"
                params={{ id }}
                className="inline-flex min-h-6 min-w-0 items-center font-medium hover:text-accent-text hover:underline"
              >
                <span className="truncate">{name}</span>
              </Link>
              <Status look={webhookLook(webhooks?.find((webhook) => webhook.id === id) ?? { enabled })} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** The next step for a target without webhooks. */
function Unused({ target }: { target: Target }) {
  const limits = useAccount().data?.limits;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-4 md:px-5">
      <p className="text-ink-2">{texts.detail.noWebhooks}</p>
      {target.status === 'active' &&
        (limits?.webhookLimitHit ? (
          <ButtonLink data-needs="editor" to="/webhooks">
            {texts.detail.chooseInWebhook}
          </ButtonLink>
        ) : (
          <ButtonLink data-needs="editor" to="/webhooks/new" search={{ target: target.id }} tone="primary">
            {texts.detail.createWebhook}
          </ButtonLink>
        ))}
    </div>
  );
}
