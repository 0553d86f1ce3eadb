import { useState } from 'react';
import * as z from 'zod';
import { showError } from '../../src/lib/services.ts';
import { Button } from '../../src/ui/button.tsx';
import { call } from '../api.ts';
import { clockTime, dayName } from '../clock.tsx';
import { refreshFeed } from '../feed.ts';

const STEPS = { '1 minute': 60, '10 minutes': 600, '1 day': 86_400 } as const;
const moved = z.object({ now: z.string() });

/** Moves Tellhook's clock, so retries, escalations and silence alarms become due without waiting for them. */
export function ClockButtons() {
  const [now, setNow] = useState<string>();
  const [busy, setBusy] = useState(false);
  const advance = async (advanceSeconds: number) => {
    setBusy(true);
    try {
      setNow((await call('clock', moved, { advanceSeconds })).now);
      await refreshFeed();
    } catch (error) {
      showError(error, { title: 'Clock not moved' });
    }
    setBusy(false);
  };
  return (
    <section aria-labelledby="clock" className="border-t border-line px-2 pt-3 pb-4">
      <h2 id="clock" className="font-semibold">
        Clock
      </h2>
      <p className="text-meta text-ink-2">Advance it to see retries, escalations and silence alarms.</p>
      <div className="mt-2 flex flex-wrap gap-1.5">
        {Object.entries(STEPS).map(([step, seconds]) => (
          <Button key={step} size="small" disabled={busy} onClick={() => void advance(seconds)}>
            <span className="sr-only">Advance </span>
            {step}
          </Button>
        ))}
      </div>
      <p role="status" className="mt-2 text-meta text-ink-2">
        {busy ? 'Advancing …' : now && `Tellhook’s time: ${dayName(now)}, ${clockTime(now)}`}
      </p>
    </section>
  );
}
