import { useNavigate } from '@tanstack/react-router';
import { useLastCalls } from '../../data/invocations.ts';
import { useKeptSamples } from '../../data/samples.ts';
import { useWebhooks } from '../../data/webhooks.ts';
import { formatBytes } from '../../lib/format.ts';
import { formatDateTime } from '../../lib/time.ts';
import { useNow } from '../../ui/time.tsx';
import { texts } from './texts.ts';

const look =
  'h-8 min-w-0 flex-1 truncate rounded-control border border-field-line bg-surface pl-2 pr-1 text-meta text-ink';

/** Chooses the input: a webhook's recent call or a saved sample. The choice is stored in the URL. */
export function CallPicker({ from, call }: { from: number | undefined; call: string | undefined }) {
  const navigate = useNavigate();
  const webhooks = useWebhooks();
  const calls = useLastCalls(from);
  const samples = useKeptSamples(from).data ?? [];
  const now = useNow();
  const choose = (next: { from?: number | undefined; inv?: string | undefined }) =>
    void navigate({
      to: '/editor',
      search: ({ webhook }) => ({
        ...(webhook !== undefined && { webhook }),
        ...(next.from !== undefined && { from: next.from }),
        ...(next.inv !== undefined && { inv: next.inv }),
      }),
      replace: true,
      resetScroll: false,
    });
  const listed = calls.data ?? [];
  return (
    <div className="flex min-w-0 flex-1 flex-wrap justify-end gap-2">
      <select
        aria-label={texts.calls.webhook}
        className={`${look} max-w-48`}
        value={from ?? ''}
        onChange={({ target }) => choose(target.value === '' ? {} : { from: Number(target.value) })}
      >
        <option value="">{texts.calls.own}</option>
        {webhooks.data?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      {from !== undefined && (
        <select
          aria-label={texts.calls.call}
          className={`${look} max-w-56`}
          value={call ?? ''}
          disabled={listed.length === 0 && samples.length === 0 && call === undefined}
          onChange={({ target }) => choose({ from, ...(target.value !== '' && { inv: target.value }) })}
        >
          {call === undefined && (
            <option value="">{calls.data?.length === 0 ? texts.calls.none : texts.calls.choose}</option>
          )}
          {call !== undefined && ![...listed, ...samples].some(({ id }) => id === call) && (
            <option value={call}>{texts.calls.call}</option>
          )}
          {samples.length > 0 && (
            <optgroup label={texts.calls.kept}>
              {samples.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </optgroup>
          )}
          {listed.length > 0 && (
            <optgroup label={texts.calls.last}>
              {listed
                .filter(({ id }) => !samples.some((sample) => sample.id === id))
                .map(({ id, invokedAt, size, message }) => (
                  <option key={id} value={id}>
                    {`${message?.title ?? formatBytes(size)} · ${formatDateTime(invokedAt, now)}`}
                  </option>
                ))}
            </optgroup>
          )}
        </select>
      )}
    </div>
  );
}
