import { plural } from '../../lib/format.ts';
import type { Webhook } from '../../lib/wire.ts';
import { TextLink } from '../../ui/button.tsx';
import { Time, useNow } from '../../ui/time.tsx';
import { useInvokeUrl } from '../../ui/use-config.ts';
import { texts } from './texts.ts';

type OldRoute = NonNullable<Webhook['oldRoutes']>[number];

/** A webhook's previous URLs that still accept calls, with the number of calls to each URL. */
export function OldUrls({ routes }: { routes: readonly OldRoute[] }) {
  const now = useNow();
  const valid = routes.filter(({ until }) => new Date(until).getTime() > now);
  if (valid.length === 0) return null;
  return (
    <section
      aria-label={texts.rotate.old}
      className="min-w-0 rounded-panel border border-line bg-surface px-3.5 py-2 text-meta shadow-panel"
    >
      <ul className="flex flex-col gap-2">
        {valid.map((old) => (
          <OldUrl key={old.route} {...old} />
        ))}
      </ul>
    </section>
  );
}

function OldUrl({ route, until, calls }: OldRoute) {
  return (
    <li className="min-w-0">
      <code className="block truncate text-code text-ink-2">{useInvokeUrl(route)}</code>
      <span className="text-ink-2">
        {texts.rotate.worksUntil} <Time date={until} ahead />
        {'. '}
        {calls === 0 ? (
          texts.rotate.noCalls
        ) : (
          <>
            {texts.rotate.calls(plural(calls, 'call'))}{' '}
            <TextLink to="." search={(old) => ({ ...old, url: 'old' as const })} resetScroll={false}>
              {texts.rotate.whichCalls(calls)}
            </TextLink>
          </>
        )}
      </span>
    </li>
  );
}
