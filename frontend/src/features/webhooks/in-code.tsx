import { useTargets } from '../../data/targets.ts';
import { useVerification } from '../../data/verification.ts';
import type { Webhook } from '../../lib/wire.ts';
import { TextLink } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code.tsx';
import { Skeleton } from '../../ui/panel.tsx';
import { useInvokeUrl } from '../../ui/use-config.ts';
import { documentOf, linesOf } from './in-code.ts';
import { texts } from './texts.ts';

/** Ways to use a webhook from programs: a call with curl, its calls on a local machine, and its config file. */
export function InCode({ webhook }: { webhook: Webhook }) {
  const url = useInvokeUrl(webhook.route);
  const targets = useTargets();
  const verification = useVerification(webhook.id);
  if (url === undefined || targets.data === undefined || verification.isPending)
    return <Skeleton className="mt-2 h-40" />;
  const { inCode } = texts;
  const { curl, listen } = linesOf(webhook.name, url);
  const parts = [
    { about: inCode.call, text: curl },
    { about: inCode.listen, text: listen },
    { about: inCode.document, text: documentOf(webhook, targets.data, verification.data) },
  ];
  return (
    <div className="mt-2 flex flex-col gap-3">
      {parts.map(({ about, text }) => (
        <div key={about} className="min-w-0">
          <p className="mb-1 text-meta text-ink-2">{about}</p>
          <CodeBlock text={text} label={inCode.copy(about)} copied={inCode.copied} capped />
        </div>
      ))}
      <p className="text-meta">
        <TextLink to="/docs/cli">{inCode.more}</TextLink>
      </p>
    </div>
  );
}
