import { Plus } from 'virtual:icons';
import { type ReactNode, useState } from 'react';
import { usePasskeys } from '../../data/passkeys.ts';
import { isNever } from '../../lib/time.ts';
import type { Answer } from '../../lib/wire.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { FailedLoad, Panel, Skeleton } from '../../ui/panel.tsx';
import { Ago, Day } from '../../ui/time.tsx';
import type { PasskeyChange } from './passkey-dialog.tsx';
import { passkeyTexts as texts } from './passkey-texts.ts';

type Passkeys = Answer<'listPasskeys'>;

const { Part: PasskeyDialog } = lazyDialog(() => import('./passkey-dialog.tsx').then((module) => module.PasskeyDialog));

/** The passkeys, and whether a sign-in with the password needs one. */
export function PasskeysPanel({ confirmed }: { confirmed: boolean }) {
  const passkeys = usePasskeys();
  const [change, setChange] = useState<PasskeyChange>();
  const isFull = passkeys.data !== undefined && passkeys.data.passkeys.length >= passkeys.data.maxPasskeys;
  return (
    <Panel
      title={texts.title}
      headingId="sign-in"
      aside={
        <Button
          size="small"
          icon={<Plus size={16} aria-hidden />}
          disabled={passkeys.data === undefined || isFull || !confirmed}
          onClick={() => setChange({ does: 'add' })}
        >
          {texts.add}
        </Button>
      }
    >
      <p className="mb-4 text-ink-2">
        {texts.text}{' '}
        <TextLink to="/docs/account" hash="passkeys">
          {texts.more}
        </TextLink>
      </p>
      {!confirmed && <p className="mb-4 text-meta text-ink-2">{texts.unconfirmed}</p>}
      {passkeys.data === undefined ? (
        passkeys.error ? (
          <FailedLoad text={texts.notLoaded} onRetry={() => void passkeys.refetch()} />
        ) : (
          <Skeleton className="h-14" />
        )
      ) : passkeys.data.passkeys.length === 0 ? (
        <p className="text-meta text-ink-2">{texts.none}</p>
      ) : (
        <>
          {isFull && <p className="mb-2 text-meta text-ink-2">{texts.full(passkeys.data.maxPasskeys)}</p>}
          <List of={passkeys.data} onChange={setChange} />
          <SecondFactor of={passkeys.data} onChange={setChange} />
        </>
      )}
      {change && <PasskeyDialog change={change} onClose={() => setChange(undefined)} />}
    </Panel>
  );
}

interface Part {
  of: Passkeys;
  onChange(change: PasskeyChange): void;
}

function List({ of: { passkeys }, onChange }: Part) {
  const isLast = passkeys.length === 1;
  return (
    <ul aria-label={texts.list} className="divide-y divide-line">
      {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
        <Row
          key={id}
          name={name}
          facts={
            <>
              {texts.added} <Day date={createdAt} /> ·{' '}
              {isNever(lastUsedAt) ? (
                texts.unused
              ) : (
                <>
                  {texts.used} <Ago date={lastUsedAt} />
                </>
              )}
            </>
          }
        >
          <Button
            size="small"
            aria-label={`${texts.rename} ${name}`}
            onClick={() => onChange({ does: 'rename', id, name, isLast })}
          >
            {texts.rename}
          </Button>
          <Button
            size="small"
            tone="danger-outline"
            aria-label={`${texts.remove} ${name}`}
            onClick={() => onChange({ does: 'remove', id, name, isLast })}
          >
            {texts.remove}
          </Button>
        </Row>
      ))}
    </ul>
  );
}

function Row({ name, facts, children }: { name: string; facts: ReactNode; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-meta text-ink-2">{facts}</p>
      </div>
      <div className="flex gap-2">{children}</div>
    </li>
  );
}

function SecondFactor({ of: { secondFactor, recoveryCodesLeft }, onChange }: Part) {
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium">{texts.second}</p>
        <p className="text-meta text-ink-2">
          {secondFactor ? texts.secondHint.on(recoveryCodesLeft) : texts.secondHint.off}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {secondFactor && (
          <Button size="small" onClick={() => onChange({ does: 'renew' })}>
            {texts.renew}
          </Button>
        )}
        <Button size="small" onClick={() => onChange({ does: secondFactor ? 'turnOff' : 'turnOn' })}>
          {secondFactor ? texts.turnOff : texts.turnOn}
        </Button>
      </div>
    </div>
  );
}
