import { Send } from 'virtual:icons';
import { Button, Spinner } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code.tsx';
import { EmptyState } from '../../ui/panel.tsx';
import { SenderMark } from '../../ui/sender-mark.tsx';
import { firstCall } from './curl.ts';
import { stepsFor } from './sender-steps.ts';
import { texts } from './texts.ts';

/**
 * The content of an empty list: the steps at the service, a test call, or a command with the real URL. The first call
 * then appears automatically.
 * @param sender the webhook's service, if known
 */
export function FirstCall({ url, sender, onTest }: { url: string; sender: string | undefined; onTest(): void }) {
  const test = (
    <Button data-needs="editor" tone="primary" icon={<Send size={16} aria-hidden />} onClick={onTest}>
      {texts.test.open}
    </Button>
  );
  const waiting = (
    <p role="status" className="flex items-center gap-2 text-meta text-ink-2">
      <Spinner />
      {sender === undefined ? texts.waiting : texts.waitingFor(sender)}
    </p>
  );
  if (sender === undefined)
    return (
      <EmptyState title={texts.empty} text={texts.emptyText}>
        {test}
        <CodeBlock
          text={firstCall(url)}
          label={texts.copyCurl}
          copied={texts.curlCopied}
          className="w-full max-w-2xl"
        />
        {waiting}
      </EmptyState>
    );
  const [where, paste, last] = stepsFor(sender);
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-4 px-4 py-8">
      <h3 className="flex items-center gap-2 font-semibold">
        <SenderMark sender={sender} size={20} />
        {texts.connect(sender)}
      </h3>
      <ol className="flex list-decimal flex-col gap-3 pl-5 marker:text-ink-2">
        <li>{where}</li>
        <li>
          {paste}
          <CodeBlock text={url} label={texts.copyUrl} copied={texts.urlCopied} className="mt-2" />
        </li>
        <li>{last}</li>
      </ol>
      <div className="flex flex-wrap items-center gap-4">
        {test}
        {waiting}
      </div>
    </div>
  );
}
