import type { ReactNode } from 'react';
import { useSwitchTarget, useTargetKind } from '../../data/targets.ts';
import { useWorkspace } from '../../data/workspaces.ts';
import { formatNumber } from '../../lib/format.ts';
import { targetLook } from '../../lib/status.ts';
import type { Target } from '../../lib/wire.ts';
import { Status } from '../../ui/badge.tsx';
import { textLink } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Time } from '../../ui/time.tsx';
import { TypeName } from '../../ui/type-tile.tsx';
import { announced } from './fold.tsx';
import { type ShownOption, shownOptions } from './options.ts';
import { useNeedsConnection } from './repair.tsx';
import { texts } from './texts.ts';

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid min-h-9 grid-cols-[minmax(0,9rem)_minmax(0,1fr)] items-center gap-3 py-1.5">
      <dt className="text-ink-2 first-letter:uppercase">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

export function Facts({ target }: { target: Target }) {
  const change = useSwitchTarget(target.id);
  const kind = useTargetKind(target.targetType);
  const isViewer = useWorkspace()?.role === 'viewer';
  // A target can be enabled or disabled only after its activation, and not if it must be reconnected.
  const onlyConnects = useNeedsConnection(target);
  const switchable = ['active', 'disabled', 'inactive'].includes(target.status) && !onlyConnects;
  const toggle = (enabled: boolean): void =>
    change.mutate(
      enabled,
      announced(() => toggle(enabled)),
    );
  return (
    <Panel title={texts.detail.details} headingId="details">
      <dl>
        {onlyConnects && (
          <Fact name={texts.detail.status}>
            <Status look={targetLook(target)} />
          </Fact>
        )}
        {switchable && (
          <Fact name={texts.detail.status}>
            {isViewer ? (
              <Status look={targetLook(target)} />
            ) : (
              <Switch
                checked={target.status === 'active'}
                onChange={toggle}
                label={texts.detail.switchLabel}
                words={[texts.detail.on, targetLook(target).word]}
              />
            )}
          </Fact>
        )}
        <Fact name={texts.detail.type}>
          <TypeName type={target.targetType} />
        </Fact>
        <Fact name={texts.detail.created}>
          <Time date={target.createdAt} />
        </Fact>
        <Fact name={texts.detail.updated}>
          <Time date={target.updatedAt} />
        </Fact>
        <Fact name={texts.detail.last}>
          <Time date={target.lastDispatchAt} />
        </Fact>
        <Fact name={texts.detail.dispatches}>{formatNumber(target.numberOfDispatches)}</Fact>
        {shownOptions(target.options, kind?.fields).map((option) => (
          <Fact key={option.name} name={option.label}>
            <OptionValue option={option} />
          </Fact>
        ))}
      </dl>
    </Panel>
  );
}

function OptionValue({ option: { type, value } }: { option: ShownOption }) {
  if (type === 'date') return <Time date={value} />;
  if (type === 'text') return <span className="font-mono text-code">{value}</span>;
  return (
    <a href={value} target="_blank" rel="noopener noreferrer" className={textLink}>
      {value}
    </a>
  );
}
