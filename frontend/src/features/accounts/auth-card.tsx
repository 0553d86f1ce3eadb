import { CircleX } from 'lucide-react';
import type { FormEventHandler, ReactNode } from 'react';
import type { ChallengeState } from '../../lib/challenge/use-challenge.ts';
import { textLink } from '../../ui/button.tsx';
import { HelpLink } from '../../ui/help-link.tsx';
import { Notice, Panel } from '../../ui/panel.tsx';
import { texts } from './texts.ts';

/** The 420 px form of login, registration and passwords. */
export function AuthForm({ onSubmit, children }: { onSubmit: FormEventHandler<HTMLFormElement>; children: ReactNode }) {
  return (
    <Panel>
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4.5">
        {children}
      </form>
    </Panel>
  );
}

/** The red box of a refused form. */
export function FormError({ title, messages }: { title?: string; messages: readonly string[] }) {
  if (messages.length === 0) return null;
  return (
    <Notice tone="error" icon={<CircleX size={18} aria-hidden />}>
      {title && <p className="font-semibold">{title}</p>}
      {messages.length === 1 ? (
        <p>{messages[0]}</p>
      ) : (
        <ul className="list-disc pl-4">
          {messages.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
      <HelpLink message={messages[0] ?? ''} className="text-meta" />
    </Notice>
  );
}

/** Says why a form waits for the challenge, and offers a second try when it failed. */
export function ChallengeNote({ challenge }: { challenge: ChallengeState }) {
  if (challenge.token !== undefined) return null;
  return (
    <p role="status" className="text-center text-meta text-ink-2">
      {challenge.error === undefined ? (
        texts.checking
      ) : (
        <>
          {texts.challengeFailed}{' '}
          <button type="button" className={textLink} onClick={challenge.renew}>
            {texts.tryAgain}
          </button>
        </>
      )}
    </p>
  );
}
