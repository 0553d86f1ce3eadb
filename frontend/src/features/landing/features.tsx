import { Braces, CopyX, Eye, ListOrdered, RotateCw, Send, Server, ShieldCheck, Split } from 'lucide-react';
import { facts } from './plan-facts.ts';
import { texts } from './texts.ts';

const icons = {
  eye: Eye,
  retry: RotateCw,
  order: ListOrdered,
  braces: Braces,
  split: Split,
  repeats: CopyX,
  replay: Send,
  shield: ShieldCheck,
  server: Server,
} as const;

export function Features() {
  return (
    <section aria-labelledby="features">
      <h2 id="features" className="text-section font-semibold tracking-[-0.02em]">
        {texts.features.title}
      </h2>
      <ul className="mt-8 grid gap-x-10 gap-y-9 md:grid-cols-2 lg:grid-cols-3">
        {texts.features.list(facts).map(({ icon, name, text }) => {
          const Icon = icons[icon];
          return (
            <li key={name}>
              <span className="mb-4 grid size-9 place-items-center rounded-control bg-accent-soft text-accent-text">
                <Icon size={18} aria-hidden />
              </span>
              <h3 className="text-h2 font-semibold">{name}</h3>
              <p className="mt-1 text-ink-2">{text}</p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
