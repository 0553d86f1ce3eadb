import { Plus } from 'virtual:icons';
import { useState } from 'react';
import { useDeleteKey, useKeys } from '../../data/keys.ts';
import { useWebhooks } from '../../data/webhooks.ts';
import { showError, toasts } from '../../lib/services.ts';
import type { Answer } from '../../lib/wire.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, TextLink } from '../../ui/button.tsx';
import { LateConfirm } from '../../ui/late-confirm.tsx';
import { FailedLoad, Panel, Skeleton } from '../../ui/panel.tsx';
import { Ago, useNow } from '../../ui/time.tsx';
import { NewKey } from './new-key.tsx';
import { texts } from './texts.ts';

type Key = Answer<'listKeys'>['keys'][number];

/** The API keys, with their scopes, their last use, and a button to revoke each. */
export function KeysPanel() {
  const keys = useKeys();
  const [making, setMaking] = useState(false);
  const full = keys.data !== undefined && keys.data.keys.length >= keys.data.maxKeys;
  return (
    <Panel
      title={texts.keys.title}
      headingId="keys-panel"
      aside={
        !making && (
          <Button
            size="small"
            icon={<Plus size={16} aria-hidden />}
            disabled={keys.data === undefined}
            onClick={() => setMaking(true)}
          >
            {texts.keys.create}
          </Button>
        )
      }
    >
      <p className="mb-4 text-ink-2">
        {texts.keys.text}{' '}
        <TextLink to="/docs/api" hash="keys">
          {texts.keys.more}
        </TextLink>{' '}
        · <TextLink to="/user/cli">{texts.keys.code}</TextLink>
      </p>
      {making && <NewKey full={full} onDone={() => setMaking(false)} />}
      {keys.data === undefined ? (
        keys.error ? (
          <FailedLoad text={texts.keys.notLoaded} onRetry={() => void keys.refetch()} />
        ) : (
          <Skeleton className="h-14" />
        )
      ) : keys.data.keys.length === 0 ? (
        !making && <p className="text-meta text-ink-2">{texts.keys.none}</p>
      ) : (
        <ul aria-label={texts.keys.title} className="divide-y divide-line">
          {keys.data.keys.map((key) => (
            <KeyRow key={key.id} of={key} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function KeyRow({ of: { id, name, hint, scopes, webhookIds, lastUsedAt, expiresAt } }: { of: Key }) {
  const now = useNow();
  const [asking, setAsking] = useState(false);
  const revoke = useDeleteKey();
  const expires = new Date(expiresAt).getTime();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
          <code className="text-code text-ink-2">{hint}</code>
          {expires > 0 && expires <= now && <Badge tone="err">{texts.keys.expired}</Badge>}
        </p>
        <p className="text-meta text-ink-2">
          {scopes.map((scope) => texts.keys.scopes[scope].name).join(', ')} · <Used at={lastUsedAt} now={now} />
          {expires > now && (
            <>
              {' · '}
              <span className="whitespace-nowrap">{texts.keys.until(expiresAt.slice(0, 10))}</span>
            </>
          )}
        </p>
        {webhookIds && <Bound to={webhookIds} />}
      </div>
      <Button
        size="small"
        tone="danger-outline"
        busy={revoke.isPending}
        aria-label={`${texts.keys.revoke} ${name}`}
        onClick={() => setAsking(true)}
      >
        {texts.keys.revoke}
      </Button>
      {asking && (
        <LateConfirm
          title={texts.keys.revoke}
          verb={texts.keys.revoke}
          busy={revoke.isPending}
          onConfirm={() =>
            revoke.mutate(id, {
              onSuccess: () =>
                toasts.add({ severity: 'success', summary: 'Success', detail: texts.keys.revoked(name) }),
              onError: (error) => showError(error, { title: texts.keys.notRevoked }),
              onSettled: () => setAsking(false),
            })
          }
          onCancel={() => setAsking(false)}
        >
          <p>{texts.keys.question(name)}</p>
        </LateConfirm>
      )}
    </li>
  );
}

/** The names of a restricted key's webhooks. */
function Bound({ to }: { to: readonly number[] }) {
  const webhooks = useWebhooks();
  if (!webhooks.data) return null;
  const byId = new Map(webhooks.data.map(({ id, name }) => [id, name]));
  const names = to.map((id) => byId.get(id) ?? texts.keys.gone);
  return <p className="text-meta text-ink-2 wrap-anywhere">{texts.keys.only(names.join(', '))}</p>;
}

const HOUR_MS = 3_600_000;

/** The last use is stored only by the hour, so there are no minutes to show. */
function Used({ at, now }: { at: string; now: number }) {
  if (now - new Date(at).getTime() < HOUR_MS) return texts.keys.usedNow;
  return (
    <>
      {texts.keys.used} <Ago date={at} />
    </>
  );
}
