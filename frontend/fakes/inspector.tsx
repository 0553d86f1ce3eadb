import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { type Entry, type EntrySummary, entry } from '../../lib/local/fakes/wire.ts';
import type { Tone } from '../src/lib/status.ts';
import { Badge } from '../src/ui/badge.tsx';
import { CodeBlock } from '../src/ui/code.tsx';
import { Dialog } from '../src/ui/dialog.tsx';
import { FailedLoad } from '../src/ui/panel.tsx';
import { call } from './api.ts';
import { clockTime } from './clock.tsx';

const Inspect = createContext<(entry: EntrySummary) => void>(() => {});

/** Opens the request behind a message in one shared dialog. */
export function InspectorProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<EntrySummary>();
  return (
    <Inspect value={setShown}>
      {children}
      <Dialog
        open={shown !== undefined}
        onClose={() => setShown(undefined)}
        title={shown ? `${shown.method} ${pathOf(shown.url)}` : ''}
        size="large"
        reading
      >
        {shown && <Inspector summary={shown} />}
      </Dialog>
    </Inspect>
  );
}

/** The request and its response, as sent, with secrets replaced. */
function Inspector({ summary: { id, kind, url, at, status, note } }: { summary: EntrySummary }) {
  const { data, isError, refetch } = useQuery({
    queryKey: ['entry', id],
    queryFn: () => call(`entries/${id}`, entry),
    meta: { silent: true },
    retry: false,
  });
  const facts: [string, ReactNode][] = [
    ['Direction', kind === 'sent' ? 'Provider to Tellhook' : 'Tellhook to provider'],
    ['Address', <code key="url">{url}</code>],
    ['Received', clockTime(at)],
    ['Answer', <StatusBadge key="status" status={status} />],
    ...(note ? [['Note', note] satisfies [string, string]] : []),
  ];
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-1.5">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-2">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {isError && <FailedLoad text="It is no longer kept." onRetry={() => void refetch()} />}
      {data && partsOf(data).map(([title, text]) => <Part key={title} title={title} text={text} />)}
    </>
  );
}

const partsOf = ({ body, headers, answer }: Entry): [title: string, text: string][] =>
  (
    [
      ['Request body', pretty(body)],
      ['Request headers', lines(headers)],
      ['Answer body', pretty(answer?.body ?? '')],
      ['Answer headers', lines(answer?.headers ?? {})],
    ] satisfies [string, string][]
  ).filter(([, text]) => text !== '');

function Part({ title, text }: { title: string; text: string }) {
  return (
    <section className="mt-5">
      <h3 className="mb-1.5 font-medium">{title}</h3>
      <CodeBlock text={text} label={`Copy: ${title}`} copied={title} />
    </section>
  );
}

const lines = (headers: Record<string, string>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

const pretty = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

export const pathOf = (url: string): string => URL.parse(url)?.pathname ?? url;

const toneOf = (status: number): Tone =>
  status >= 200 && status < 400 ? 'ok' : status === 0 || status >= 500 ? 'err' : 'warn';

export function StatusBadge({ status }: { status: number }) {
  return <Badge tone={toneOf(status)}>{status === 0 ? 'none' : status}</Badge>;
}

const smallButton = 'inline-block min-h-6 rounded-badge px-1 text-left text-label text-accent-text hover:underline';

/** The link to the request behind a message. */
export function RequestButton({ entry: shown, children }: { entry: EntrySummary; children?: ReactNode }) {
  const inspect = useContext(Inspect);
  return (
    <button type="button" className={smallButton} onClick={() => inspect(shown)}>
      {children ?? (
        <>
          Request<span className="sr-only"> of {clockTime(shown.at)}</span>
        </>
      )}
    </button>
  );
}
