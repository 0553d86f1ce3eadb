import proofNames from 'virtual:proof-names';
import { ShieldAlert, ShieldCheck, ShieldQuestionMark } from 'lucide-react';
import { useRejections, useVerification, type Verification } from '../../data/verification.ts';
import { formatNumber } from '../../lib/format.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/panel.tsx';
import { texts } from './texts.ts';

const { bar } = texts;
const MOST_LISTED = 50;

/**
 * Verification of a webhook, in a sentence, with the ways to choose it and to what was rejected. Always of the same
 * height.
 */
export function WhoBar({ webhookId }: { webhookId: number }) {
  const { data, isError } = useVerification(webhookId);
  const refused = useRejections(webhookId, data?.mode === 'enforce').data?.length ?? 0;
  const Icon = data?.mode === 'enforce' ? ShieldCheck : data?.mode === 'report' ? ShieldAlert : ShieldQuestionMark;
  const tone = data?.mode === 'enforce' ? 'text-ok' : data?.mode === 'report' ? 'text-warn' : 'text-ink-3';
  return (
    <section
      aria-label={bar.label}
      className="flex min-h-11 min-w-0 items-center gap-2.5 py-1 pr-1.5 pl-3.5 text-meta max-sm:min-h-14"
    >
      <Icon size={17} aria-hidden className={`shrink-0 ${tone}`} />
      <div className="min-w-0 flex-1 text-ink-2">
        {data ? inWords(data) : isError ? bar.failed : <Skeleton className="h-4 w-64 max-w-full" />}
      </div>
      {refused > 0 && (
        <ButtonLink to="." search={(old) => ({ ...old, refused: true })} resetScroll={false} size="small">
          {bar.refused(refused < MOST_LISTED ? formatNumber(refused) : `${MOST_LISTED}+`)}
        </ButtonLink>
      )}
      <ButtonLink to="." search={(old) => ({ ...old, who: true })} resetScroll={false} size="small" tone="link">
        {data && (data.mode !== 'off' || data.sender !== null) ? bar.change : bar.choose}
        <span className="sr-only"> {bar.label.toLowerCase()}</span>
      </ButtonLink>
    </section>
  );
}

/** The choice as a sentence. */
export function inWords({ mode, sender, allowIps, secrets }: Verification): string {
  const { name = sender, isKept = true } = sender === null ? {} : (proofNames[sender] ?? {});
  const from = bar.addresses(allowIps.length);
  if (mode === 'off') return name === null ? bar.anybody : bar.off(name);
  if (name === null) return mode === 'enforce' ? bar.enforceAddresses(from) : bar.reportAddresses(from);
  const rule = mode === 'report' ? bar.report : isKept ? bar.enforce : bar.enforceSent;
  return [rule(name), allowIps.length > 0 && bar.andAddresses(from), secrets.length === 0 && bar.noSecretYet]
    .filter(Boolean)
    .join(' ');
}
