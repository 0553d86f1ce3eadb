import product from 'virtual:docs-product';
import { Braces } from 'virtual:icons';
import { clsx } from 'clsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PlainLink } from '../../ui/plain-link.tsx';
import { RichLook } from '../../ui/rich-look.tsx';
import { SenderMark } from '../../ui/sender-mark.tsx';
import { useSeen } from '../../ui/use-seen.ts';
import { texts } from './texts.ts';

/** Number of services shown with their marks. */
const SHOWN = 20;

/** A real call next to its message, and the services recognised without a template. */
export function Senders({ playground }: { playground: ((onClose: () => void) => ReactNode) | undefined }) {
  const { senders } = texts;
  const [playing, setPlaying] = useState(false);
  // A prerendered button could be clicked before its code has loaded, so its space stays empty until then.
  const [live, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  const list = useRef<HTMLUListElement>(null);
  const seen = useSeen(list);
  const { push } = product;
  return (
    <section aria-labelledby="senders">
      <h2 id="senders" className="text-section text-balance font-semibold tracking-[-0.02em]">
        {senders.title}
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
          <div className="min-h-40">
            <RichLook
              slug="slack"
              shown={{ rich: push.rich, text: push.text, part: 1, parts: 1, webhookName: 'Deploys' }}
            />
          </div>
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
      <h3 className="mt-10 font-semibold">{senders.list(product.senders.length)}</h3>
      <ul ref={list} className="mt-4 grid grid-cols-2 gap-x-2 gap-y-3 md:grid-cols-4 md:gap-x-4 lg:grid-cols-6">
        {product.senders.slice(0, SHOWN).map(({ slug, name }) => (
          <li key={slug}>
            <PlainLink
              href={`/senders/${slug}`}
              className="flex min-h-6 min-w-0 items-center gap-2 text-meta hover:text-accent-text hover:underline"
            >
              {seen ? <SenderMark sender={name} size={20} /> : <span className="size-5 shrink-0" />}
              <span className="leading-snug">{name}</span>
            </PlainLink>
          </li>
        ))}
      </ul>
      <ButtonLink to="/senders" className="mt-5">
        {senders.browse(product.senders.length)}
      </ButtonLink>
    </section>
  );
}
