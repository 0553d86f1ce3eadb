import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { Choices } from '../../../../lambdas/templates/editor/choices.ts';
import { severityLooks } from '../../lib/severity.ts';
import type { WebhookDraft } from '../../lib/wire.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/panel.tsx';
import type { CallFacts } from './call-facts.ts';
import { MessagePreview } from './call-preview.tsx';
import { ChoiceList } from './choice-list.tsx';
import { type Improvable, improved } from './improve.ts';
import { improveTexts as texts } from './improve-texts.ts';
import { openRenderer } from './start-worker.ts';

/** Maximum length of a value that can be a severity. */
const LONGEST_SEVERITY = 30;

/** Severities for all calls of a kind, as expressions. */
const SEVERITIES = Object.entries(severityLooks).map(([severity, { word }]) => [`"${severity}"`, word] as const);

/** Offers a call's values for its message, with a preview. */
export function ChoiceDialog({
  webhook,
  facts,
  title,
  hasSeverity,
  note,
  buttons,
  onChange,
  onClose,
}: {
  /** The webhook before the choices. */
  webhook: WebhookDraft;
  facts: CallFacts;
  title: string;
  /** True if one of the values can be chosen as the severity. */
  hasSeverity: boolean;
  /** The text next to the buttons, unless the choices have a problem. */
  note?: string | undefined;
  /** @param settings the webhook settings for the choices; undefined if they are not possible */
  buttons(settings: Improvable | undefined): ReactNode;
  onChange?(): void;
  onClose(): void;
}) {
  const [choices, setChoices] = useState<Choices | 'failed'>();
  useEffect(() => {
    const renderer = openRenderer();
    renderer.ask({ kind: 'begin', facts, webhookName: webhook.name }).then(setChoices, () => setChoices('failed'));
    return () => renderer.close();
  }, [facts, webhook.name]);

  const made = choices === undefined || choices === 'failed' ? undefined : choices;
  const next = useMemo(() => made && improved(webhook, made), [webhook, made]);
  const settings = next && 'settings' in next ? next.settings : undefined;
  const change = (part: Partial<Choices>) => {
    onChange?.();
    if (made) setChoices({ ...made, ...part });
  };
  return (
    <Dialog
      size="wide"
      steady
      title={title}
      onClose={onClose}
      footer={
        <>
          <span role="status" className="min-w-0 flex-1 basis-40 text-meta text-ink-2">
            {next && 'problem' in next ? next.problem : (note ?? (next?.isReplacing && texts.replaces))}
          </span>
          {buttons(settings)}
        </>
      }
    >
      <p className="mb-4 text-ink-2">{texts.lead}</p>
      {choices === 'failed' && <p className="text-err">{texts.failed}</p>}
      {made?.lines.length === 0 && <p className="mb-4">{texts.noValues}</p>}
      {choices === undefined && <Skeleton className="h-64 w-full" />}
      {made && (
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="flex min-w-0 flex-col gap-4">
            <Roles choices={made} hasSeverity={hasSeverity} onChange={change} />
            <SelectField
              label={texts.kind}
              value={texts.kindOf(made.kind)}
              choices={Object.fromEntries(made.kinds.map((kind) => [texts.kindOf(kind), texts.kindOf(kind)]))}
              onChange={(words) => change({ kind: made.kinds.find((kind) => texts.kindOf(kind) === words) ?? [] })}
            />
            <ChoiceList lines={made.lines} onChange={(lines) => change({ lines })} />
            {made.lost.length > 0 && <p className="text-meta text-ink-2">{texts.lost(made.lost)}</p>}
          </div>
          <div className="min-w-0 max-lg:order-first lg:sticky lg:top-0">
            <MessagePreview webhook={{ ...webhook, ...settings }} facts={facts} />
          </div>
        </div>
      )}
    </Dialog>
  );
}

/** The values for headline, link and severity. */
function Roles({
  choices,
  hasSeverity,
  onChange,
}: {
  choices: Choices;
  hasSeverity: boolean;
  onChange(part: Partial<Choices>): void;
}) {
  const { headline, lines, link, severity } = choices;
  const offered = (suits: (said: string) => boolean) =>
    lines.flatMap(({ label, text, said }) => {
      const path = /^\{\{ ((?:(?!\}\}).)+) \}\}$/.exec(text)?.[1];
      return path !== undefined && suits(said) ? [[path, `${label || path}: ${said.slice(0, 60)}`] as const] : [];
    });
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <TextField
        ref={input}
        label={texts.headline}
        hint={texts.headlineHint}
        maxLength={500}
        value={headline}
        onChange={({ target }) => onChange({ headline: target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField
          label={texts.headlineValue}
          value=""
          choices={{ '': texts.chooseValue, ...Object.fromEntries(offered(() => true)) }}
          onChange={(path) => path !== '' && onChange(withValue(choices, path, input.current))}
        />
        <ValueField
          label={texts.link}
          none={texts.noLink}
          value={link}
          offered={offered((said) => /^https?:\/\//i.test(said))}
          onChange={(path) => onChange({ link: path })}
        />
        {hasSeverity && (
          <ValueField
            label={texts.severity}
            none={texts.automatic}
            value={severity}
            offered={[...SEVERITIES, ...offered((said) => said.length <= LONGEST_SEVERITY)]}
            onChange={(path) => onChange({ severity: path })}
          />
        )}
      </div>
    </>
  );
}

/**
 * Chooses one of the values by its path.
 * @param offered paths and names; the chosen path can be missing
 */
function ValueField({
  label,
  none,
  value = '',
  offered,
  onChange,
}: {
  label: string;
  none: string;
  value: string | undefined;
  offered: readonly (readonly [string, string])[];
  onChange(path: string | undefined): void;
}) {
  return (
    <SelectField
      label={label}
      value={value}
      choices={{ '': none, ...(value !== '' && { [value]: value }), ...Object.fromEntries(offered) }}
      onChange={(path) => onChange(path || undefined)}
    />
  );
}

/** Puts a value in the headline at the cursor of its field. The value's line would repeat it. */
function withValue({ headline, lines }: Choices, path: string, field: HTMLInputElement | null): Partial<Choices> {
  const tag = `{{ ${path} }}`;
  // The cursor can be within another value.
  const outside = (at = headline.length) => at + (/^(?:(?!\{\{ ).)*\}\}/.exec(headline.slice(at))?.[0].length ?? 0);
  const before = headline.slice(0, outside(field?.selectionStart ?? undefined));
  const after = headline.slice(outside(field?.selectionEnd ?? undefined));
  return {
    headline: before.replace(/[\p{L}\p{N}:,}]$/u, '$& ') + tag + after.replace(/^[\p{L}\p{N}{]/u, ' $&'),
    lines: lines.map((line) => (line.text === tag ? { ...line, isTold: false } : line)),
  };
}
