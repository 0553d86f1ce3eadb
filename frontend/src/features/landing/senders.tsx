import product from 'virtual:docs-product';
import { clsx } from 'clsx';
import { Braces } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SenderMark } from '../../ui/sender-mark.tsx';
import { useSeen } from '../../ui/use-seen.ts';
import { texts } from './texts.ts';

/** The first names stand in the heading. */
const NAMED = ['GitHub', 'Stripe', 'Grafana'];

/** Who is told readably without a template, and how. */
export function Senders({ playground }: { playground: ((onClose: () => void) => ReactNode) | undefined }) {
  const { senders } = texts;
  const [playing, setPlaying] = useState(false);
  // Drawn ahead of time, a button could be pressed before there is code that answers: only its place is there until then.
  const [live, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  const list = useRef<HTMLUListElement>(null);
  const seen = useSeen(list);
  const { push } = product;
  return (
    <section aria-labelledby="senders">
      <h2 id="senders" className="max-w-[26ch] text-section font-semibold tracking-[-0.02em]">
        {senders.title([...NAMED, senders.more(product.senders.length - NAMED.length)])}
      </h2>
      <p className="mt-3 max-w-[62ch] text-ink-2">{senders.text}</p>
      {playing && playground && <div className="mt-8">{playground(() => setPlaying(false))}</div>}
      <div className={clsx('mt-8 grid items-start gap-4 lg:grid-cols-2', playing && 'hidden')}>
        <Panel title={senders.before} headingId="senders-before">
          <pre className="h-40 overflow-hidden text-code whitespace-pre-wrap wrap-anywhere text-ink-2">
            {`${push.body.slice(0, 600)}…`}
          </pre>
        </Panel>
        <Panel title={senders.after} headingId="senders-after">
          <p className="min-h-40 whitespace-pre-line wrap-anywhere">{push.text}</p>
        </Panel>
      </div>
      {!playing && playground && (
        <Button
          size="large"
          className={clsx('mt-4', !live && 'invisible')}
          icon={<Braces size={17} aria-hidden />}
          onClick={() => setPlaying(true)}
        >
          {senders.play}
        </Button>
      )}
      <ul ref={list} className="mt-6 flex flex-wrap gap-2">
        {product.senders.map((name) => (
          <li key={name} className="flex items-center gap-1.5 rounded-badge bg-sunken px-2 py-0.5 text-meta text-ink-2">
            {seen ? <SenderMark sender={name} size={14} /> : <span className="size-3.5" />}
            {name}
          </li>
        ))}
      </ul>
    </section>
  );
}
