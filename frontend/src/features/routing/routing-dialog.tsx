import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { lastCallsQuery } from '../../data/invocations.ts';
import { type Previewed, type Rule, type Rules, usePreviewRouting } from '../../data/routing.ts';
import { useOrdered, useTargets } from '../../data/targets.ts';
import { useUpdateWebhook } from '../../data/webhooks.ts';
import { ApiError, refusalOf } from '../../lib/errors.ts';
import { toasts } from '../../lib/services.ts';
import { targetLook } from '../../lib/status.ts';
import { settingsOf, type Webhook } from '../../lib/wire.ts';
import { Button, Submit } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { LateConfirm } from '../../ui/late-confirm.tsx';
import { eventsOf, fieldsOf, readCall } from './call-fields.ts';
import { type Decided, PreviewGrid } from './preview-grid.tsx';
import { RuleFields } from './rule-fields.tsx';
import { isIncomplete, isSameChoice, newRule, rulesToSave, wrongRules } from './rules.ts';
import { reasonOf, sentenceOf } from './sentence.ts';
import { texts } from './texts.ts';

const words = texts.dialog;

/** Delay between the last change and a preview. */
const PREVIEW_AFTER_MS = 800;

/** Maximum number of targets whose rules are all open. */
const OPEN = 2;

/** Scrolls to the error, because Save is at the end of a long form. */
const intoView = (box: HTMLElement | null) => box?.scrollIntoView?.({ block: 'nearest' });

/** Edits a webhook's routing, and previews the rules on recent calls before they are saved. */
export function RoutingDialog({ webhook, onClose }: { webhook: Webhook; onClose(): void }) {
  const [rules, setRules] = useState<Rules>(webhook.routing);
  const [isLeaving, setLeaving] = useState(false);
  const targets = useTargets().data;
  const ordered = useOrdered(webhook.targetIds);
  const latest = useQuery(lastCallsQuery(webhook.id, 'full')).data;
  const [events, fields] = useMemo(() => {
    const calls = (latest ?? []).map(readCall);
    return [eventsOf(calls), fieldsOf(calls)] as const;
  }, [latest]);
  const save = useUpdateWebhook(webhook.id);
  const preview = usePreviewRouting(webhook.id);
  const nameOf = (id: number) => targets?.find((target) => target.id === id)?.name ?? String(id);
  const notWorking = (id: number) => {
    const target = targets?.find((target) => target.id === id);
    const look = target && targetLook(target);
    return look?.tone === 'ok' ? undefined : look?.word;
  };
  const wanted = rulesToSave(rules, webhook.targetIds);
  const isChanged = !isSameChoice(wanted, rulesToSave(webhook.routing, webhook.targetIds));
  const close = () => (isChanged ? setLeaving(true) : onClose());
  const unfinished = wanted.find(isIncomplete);
  const problem = unfinished
    ? words.incompleteRule(nameOf(unfinished.targetId))
    : wanted.filter(({ otherwise }) => otherwise).length > 1
      ? words.oneOtherwise
      : undefined;
  const told = (error: Error) => {
    const { messages, code } = refusalOf(error);
    const wrong = error instanceof ApiError ? wrongRules(error.errors, wanted, nameOf) : [];
    return { messages: wrong.length > 0 ? wrong : messages, code };
  };
  const refusal = save.error ? told(save.error) : undefined;
  const first = useRef<HTMLElement>(null);
  const change = (rule: Rule) => {
    setRules((old) => [...old.filter(({ targetId }) => targetId !== rule.targetId), rule]);
    preview.reset();
    save.reset();
  };
  // Previews each change next to the rules, after a short delay.
  const { mutate: tryOut } = preview;
  const asked = isChanged && problem === undefined ? JSON.stringify(wanted) : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change to the rules to save restarts the timer.
  useEffect(() => {
    if (asked === undefined) return;
    const later = setTimeout(() => tryOut(wanted), PREVIEW_AFTER_MS);
    return () => clearTimeout(later);
  }, [asked]);
  // The results before a change stay until the next ones, so the table does not come and go.
  const [shown, setShown] = useState<{ of: Previewed; rules: Rules }>();
  if (preview.data && preview.data !== shown?.of) setShown({ of: preview.data, rules: preview.variables });
  const isChecking = preview.isPending || (asked !== undefined && !preview.data && !preview.error);
  const previewed = preview.data ?? (isChecking ? shown?.of : undefined);
  const plainReason = ({ by, targetId }: Decided) =>
    reasonOf(
      by,
      shown?.rules.find((rule) => rule.targetId === targetId),
      events,
    );
  const box = useRef<HTMLElement>(null);
  const submit = () =>
    save.mutate(
      { ...settingsOf(webhook), routing: wanted },
      {
        onSuccess: () => {
          toasts.add({ severity: 'success', summary: words.saved, detail: words.savedDetail });
          onClose();
        },
      },
    );
  return (
    <Dialog
      size="wide"
      steady
      title={words.title}
      onClose={close}
      initialFocus={first}
      note={problem}
      action={
        <Submit data-needs="editor" form="routing" busy={save.isPending} disabled={problem !== undefined}>
          {words.save}
        </Submit>
      }
    >
      <Form id="routing" className="flex flex-col gap-4" ready={problem === undefined} onSubmit={submit}>
        {refusal && (
          <div ref={intoView}>
            <FormError title={words.notSaved} refusal={refusal} />
          </div>
        )}
        <p className="text-meta text-ink-2">{words.lead}</p>
        <div className="grid items-start gap-4 lg:grid-cols-[4fr_3fr]">
          <div className="flex min-w-0 flex-col gap-4">
            {ordered.map((id, place) => {
              const rule = rules.find(({ targetId }) => targetId === id);
              return (
                <details key={id} open={webhook.targetIds.length <= OPEN} className="rounded-panel border border-line">
                  <summary ref={place === 0 ? first : undefined} className="min-h-11 cursor-pointer px-4 py-2.5">
                    <span className="font-medium wrap-anywhere">{nameOf(id)}</span>
                    <span className="ml-2 text-meta text-ink-2 wrap-anywhere">
                      {rule && isIncomplete(rule) ? words.unfinished : sentenceOf(rule, events)}
                    </span>
                  </summary>
                  <div className="border-t border-line p-4">
                    <RuleFields
                      name={nameOf(id)}
                      rule={rule ?? newRule(id)}
                      zone={webhook.timeZone}
                      fields={fields}
                      events={events}
                      onChange={change}
                    />
                  </div>
                </details>
              );
            })}
          </div>
          <section
            ref={box}
            tabIndex={-1}
            aria-label={words.preview}
            className="sticky top-0 flex min-w-0 flex-col items-start gap-3 outline-none"
          >
            {!isChecking && !preview.data && (
              <Button
                size="small"
                disabled={problem !== undefined}
                onClick={() => {
                  // The button disappears, so the focus moves to the preview.
                  box.current?.focus();
                  preview.mutate(wanted);
                }}
              >
                {words.preview}
              </Button>
            )}
            <div role="status" className="w-full min-w-0 empty:hidden">
              {isChecking && !previewed && <p className="text-meta text-ink-2">{words.previewing}</p>}
              {preview.error && (
                <FieldError help={told(preview.error).code}>
                  {words.notPreviewed}: {told(preview.error).messages.join(' ')}
                </FieldError>
              )}
              {previewed && (
                <PreviewGrid
                  preview={previewed}
                  targetIds={ordered}
                  nameOf={nameOf}
                  notWorking={notWorking}
                  reasonOf={plainReason}
                  isStale={isChecking}
                />
              )}
            </div>
          </section>
        </div>
      </Form>
      {isLeaving && (
        <LateConfirm title={words.leaveTitle} verb={words.leave} onConfirm={onClose} onCancel={() => setLeaving(false)}>
          {words.leaveText}
        </LateConfirm>
      )}
    </Dialog>
  );
}
