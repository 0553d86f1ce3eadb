import { useEffect, useMemo, useState } from 'react';
import type { Choices } from '../../../../lambdas/templates/editor/choices.ts';
import { useUpdateWebhook } from '../../data/webhooks.ts';
import { showError } from '../../lib/services.ts';
import type { Invocation, Webhook } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { CANCEL, Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/panel.tsx';
import { factsOf, textOf } from './call-facts.ts';
import { MessagePreview } from './call-preview.tsx';
import { ChoiceList } from './choice-list.tsx';
import { improved } from './improve.ts';
import { improveTexts as texts } from './improve-texts.ts';
import { openRenderer } from './start-worker.ts';

/** Maximum length of a value that can be a severity. */
const LONGEST_SEVERITY = 30;

/**
 * Changes the message of one kind of call by choosing values. The choices become a part of the webhook's template.
 * @param invocation the call whose values are offered
 */
export function ImproveDialog({
  webhook,
  invocation,
  onClose,
}: {
  webhook: Webhook;
  invocation: Invocation;
  onClose(): void;
}) {
  const facts = useMemo(() => factsOf(textOf(invocation) ?? '', invocation, textOf(invocation)), [invocation]);
  const [choices, setChoices] = useState<Choices | 'failed'>();
  const [isForAll, setForAll] = useState(false);
  /** The webhook before the choices were saved, for Undo. */
  const [earlier] = useState(webhook);
  const [state, setState] = useState<'open' | 'saved' | 'undone'>('open');
  const save = useUpdateWebhook(webhook.id);

  useEffect(() => {
    const renderer = openRenderer();
    renderer.ask({ kind: 'begin', facts, webhookName: earlier.name }).then(setChoices, () => setChoices('failed'));
    return () => renderer.close();
  }, [facts, earlier.name]);

  const made = choices === undefined || choices === 'failed' ? undefined : choices;
  const wanted = useMemo(() => made && { ...made, kind: isForAll ? [] : made.kind }, [made, isForAll]);
  const next = useMemo(() => wanted && improved(earlier, wanted), [earlier, wanted]);
  const settings = next && 'settings' in next ? next.settings : undefined;
  const change = (part: Partial<Choices>) => {
    setState('open');
    if (made) setChoices({ ...made, ...part });
  };
  const store = (settings: Webhook, then: typeof state) =>
    save.mutate(settings, {
      onSuccess: () => setState(then),
      onError: (error) => showError(error, { title: texts.notSaved }),
    });

  const buttons =
    state === 'saved' ? (
      <>
        <Button busy={save.isPending} onClick={() => store(earlier, 'undone')}>
          {texts.undo}
        </Button>
        <Button tone="primary" onClick={onClose}>
          {texts.close}
        </Button>
      </>
    ) : (
      <>
        <Button onClick={onClose}>{CANCEL}</Button>
        <Button
          tone="primary"
          busy={save.isPending}
          disabled={!settings}
          onClick={() => store({ ...earlier, ...settings }, 'saved')}
        >
          {texts.save}
        </Button>
      </>
    );
  return (
    <Dialog
      size="wide"
      steady
      title={texts.title}
      onClose={onClose}
      footer={
        <>
          <span role="status" className="min-w-0 flex-1 basis-40 text-meta text-ink-2">
            {state === 'open' ? next && 'problem' in next && next.problem : texts[state]}
          </span>
          {buttons}
        </>
      }
    >
      <p className="mb-4 text-ink-2">{texts.lead}</p>
      {choices === 'failed' && <p className="text-err">{texts.failed}</p>}
      {choices === undefined && <Skeleton className="h-64 w-full" />}
      {wanted && (
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="flex min-w-0 flex-col gap-4">
            <Roles choices={wanted} isOff={earlier.subject.from === 'off'} onChange={change} />
            {made && made.kind.length > 0 && (
              <SelectField
                label={texts.kind}
                value={isForAll ? 'all' : 'kind'}
                choices={{ kind: texts.thisKind(made.kind), all: texts.everyCall }}
                onChange={(value) => {
                  setState('open');
                  setForAll(value === 'all');
                }}
              />
            )}
            <ChoiceList lines={wanted.lines} onChange={(lines) => change({ lines })} />
          </div>
          <div className="min-w-0 max-lg:order-first lg:sticky lg:top-0">
            <MessagePreview webhook={{ ...earlier, ...settings }} facts={facts} />
          </div>
        </div>
      )}
    </Dialog>
  );
}

/** The values for headline, link and severity. */
function Roles({
  choices: { headline, lines, link = '', severity = '' },
  isOff,
  onChange,
}: {
  choices: Choices;
  isOff: boolean;
  onChange(part: Partial<Choices>): void;
}) {
  const offered = (suits: (said: string) => boolean) =>
    lines.flatMap(({ label, text, said }) => {
      const path = /^\{\{ ((?:(?!\}\}).)+) \}\}$/.exec(text)?.[1];
      return path !== undefined && suits(said) ? [[path, `${label || path}: ${said.slice(0, 60)}`] as const] : [];
    });
  const values = offered(() => true);
  const isValue = values.some(([path]) => headline === `{{ ${path} }}`);
  return (
    <>
      <TextField
        label={texts.headline}
        hint={texts.headlineHint}
        maxLength={500}
        value={headline}
        onChange={({ target }) => onChange({ headline: target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField
          label={texts.headlineValue}
          value={isValue ? headline.slice(3, -3) : ''}
          choices={{ '': texts.custom, ...Object.fromEntries(values) }}
          onChange={(path) => path !== '' && onChange({ headline: `{{ ${path} }}` })}
        />
        <SelectField
          label={texts.link}
          value={link}
          choices={{
            '': texts.noLink,
            [link]: link || texts.noLink,
            ...Object.fromEntries(offered((said) => /^https?:\/\//i.test(said))),
          }}
          onChange={(path) => onChange({ link: path || undefined })}
        />
        {isOff ? (
          <p className="text-meta text-ink-2">{texts.severityOff}</p>
        ) : (
          <SelectField
            label={texts.severity}
            value={severity}
            choices={{
              '': texts.automatic,
              [severity]: severity || texts.automatic,
              ...Object.fromEntries(offered((said) => said.length <= LONGEST_SEVERITY)),
            }}
            onChange={(path) => onChange({ severity: path || undefined })}
          />
        )}
      </div>
    </>
  );
}
