import { mark as msteams } from '../../../../integrations/targets/msteams/mark.tsx';
import { mark as slack } from '../../../../integrations/targets/slack/mark.tsx';
import { mark as telegram } from '../../../../integrations/targets/telegram/mark.tsx';
import { dispatchLook } from '../../lib/status.ts';
import { Badge, Status } from '../../ui/badge.tsx';
import { KindMark } from '../../ui/type-tile.tsx';

const message = 'Deployed shop-api to production in 75 s';
const rows = [
  {
    mark: slack,
    name: 'Ops channel',
    aside: '214 ms',
    look: dispatchLook('success', false),
    tint: 'text-[#611f69] dark:text-[#d9a8de] bg-[#611f69]/12',
  },
  {
    mark: telegram,
    name: "Ada's phone",
    aside: '388 ms',
    look: dispatchLook('success', false),
    tint: 'text-[#166f9b] dark:text-[#7fc9ee] bg-[#229ed9]/12',
  },
  {
    mark: msteams,
    name: 'Release room',
    aside: 'retry in 30 s',
    look: dispatchLook('error', true),
    tint: 'text-[#484cae] dark:text-[#a9acec] bg-[#5b5fc7]/12',
  },
] as const;

/** One call as text instead of an image: the payload, the template, the message. */
export function Scene() {
  return (
    <div
      role="img"
      aria-label="A call with JSON becomes the message 'Deployed shop-api to production in 75 s' in Slack and Telegram; the delivery to Teams is retried."
      className="min-w-0"
    >
      <div aria-hidden className="overflow-hidden rounded-panel border border-line bg-surface shadow-panel">
        <div className="flex items-center gap-3 border-b border-line px-4 py-2.5">
          <Badge tone="accent">
            <span className="font-mono">POST</span>
          </Badge>
          <code className="truncate text-code">in.tellhook.example/5fK2qZr81LxT</code>
        </div>
        <pre className="overflow-hidden px-4 py-3.5 text-code">
          {'{ '}
          <Name>"repository"</Name>: <Text>"shop-api"</Text>,{'\n  '}
          <Name>"environment"</Name>: <Text>"production"</Text>,{'\n  '}
          <Name>"status"</Name>: <Text>"succeeded"</Text>, <Name>"duration"</Name>:{' '}
          <span className="text-warn">75</span>
          {' }'}
        </pre>
      </div>
      <div aria-hidden className="ml-4 border-l-2 border-line-strong py-3 pl-3">
        <code className="inline-block max-w-full truncate rounded-badge border border-line bg-sunken px-2.5 py-1 text-code text-ink-2">
          Deployed <Name>{'{{ repository }}'}</Name> to <Name>{'{{ environment }}'}</Name> …
        </code>
      </div>
      <ul aria-hidden className="divide-y divide-line rounded-panel border border-line bg-surface shadow-panel">
        {rows.map(({ mark, name, aside, look, tint }) => (
          <li key={name} className="flex items-center gap-3.5 px-4 py-3">
            <span className={`grid size-9 shrink-0 place-items-center rounded-[28%] ${tint}`}>
              <KindMark paths={mark.paths} size={19} />
            </span>
            <span className="min-w-0 flex-1">
              <span className="font-semibold">{name}</span> <span className="ml-1 text-label text-ink-2">{aside}</span>
              <span className="block truncate text-meta text-ink-2">{message}</span>
            </span>
            <Status look={look} />
          </li>
        ))}
      </ul>
    </div>
  );
}

const Name = ({ children }: { children: string }) => <span className="text-accent-text">{children}</span>;
const Text = ({ children }: { children: string }) => <span className="text-ok">{children}</span>;
