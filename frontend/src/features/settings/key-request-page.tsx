import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useAnswerKeyRequest, useLookUpKeyRequest } from '../../data/key-requests.ts';
import { refusalOf } from '../../lib/errors.ts';
import type { Answer } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { Notice, Panel } from '../../ui/panel.tsx';
import { Ago } from '../../ui/time.tsx';
import { KeyForm } from './key-form.tsx';
import { keyRequestTexts as texts } from './key-request-texts.ts';

type KeyRequest = Answer<'getKeyRequest'>;

/** True if a text is a code: eight letters, with or without a separator in the middle. */
const isCode = (typed: string) => /^[a-z]{4}[ -]?[a-z]{4}$/i.test(typed.trim());

/** The page where the user enters a terminal's code to give it a key. The code is never part of a URL. */
export function KeyRequestPage() {
  const [found, setFound] = useState<{ code: string; request: KeyRequest }>();
  const [done, setDone] = useState<'allowed' | 'refused'>();
  return (
    <Page title={texts.title} width="form">
      {done ? (
        <Step title={texts.done[done].title}>
          <p>{texts.done[done].text}</p>
        </Step>
      ) : found ? (
        <Step title={texts.who}>
          <WhoAsks {...found} onDone={setDone} />
        </Step>
      ) : (
        <Panel>
          <CodeForm onFound={(code, request) => setFound({ code, request })} />
        </Panel>
      )}
    </Page>
  );
}

/** A step that replaces the previous one, so its heading gets the focus. */
function Step({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLSpanElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new heading means a new step.
  useEffect(() => heading.current?.focus(), [title]);
  return (
    <Panel
      title={
        <span ref={heading} tabIndex={-1} className="outline-none">
          {title}
        </span>
      }
    >
      {children}
    </Panel>
  );
}

function CodeForm({ onFound }: { onFound(code: string, request: KeyRequest): void }) {
  const lookUp = useLookUpKeyRequest();
  const [code, setCode] = useState('');
  const [isWrong, setWrong] = useState(false);
  const refusal = lookUp.error ? refusalOf(lookUp.error) : undefined;
  const unknown = refusal?.code === 'not-found' ? texts.unknown : refusal?.messages.join(' ');
  return (
    <Form
      className="flex max-w-[480px] flex-col gap-4"
      onSubmit={() => {
        const typed = code.trim();
        setWrong(!isCode(typed));
        if (isCode(typed)) lookUp.mutate(typed, { onSuccess: (request) => onFound(typed, request) });
      }}
    >
      <p>{texts.intro}</p>
      <TextField
        label={texts.code}
        hint={texts.codeHint}
        error={isWrong ? texts.notACode : unknown}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        required
        value={code}
        onChange={(event) => {
          setCode(event.target.value);
          setWrong(false);
        }}
      />
      <div>
        <Button type="submit" tone="primary" busy={lookUp.isPending}>
          {texts.next}
        </Button>
      </div>
    </Form>
  );
}

function WhoAsks({
  code,
  request: { name, ip, createdAt },
  onDone,
}: {
  code: string;
  request: KeyRequest;
  onDone(how: 'allowed' | 'refused'): void;
}) {
  const answer = useAnswerKeyRequest(code);
  return (
    <>
      <dl className="mb-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <dt className="text-ink-2">{texts.calledItself}</dt>
        <dd className="min-w-0 wrap-anywhere">“{name}”</dd>
        <dt className="text-ink-2">{texts.from}</dt>
        <dd className="min-w-0 wrap-anywhere">{ip}</dd>
        <dt className="text-ink-2">{texts.asked}</dt>
        <dd>
          <Ago date={createdAt} />
        </dd>
      </dl>
      <div className="mb-4">
        <Notice tone="warn">{texts.warning}</Notice>
      </div>
      <KeyForm
        name={name}
        error={answer.error}
        busy={answer.isPending}
        submit={texts.allow}
        onSubmit={(key) => answer.mutate(key, { onSuccess: () => onDone('allowed') })}
      >
        <Button disabled={answer.isPending} onClick={() => answer.mutate(null, { onSuccess: () => onDone('refused') })}>
          {texts.refuse}
        </Button>
      </KeyForm>
    </>
  );
}
