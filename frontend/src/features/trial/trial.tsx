import { Send } from 'virtual:icons';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useChallenge } from '../../lib/challenge/use-challenge.ts';
import { invokeUrl } from '../../lib/config.ts';
import { errorDetail } from '../../lib/errors.ts';
import { showError } from '../../lib/services.ts';
import { Button, ButtonLink, Spinner } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code.tsx';
import { urlCopied } from '../../ui/copy.tsx';
import { Bubble, messageText } from '../../ui/message-frame.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Time } from '../../ui/time.tsx';
import { useConfig } from '../../ui/use-config.ts';
import { texts } from './texts.ts';
import { type Trial as OpenTrial, useMessages, usePhase, useTrial } from './trial-session.ts';

/**
 * A webhook without an account: its URL, a command, a test call, and the messages as they arrive.
 * @param onClose called after the visitor has deleted the trial
 */
export function Trial({ onClose }: { onClose(): void }) {
  const { trial, start, remove, leave } = useTrial(onClose);
  const box = useRef<HTMLDivElement>(null);
  // After a click, the focus moves here. A trial that continues after a reload leaves it where it is.
  const [begun] = useState(trial === undefined);
  useEffect(() => {
    if (begun) box.current?.focus();
  }, [begun]);
  useNoIndex();
  return (
    <div ref={box} tabIndex={-1} className="min-w-0 scroll-mt-20 outline-none">
      <Panel title={texts.title} headingId="trial">
        <div className="flex flex-col gap-4">
          {trial ? (
            <Opened trial={trial} onRemove={() => remove.mutate()} removing={remove.isPending} onLeave={leave} />
          ) : (
            <Starting start={start} />
          )}
        </div>
      </Panel>
    </div>
  );
}

/** A trial belongs to its visitor, so search engines must not list the page while it shows one. */
function useNoIndex() {
  useEffect(() => {
    const meta = document.createElement('meta');
    meta.name = 'robots';
    meta.content = 'noindex';
    document.head.append(meta);
    return () => meta.remove();
  }, []);
}

function Starting({ start }: { start: ReturnType<typeof useTrial>['start'] }) {
  const { token, error, renew } = useChallenge('TRIAL');
  const used = useRef('');
  const { mutate } = start;
  useEffect(() => {
    // Each token starts one trial.
    if (token === undefined || used.current === token) return;
    used.current = token;
    mutate(token);
  }, [token, mutate]);
  const failed = start.error ?? error;
  return (
    <>
      {failed ? (
        <>
          <p role="alert">{start.error ? `${texts.failed} ${errorDetail(start.error)}` : texts.checkFailed}</p>
          <div className="flex flex-wrap gap-3">
            <ButtonLink to="/register" tone="primary">
              {texts.create}
            </ButtonLink>
            <Button
              onClick={() => {
                start.reset();
                renew();
              }}
            >
              {texts.again}
            </Button>
          </div>
        </>
      ) : (
        <p role="status" className="flex min-h-40 items-center gap-2 text-ink-2">
          <Spinner />
          {texts.starting}
        </p>
      )}
    </>
  );
}

function Opened({
  trial,
  onRemove,
  removing,
  onLeave,
}: {
  trial: OpenTrial;
  onRemove(): void;
  removing: boolean;
  onLeave(): void;
}) {
  const phase = usePhase(trial);
  const { data, isOver, test, act } = useMessages(trial, phase === 'open');
  const config = useConfig();
  if (isOver || phase === 'gone')
    return (
      <>
        <p role="status">{texts.gone}</p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/register" tone="primary">
            {texts.create}
          </ButtonLink>
          <Button onClick={onLeave}>{texts.fresh}</Button>
        </div>
      </>
    );
  if (phase === 'ended')
    return (
      <>
        <p role="status">
          {texts.ended} {texts.grace}
        </p>
        <ButtonLink to="/register" tone="primary" className="self-start">
          {texts.create}
        </ButtonLink>
      </>
    );
  const url = config ? invokeUrl(config, trial.route) : '';
  const send = () => test.mutate(undefined, { onError: (error) => showError(error, { title: texts.testFailed }) });
  return (
    <>
      <div onCopy={act} className="flex flex-col gap-3">
        <Labelled label={texts.url}>
          <CodeBlock text={url} label={texts.copyUrl} copied={urlCopied(url)} />
        </Labelled>
        <Labelled label={texts.curl}>
          <CodeBlock text={curlOf(url)} label={texts.copyCurl} copied={texts.curlCopied} />
        </Labelled>
      </div>
      <Button
        tone="primary"
        icon={<Send size={16} aria-hidden />}
        busy={test.isPending}
        onClick={send}
        className="self-start"
      >
        {texts.test}
      </Button>
      <div role="log" aria-label={texts.messages} className="flex min-h-32 flex-col gap-2">
        {data?.messages.length ? (
          data.messages.map(({ id, invokedAt, text }) => (
            <Bubble key={id} tone="blue" time={<Time date={invokedAt} relative={false} />}>
              <p className={messageText}>{text ?? texts.delivering}</p>
            </Bubble>
          ))
        ) : (
          <p className="m-auto text-center text-meta text-ink-2">{texts.waiting}</p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-line pt-4">
        <ButtonLink to="/register">{texts.keep}</ButtonLink>
        <p className="min-w-0 flex-1 basis-52 text-meta text-ink-2">{texts.keepNote}</p>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-meta text-ink-2">
        <p>
          {data && `${texts.left(data.used, data.most)} · `}
          {texts.ends('')}
          <Time date={trial.endsAt} relative={false} />
        </p>
        <Button tone="quiet" size="small" busy={removing} onClick={onRemove}>
          {texts.remove}
        </Button>
      </div>
    </>
  );
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <p className="mb-1 text-meta font-medium">{label}</p>
      {children}
    </div>
  );
}

const curlOf = (url: string) => `curl ${url} \\\n  -H 'Content-Type: application/json' \\\n  -d '{"text": "Hello"}'`;
