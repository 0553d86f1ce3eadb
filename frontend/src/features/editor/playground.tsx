import { clsx } from 'clsx';
import { useMemo, useState } from 'react';
import { sampleCalls } from '#contract/sample-calls';
import { looks } from '../../../../integrations/targets/looks.gen.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { MessageLook } from '../../ui/message-look.tsx';
import { Panel } from '../../ui/panel.tsx';
import { texts } from './texts.ts';
import { messageOf, usePreview } from './use-preview.ts';

/** These texts are separate from the editor's, because only the playground needs them. */
const playground = {
  webhook: 'My webhook',
  call: 'Call',
  samples: 'Samples',
  body: 'Body (edit it or paste your own)',
  message: 'Message',
  words: 'Template',
  wordsHint: 'Leave empty for the default message. Put values in double braces.',
  keep: 'Create a free account to use it',
  noWorker: 'The preview is not available in this browser.',
} as const;

/** The apps in the preview. They are listed in code, because visitors cannot read a deployment's kinds from the API. */
const views = Object.entries(looks)
  .flatMap(([slug, { tab }]) => (tab ? [{ slug, ...tab }] : []))
  .sort((a, b) => a.place - b.place);

const choice = (chosen: boolean) =>
  clsx(
    'min-h-8 rounded-control border px-3 text-meta',
    chosen ? 'border-accent bg-accent-soft font-medium text-ink' : 'border-line-strong bg-surface hover:bg-sunken',
  );

/**
 * Shows the message for a sample or pasted text as each provider displays it, without an account. The browser renders
 * it with the product's own code and an optional custom template. Nothing is sent anywhere.
 */
export function Playground() {
  const [sample, setSample] = useState(sampleCalls.find(({ id }) => id === 'github-push') ?? sampleCalls[0]);
  const [body, setBody] = useState(() => JSON.stringify(sample?.payload, null, 2));
  const [template, setTemplate] = useState('');
  const [view, setView] = useState<string>(views[0]?.slug ?? '');
  const type = (text: string) => {
    setBody(text);
    // If the text has no field of the sample, it is the visitor's own, and the sample's headers no longer apply.
    if (sample && !alike(text, sample.payload)) setSample(undefined);
  };
  const headers = sample?.headers;
  const facts = useMemo(
    () => ({ body, contentType: 'application/json', ...(headers && { headers }) }),
    [body, headers],
  );
  const preview = usePreview(template, facts, playground.webhook, false);
  const { message, failed } = messageOf(preview);
  const trouble = preview?.trouble && (preview.trouble === 'no worker' ? playground.noWorker : texts.tooSlow);
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Panel title={playground.call} headingId="playground-call">
        <fieldset aria-label={playground.samples} className="mb-3 flex flex-wrap gap-2">
          {sampleCalls.map((each) => (
            <button
              key={each.id}
              type="button"
              aria-pressed={sample?.id === each.id}
              onClick={() => {
                setSample(each);
                setBody(JSON.stringify(each.payload, null, 2));
              }}
              className={choice(sample?.id === each.id)}
            >
              {each.label}
            </button>
          ))}
        </fieldset>
        <TextArea
          label={playground.body}
          mono
          rows={12}
          spellCheck={false}
          value={body}
          onChange={(event) => type(event.target.value)}
        />
      </Panel>
      <Panel title={playground.message} headingId="playground-message">
        <fieldset aria-label={texts.views} className="mb-3 flex flex-wrap gap-2">
          {views.map(({ slug, name }) => (
            <button
              key={slug}
              type="button"
              aria-pressed={view === slug}
              onClick={() => setView(slug)}
              className={choice(view === slug)}
            >
              {name}
            </button>
          ))}
        </fieldset>
        <div role="status" className="flex min-h-40 flex-col">
          {trouble ?? (failed ? <p className="text-err">{failed}</p> : null)}
          {!trouble && message !== undefined && (
            <MessageLook slug={view} shown={{ text: message, part: 1, parts: 1, webhookName: playground.webhook }} />
          )}
        </div>
        <div className="mt-4">
          <TextArea
            label={playground.words}
            hint={playground.wordsHint}
            mono
            rows={3}
            spellCheck={false}
            placeholder={texts.templatePlaceholder}
            value={template}
            onChange={(event) => setTemplate(event.target.value)}
          />
        </div>
        <ButtonLink to="/register" tone="primary" className="mt-4">
          {playground.keep}
        </ButtonLink>
      </Panel>
    </div>
  );
}

/** True if a text is JSON with a field of a payload, or invalid JSON, because the user may still be typing. */
function alike(text: string, payload: unknown): boolean {
  try {
    const value: unknown = JSON.parse(text);
    const fields = new Set(Object.keys(value as object));
    return Object.keys(payload as object).some((name) => fields.has(name));
  } catch {
    return true;
  }
}
