import { ArrowRight } from 'virtual:icons';
import { useRenewActivation } from '../../data/targets.ts';
import { safeRedirect } from '../../lib/safe-redirect.ts';
import { showError } from '../../lib/services.ts';
import type { Target } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { FormerChannel } from '../../ui/trouble-fix.tsx';
import { TypeName } from '../../ui/type-tile.tsx';
import { ActivationCode } from './activation.tsx';
import { activationOf } from './rules.ts';
import { texts } from './texts.ts';
import { useActivation } from './use-activation.ts';

/** The remaining setup steps of a pending target: its code again, or the link to the provider. */
export function Onboarding({ target }: { target: Target }) {
  if (activationOf(target.options)) return <WaitingForCode target={target} />;
  return safeRedirect(target.options.AuthUrl) === undefined ? null : <ContinueAtProvider target={target} />;
}

/** The link to the provider. If it is too old, a new one is requested. */
function ContinueAtProvider({ target }: { target: Target }) {
  const renewal = useRenewActivation(target.id);
  const go = (options: Target['options']) => {
    const url = safeRedirect(options.AuthUrl);
    if (url !== undefined) location.assign(url);
  };
  const press = () => {
    const { expires_at: end } = target.options;
    if (typeof end === 'string' && new Date(end).getTime() > Date.now()) return go(target.options);
    renewal.mutate(undefined, {
      onSuccess: ({ options }) => go(options),
      onError: (error) => showError(error, { title: texts.detail.notConnected, again: press }),
    });
  };
  return (
    <Panel title={texts.detail.finish} headingId="finish">
      <Button data-needs="editor" tone="primary" busy={renewal.isPending} onClick={press}>
        <span>
          {texts.detail.continueAt} <TypeName type={target.targetType} />
        </span>
        <ArrowRight size={16} aria-hidden />
      </Button>{' '}
      <FormerChannel target={target} />
    </Panel>
  );
}

function WaitingForCode({ target }: { target: Target }) {
  const { activation, renew } = useActivation(target);
  return (
    <Panel title={texts.detail.finish} headingId="finish">
      {activation && <ActivationCode activation={activation} onRenew={renew} />}
    </Panel>
  );
}
