import { ExternalLink } from 'virtual:icons';
import { Spinner, textLink } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { useNow } from '../../ui/time.tsx';
import type { Activation } from './rules.ts';
import { texts } from './texts.ts';

/** The code in large letters, with instructions and the state of the wait. */
export function ActivationCode({ activation, onRenew }: { activation: Activation; onRenew(): void }) {
  const now = useNow();
  const expired = activation.expiresAt !== undefined && new Date(activation.expiresAt).getTime() < now;
  return (
    <div className="flex flex-col gap-3">
      <p>
        {activation.number ? texts.dialog.codeTextNumber(activation.number) : texts.dialog.codeText(activation.bot)}
      </p>
      <div className="flex items-center justify-between gap-2 rounded-control border border-line bg-sunken py-2 pr-2 pl-4">
        <code className="min-w-0 font-mono text-[18px]/7 font-medium tracking-[0.06em] wrap-anywhere select-all">
          {activation.key}
        </code>
        <CopyButton text={activation.key} label={texts.dialog.copyCode} detail={texts.dialog.codeCopied} />
      </div>
      {(activation.url || activation.groupUrl) && (
        <p className="flex flex-wrap gap-x-5 gap-y-1">
          {activation.url && (
            <Outside href={activation.url}>{activation.number ? texts.dialog.openNumber : texts.dialog.open}</Outside>
          )}
          {activation.groupUrl && <Outside href={activation.groupUrl}>{texts.dialog.openGroup}</Outside>}
        </p>
      )}
      <p role="status" className="flex items-center gap-2 text-meta text-ink-2">
        {expired ? (
          <>
            {texts.dialog.expired}
            <button type="button" className={textLink} onClick={onRenew}>
              {texts.dialog.renew}
            </button>
          </>
        ) : (
          <>
            <Spinner />
            {texts.dialog.waiting}
          </>
        )}
      </p>
    </div>
  );
}

const Outside = ({ href, children }: { href: string; children: string }) => (
  <a href={href} target="_blank" rel="noreferrer" className={`${textLink} inline-flex min-h-6 items-center gap-1.5`}>
    {children}
    <ExternalLink size={14} aria-hidden />
    <span className="sr-only"> (opens a new tab)</span>
  </a>
);
