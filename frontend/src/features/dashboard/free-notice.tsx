import { Sparkles } from 'virtual:icons';
import { usePlans } from '../../data/account.ts';
import { formatEuros, formatNumber, plural } from '../../lib/format.ts';
import { TextLink } from '../../ui/button.tsx';
import { Notice, Skeleton } from '../../ui/panel.tsx';
import { texts } from './texts.ts';

/** The limits of the free plan and the benefits of premium, as the API reports them. */
export function FreeNotice() {
  const plans = usePlans();
  if (plans.isPending) return <Skeleton className="h-11 w-full !rounded-panel" />;
  const free = plans.data?.find(({ name }) => name === 'free');
  const premium = plans.data?.find(({ name }) => name === 'premium');
  return (
    <Notice icon={<Sparkles size={18} aria-hidden />}>
      <b className="font-semibold">{texts.free.lead}</b>{' '}
      {free &&
        texts.free.holds(
          plural(free.maxWebhooks, 'webhook'),
          free.maxTargets === null ? 'unlimited targets' : plural(free.maxTargets, 'target'),
          formatNumber(free.maxInvocationsPerDay),
        )}{' '}
      {premium && (
        <>
          <TextLink to="/user/settings">{texts.free.premium}</TextLink>{' '}
          {texts.free.gives(
            plural(premium.maxWebhooks, 'webhook'),
            formatNumber(premium.maxInvocationsPerDay),
            formatEuros(premium.priceCents),
          )}
        </>
      )}
    </Notice>
  );
}
