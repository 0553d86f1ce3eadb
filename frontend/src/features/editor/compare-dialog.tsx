import { TriangleAlert } from 'virtual:icons';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { formatError } from '../../../../lambdas/templates/format-error.ts';
import type { RenderResult } from '../../../../lambdas/templates/render.ts';
import { lastCallsQuery } from '../../data/invocations.ts';
import type { StatusLook } from '../../lib/status.ts';
import type { Invocation, Webhook } from '../../lib/wire.ts';
import { Status } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice, Skeleton } from '../../ui/panel.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { Time } from '../../ui/time.tsx';
import type { CompareAnswer } from './answer.ts';
import { factsOf, shownBody } from './call-facts.ts';
import { countVerdicts, type Verdict, verdictOf } from './compare.ts';
import { openRenderer } from './start-worker.ts';
import { texts } from './texts.ts';

const looks: Record<Verdict, StatusLook> = {
  same: { word: texts.compare.verdicts.same, tone: 'idle', icon: 'check' },
  changed: { word: texts.compare.verdicts.changed, tone: 'accent', icon: 'retry' },
  fixed: { word: texts.compare.verdicts.fixed, tone: 'ok', icon: 'check' },
  breaks: { word: texts.compare.verdicts.breaks, tone: 'err', icon: 'cross' },
  fails: { word: texts.compare.verdicts.fails, tone: 'err', icon: 'cross' },
  unknown: { word: texts.compare.verdicts.unknown, tone: 'idle', icon: 'dashed' },
};

/** This code is loaded only for rich messages. */
const PlainRich = lazy(() => import('../../ui/rich-look.tsx').then((module) => ({ default: module.PlainRich })));

/** Results by invocation id. A call without an entry is still being compared. */
type Results = ReadonlyMap<string, { verdict: Verdict; compared?: CompareAnswer }>;

/** Compares the messages of old and new template for the webhook's latest calls, before the template is saved. */
export function CompareDialog({
  webhook,
  template,
  busy,
  onSave,
  onClose,
}: {
  webhook: Webhook;
  template: string;
  busy: boolean;
  onSave(): void;
  onClose(): void;
}) {
  const calls = useQuery({ ...lastCallsQuery(webhook.id, 'full'), meta: { silent: true } });
  const results = useComparison(calls.data, webhook, template);
  const save = useRef<HTMLButtonElement>(null);
  const verdicts = [...results.values()].map(({ verdict }) => verdict);
  const done = calls.data !== undefined && results.size === calls.data.length;
  return (
    <Dialog
      size="large"
      // The buttons stay in place while the comparison loads.
      steady={webhook.amountInvocations > 0}
      title={texts.compare.title}
      onClose={onClose}
      initialFocus={save}
      action={
        <Button ref={save} tone="primary" busy={busy} onClick={onSave}>
          {texts.compare.save}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {calls.isError ? (
          <Notice tone="warn" icon={<TriangleAlert size={18} aria-hidden />}>
            {texts.compare.failed}
          </Notice>
        ) : calls.data?.length === 0 ? (
          <p className="text-ink-2 wrap-anywhere">{texts.compare.noCalls(webhook.name)}</p>
        ) : (
          <>
            {calls.data && (
              <p className="text-ink-2 wrap-anywhere">{texts.compare.lead(webhook.name, calls.data.length)}</p>
            )}
            <p role="status" className="flex min-h-6 flex-wrap gap-2 text-meta">
              {done
                ? countVerdicts(verdicts).map(([verdict, count]) => (
                    <Status key={verdict} look={{ ...looks[verdict], word: `${looks[verdict].word}: ${count}` }} />
                  ))
                : texts.compare.working}
            </p>
            {calls.data === undefined && <Skeleton className="h-24 w-full" />}
            <ol className="flex flex-col gap-3">
              {calls.data?.map((call) => (
                <Row key={call.id} call={call} result={results.get(call.id)} />
              ))}
            </ol>
          </>
        )}
      </div>
    </Dialog>
  );
}

function useComparison(calls: readonly Invocation[] | undefined, webhook: Webhook, template: string): Results {
  const [results, setResults] = useState<Results>(new Map());
  const written = {
    webhookName: webhook.name,
    format: webhook.format,
    timeZone: webhook.timeZone,
    subject: webhook.subject,
  };
  // The compared versions, fixed when the dialog opens.
  const rules = useRef({
    before: { ...written, useTemplate: webhook.useTemplate, template: webhook.template },
    after: { ...written, useTemplate: true, template },
  });
  const started = useRef<readonly Invocation[]>(undefined);
  useEffect(() => {
    if (!calls || started.current) return;
    started.current = calls;
    const renderer = openRenderer();
    let open = true;
    const compareAll = async () => {
      for (const call of calls) {
        const compared = call.rawBodyTruncated
          ? undefined
          : await renderer
              .ask({ kind: 'compare', facts: factsOf(shownBody(call), call), ...rules.current })
              .catch(() => undefined);
        if (!open) return;
        const result = { verdict: verdictOf(compared), ...(compared && { compared }) };
        setResults((old) => new Map(old).set(call.id, result));
      }
      renderer.close();
    };
    void compareAll();
    return () => {
      open = false;
      started.current = undefined;
      renderer.close();
    };
  }, [calls]);
  return results;
}

function Row({
  call,
  result,
}: {
  call: Invocation;
  result: { verdict: Verdict; compared?: CompareAnswer } | undefined;
}) {
  return (
    <li className="rounded-panel border border-line">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-2 px-3.5 py-1.5">
        <Time date={call.invokedAt} className="text-meta" />
        {result ? <Status look={looks[result.verdict]} /> : <Skeleton className="h-6 w-20" />}
      </div>
      {result && (
        <div className="border-t border-line">
          {result.compared ? (
            <Sides compared={result.compared} same={result.verdict === 'same'} />
          ) : (
            <p className="px-3.5 py-2.5 text-meta text-ink-2">{texts.compare.unknown}</p>
          )}
        </div>
      )}
    </li>
  );
}

function Sides({ compared, same }: { compared: CompareAnswer; same: boolean }) {
  if (same) return <Side label={texts.compare.both} result={compared.after} />;
  return (
    <div className="grid divide-line max-md:divide-y md:grid-cols-2 md:divide-x">
      <Side label={texts.compare.before} result={compared.before} />
      <Side label={texts.compare.after} result={compared.after} />
    </div>
  );
}

function Side({ label, result }: { label: string; result: RenderResult }) {
  const failed = 'error' in result;
  const text = failed ? formatError(result.error) : result.message;
  return (
    <div className="min-w-0 px-3.5 py-2.5">
      <h3 className="text-label font-[550] text-ink-2">{label}</h3>
      <ScrollBox className={`mt-1 max-h-40 text-meta whitespace-pre-wrap wrap-anywhere ${failed ? 'text-err' : ''}`}>
        {text.trim() === '' ? (
          <i className="text-ink-2">{texts.compare.empty}</i>
        ) : failed || !result.rich ? (
          text
        ) : (
          <Suspense fallback={text}>
            <PlainRich rich={result.rich} />
          </Suspense>
        )}
      </ScrollBox>
    </div>
  );
}
