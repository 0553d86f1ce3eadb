import { useState } from 'react';
import { readHeaders } from '../../lib/headers.ts';
import { textLink } from '../../ui/button.tsx';
import { isSecretHeader } from './body.ts';
import { texts } from './texts.ts';

/** The headers as a table. Secrets are hidden until the user reveals them. */
export function HeadersTab({ rawHeaders }: { rawHeaders: string }) {
  const [revealed, setRevealed] = useState<ReadonlySet<string>>(new Set());
  const headers = Object.entries(readHeaders(rawHeaders)).sort(([left], [right]) => left.localeCompare(right));
  if (headers.length === 0) return <p className="text-ink-2">{texts.details.noHeaders}</p>;
  return (
    <table className="w-full table-fixed text-code">
      <tbody className="divide-y divide-line">
        {headers.map(([name, value]) => (
          <tr key={name} className="align-top">
            <th
              scope="row"
              className="w-2/5 py-1.5 pr-3 text-left font-mono font-normal text-ink-2 wrap-anywhere md:w-1/3"
            >
              {name}
            </th>
            <td className="py-1.5 font-mono wrap-anywhere">
              {isSecretHeader(name) && !revealed.has(name) ? (
                <span className="font-sans text-meta text-ink-2">
                  {texts.details.masked}{' '}
                  <button
                    type="button"
                    aria-label={`${texts.details.reveal} ${name}`}
                    className={textLink}
                    onClick={() => setRevealed(new Set([...revealed, name]))}
                  >
                    {texts.details.reveal}
                  </button>
                </span>
              ) : (
                value
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
