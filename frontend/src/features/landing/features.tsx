import { Check, MessageSquareText, ScanSearch, Truck } from 'virtual:icons';
import { facts } from './plan-facts.ts';
import { texts } from './texts.ts';

const icons = { read: MessageSquareText, deliver: Truck, debug: ScanSearch } as const;

/** The three main promises, then the smaller features as a plain list. */
export function Features() {
  const { blocks } = texts;
  return (
    <section aria-labelledby="features">
      <h2 id="features" className="text-section font-semibold tracking-[-0.02em]">
        {blocks.title}
      </h2>
      <ul className="mt-8 grid gap-x-10 gap-y-9 lg:grid-cols-3">
        {blocks.list(facts).map(({ icon, name, text }) => {
          const Icon = icons[icon];
          return (
            <li key={name} className="border-t border-line-strong pt-5">
              <h3 className="flex items-center gap-3 text-h2 font-semibold">
                <Icon size={22} aria-hidden className="shrink-0 text-accent-text" />
                {name}
              </h3>
              <p className="mt-3 text-ink-2">{text}</p>
            </li>
          );
        })}
      </ul>
      <h3 className="mt-12 font-semibold">{blocks.also}</h3>
      <ul className="mt-4 grid gap-x-10 gap-y-2.5 text-ink-2 md:grid-cols-2 lg:grid-cols-3">
        {blocks.more(facts).map((text) => (
          <li key={text} className="flex gap-2.5">
            <Check size={16} aria-hidden className="mt-0.5 shrink-0 text-ok" />
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The differences between Tellhook and similar tools. */
export function Why() {
  const { why } = texts;
  return (
    <section aria-labelledby="why">
      <h2 id="why" className="text-section font-semibold tracking-[-0.02em]">
        {why.title}
      </h2>
      <dl className="mt-8 grid gap-x-10 gap-y-9 md:grid-cols-3">
        {why.list.map(([product, difference]) => (
          <div key={product}>
            <dt className="text-meta text-ink-2">
              {why.instead} {product}
            </dt>
            <dd className="mt-1 text-h2 font-semibold">{difference}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-8 text-ink-2">{why.licence}</p>
    </section>
  );
}
