import type { Provider } from '../../lib/local/fakes/wire.ts';
import { buttonLook } from '../src/ui/button.tsx';
import { pageOf } from './pages.ts';
import { ProviderTile } from './side.tsx';

/** First steps, shown until a provider has received something. */
export function GuideFor({ provider }: { provider: Provider }) {
  const { title, steps, next = ['/targets/new', 'Create a target'] } = pageOf(provider.slug).guide;
  return (
    <section className="mx-auto flex h-full max-w-md flex-col justify-center gap-4 overflow-y-auto p-6">
      <ProviderTile provider={provider} size="large" />
      <h2 className="text-h2 font-semibold">{title}</h2>
      <ol className="flex list-decimal flex-col gap-1.5 pl-5 text-ink-2">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <a href={next[0]} className={`${buttonLook({ tone: 'primary' })} self-start`}>
        {next[1]}
      </a>
    </section>
  );
}
