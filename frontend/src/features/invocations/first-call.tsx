import { Send } from 'lucide-react';
import { Button, Spinner } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code.tsx';
import { EmptyState } from '../../ui/panel.tsx';
import { firstCall } from './curl.ts';
import { texts } from './texts.ts';

/** The empty list teaches: a test call by a press, or a command with the real address; then it fills itself. */
export function FirstCall({ url, onTest }: { url: string; onTest(): void }) {
  return (
    <EmptyState title={texts.empty} text={texts.emptyText}>
      <Button tone="primary" icon={<Send size={16} aria-hidden />} onClick={onTest}>
        {texts.test.open}
      </Button>
      <CodeBlock text={firstCall(url)} label={texts.copyCurl} copied={texts.curlCopied} className="w-full max-w-2xl" />
      <p role="status" className="flex items-center gap-2 text-meta text-ink-2">
        <Spinner />
        {texts.waiting}
      </p>
    </EmptyState>
  );
}
