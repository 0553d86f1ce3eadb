import type { EntrySummary, Provider } from '../../lib/local/fakes/wire.ts';
import { ScrollBox } from '../src/ui/scroll-box.tsx';
import { When } from './clock.tsx';
import { pathOf, RequestButton, StatusBadge } from './inspector.tsx';

const SHOWN_AT_MOST = 200;

/** The latest requests between the product and a provider, newest first. */
export function Requests({ provider, entries }: { provider: Provider; entries: readonly EntrySummary[] }) {
  const calls = entries
    .filter(({ kind }) => kind !== 'user')
    .slice(-SHOWN_AT_MOST)
    .toReversed();
  if (calls.length === 0) return <p className="p-6 text-ink-2">Tellhook and {provider.name} have not spoken yet.</p>;
  return (
    <ScrollBox
      role="region"
      aria-label={`Requests of ${provider.name}`}
      className="min-h-0 flex-1 p-4 -outline-offset-2 md:p-5"
    >
      <table className="w-full text-left">
        <thead className="text-label text-ink-2">
          <tr>
            {['Time', 'Direction', 'Call', 'Answer'].map((title) => (
              <th key={title} scope="col" className="pr-3 pb-2 font-[550]">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {calls.map((entry) => (
            <tr key={entry.id} className="border-t border-line align-top">
              <td className="py-1.5 pr-3 whitespace-nowrap">
                <When at={entry.at} />
              </td>
              <td className="py-1.5 pr-3">{entry.kind === 'sent' ? 'To Tellhook' : `To ${provider.name}`}</td>
              <td className="py-1.5 pr-3 wrap-anywhere">
                <RequestButton entry={entry}>
                  <b className="mr-1.5 whitespace-nowrap">{entry.method}</b>{' '}
                  {entry.mail ? entry.mail.subject : pathOf(entry.url)}
                </RequestButton>
                {entry.note && <span className="block px-1 text-meta text-ink-2">{entry.note}</span>}
              </td>
              <td className="py-1.5">
                <StatusBadge status={entry.status} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
