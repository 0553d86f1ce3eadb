import { clsx } from 'clsx';
import { CircleX, Play, Save } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useInvocation } from '../../data/invocations.ts';
import { useRenderTemplate } from '../../data/templates.ts';
import { useUpdateWebhook, useWebhook } from '../../data/webhooks.ts';
import { showError, toasts } from '../../lib/services.ts';
import type { Webhook } from '../../lib/wire.ts';
import { Badge, Status } from '../../ui/badge.tsx';
import { Button, TextLink } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Page } from '../../ui/page.tsx';
import { Notice } from '../../ui/panel.tsx';
import { exampleBody, exampleTemplate, texts } from './texts.ts';
import { useDraft } from './use-draft.ts';

/** @param webhookId arriving from a webhook, whose template can be saved back. @param invocationId the call to start from */
export function EditorPage({
  webhookId,
  invocationId,
}: {
  webhookId: number | undefined;
  invocationId: string | undefined;
}) {
  const { body, template, setBody, setTemplate } = useDraft({ body: exampleBody, template: exampleTemplate });
  const render = useRenderTemplate();
  const webhook = useWebhook(webhookId ?? 0, webhookId !== undefined);
  const call = useInvocation(invocationId);
  const filled = useRef<string>(undefined);

  // What was opened replaces the draft once; later edits stay.
  useEffect(() => {
    const source = `${webhookId}/${invocationId}`;
    if (
      filled.current === source ||
      (webhookId !== undefined && !webhook.data) ||
      (invocationId !== undefined && !call.data)
    )
      return;
    filled.current = source;
    if (call.data) setBody(pretty(call.data.rawBody));
    if (webhook.data?.template) setTemplate(webhook.data.template);
  }, [webhookId, invocationId, webhook.data, call.data, setBody, setTemplate]);

  const run = () =>
    render.mutate(
      {
        body,
        template,
        ...(call.data ? { content_type: call.data.contentType, method: call.data.method, query: call.data.query } : {}),
      },
      { onError: (error) => showError(error) },
    );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    run();
  };
  return (
    <Page
      title={texts.title}
      intro={
        <>
          {texts.intro} <TextLink to="/help">{texts.help}</TextLink>
        </>
      }
      actions={
        <Button tone="primary" icon={<Play size={16} aria-hidden />} busy={render.isPending} onClick={run}>
          {texts.render}
        </Button>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Enter works in both fields; the Render button does the same */}
      <div
        onKeyDown={onKeyDown}
        className="grid gap-4 lg:h-[calc(100dvh-260px)] lg:min-h-[520px] lg:grid-cols-2 lg:grid-rows-2"
      >
        <Card title={texts.input} className="lg:row-span-2">
          <CodeArea label={texts.input} value={body} onChange={setBody} />
        </Card>
        <Card title={texts.template} aside={webhook.data && <Controls webhook={webhook.data} template={template} />}>
          <CodeArea label={texts.template} value={template} onChange={setTemplate} />
        </Card>
        <Card
          title={texts.out}
          aside={
            render.data && (
              <span className="flex items-center gap-1">
                {render.data.error ? (
                  <Status look={{ word: texts.failed, tone: 'err', icon: 'cross' }} />
                ) : (
                  <Badge tone="ok">{texts.rendered}</Badge>
                )}
                <CopyButton small text={render.data.renderedMessage} label={texts.copy} detail={texts.copied} />
              </span>
            )
          }
        >
          <Out result={render.data} />
        </Card>
      </div>
    </Page>
  );
}

function Card({
  title,
  aside,
  className,
  children,
}: {
  title: string;
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div
      className={clsx(
        'flex min-h-56 min-w-0 flex-col overflow-hidden rounded-panel border border-line bg-surface shadow-panel',
        className,
      )}
    >
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-2 border-b border-line py-1.5 pr-2 pl-4">
        <h2 className="text-h2 font-semibold">{title}</h2>
        {aside}
      </div>
      <div className="flex min-h-0 flex-1 flex-col">{children}</div>
    </div>
  );
}

function CodeArea({ label, value, onChange }: { label: string; value: string; onChange(value: string): void }) {
  return (
    <textarea
      aria-label={label}
      spellCheck={false}
      autoCapitalize="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="min-h-40 w-full flex-1 resize-none bg-transparent p-4 font-mono text-code -outline-offset-2"
    />
  );
}

type Result = ReturnType<typeof useRenderTemplate>['data'];

function Out({ result }: { result: Result }) {
  if (!result) return <p className="p-4 text-ink-2">{texts.nothing}</p>;
  return (
    <div aria-live="polite" className="flex flex-col gap-3 overflow-auto p-4">
      {result.error && (
        <Notice tone="error" icon={<CircleX size={18} aria-hidden />}>
          <p className="whitespace-pre-line">{result.error}</p>
        </Notice>
      )}
      {result.renderedMessage !== '' && (
        <>
          <div className="max-w-[560px] self-start rounded-panel bg-sunken px-4 py-3 whitespace-pre-wrap wrap-anywhere">
            {result.renderedMessage}
          </div>
          <p className="text-meta text-ink-2">{texts.characters([...result.renderedMessage].length)}</p>
        </>
      )}
    </div>
  );
}

/** Only when the editor was opened from a webhook. */
function Controls({ webhook, template }: { webhook: Webhook; template: string }) {
  const save = useUpdateWebhook(webhook.id);
  const saveBack = () =>
    save.mutate(
      { ...webhook, useTemplate: true, template },
      {
        onSuccess: () => toasts.add({ severity: 'success', summary: texts.saved, detail: texts.savedDetail }),
        onError: (error) => showError(error),
      },
    );
  return (
    <fieldset aria-label={texts.controls} className="flex min-w-0 items-center gap-3">
      <TextLink to="/webhooks/$id" params={{ id: webhook.id }} className="min-w-0 truncate text-meta">
        {webhook.name}
      </TextLink>
      <Button
        size="small"
        icon={<Save size={14} aria-hidden />}
        busy={save.isPending}
        disabled={template === webhook.template}
        onClick={saveBack}
      >
        {texts.saveBack}
      </Button>
    </fieldset>
  );
}

/** JSON is easier to read with line breaks; anything else stays as it came. */
function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
