import {
  dispatchLook,
  errorsLook,
  invocationLook,
  limitLook,
  type StatusLook,
  targetLook,
  webhookLook,
} from '../../src/lib/status.ts';
import { Badge, Status } from '../../src/ui/badge.tsx';
import { MiniBars, Ring, UsageBar } from '../../src/ui/bars.tsx';
import { CodeBlock } from '../../src/ui/code.tsx';
import { Logo, StatusIcon } from '../../src/ui/icons.tsx';
import { JsonTree } from '../../src/ui/json-tree.tsx';
import { ScrollBox } from '../../src/ui/scroll-box.tsx';
import { SenderMark } from '../../src/ui/sender-mark.tsx';
import { Ago, Countdown, Day, Time } from '../../src/ui/time.tsx';
import { KindMark, KindTile, TypeMark, TypeName, TypeTile } from '../../src/ui/type-tile.tsx';
import type { Exhibit } from '../exhibits.tsx';
import { kinds } from '../kinds.ts';
import { eachOf } from '../states.ts';

const looks: readonly StatusLook[] = [
  ...['success', 'partial', 'error', 'pending'].map((status) => invocationLook(status)),
  invocationLook('pending', [{ status: 'error' }, { status: 'retrying' }]),
  dispatchLook('error', true),
  ...['active', 'inactive', 'pending', 'disabled', 'created', 'deleted'].map((status) => targetLook(status)),
  webhookLook({ enabled: true }),
  webhookLook({ enabled: true, disabledReason: 'Your plan allows 1 webhook.' }),
  webhookLook({ enabled: false }),
  limitLook(false, true),
  limitLook(true, false),
  limitLook(true, true),
  ...[0, 3, 8].map((count) => errorsLook({ errorsLastDays: count, openErrors: count })),
  errorsLook({ errorsLastDays: 36, openErrors: 0 }),
  errorsLook({ errorsLastDays: 40, openErrors: 4 }),
];
const tones = ['ok', 'warn', 'err', 'idle', 'accent'] as const;
const icons = ['check', 'alert', 'cross', 'retry', 'clock', 'dashed', 'trash'] as const;
const NEVER = '0001-01-01T00:00:00Z';
const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const day = Array.from({ length: 24 }, (_, hour) => ({
  ok: (hour * 5) % 9,
  failed: hour % 11 === 5 ? 3 : 0,
  waiting: hour > 21 ? 4 : 0,
}));

export const values: readonly Exhibit[] = [
  {
    name: 'Badge',
    about: 'A word on a colour.',
    states: eachOf(tones, String, (tone) => <Badge tone={tone}>Saved</Badge>),
  },
  {
    name: 'Status',
    about: 'Colour, icon and word, always the same for one value.',
    states: {
      ...eachOf(
        looks,
        (_, index) => `${index + 1}`,
        (look) => <Status look={look} />,
      ),
      'with a reason': <Status look={targetLook('inactive')} hint="Slack revoked the access." />,
    },
  },
  {
    name: 'StatusIcon',
    about: 'Decoration beside a word.',
    states: eachOf(icons, String, (name) => <StatusIcon name={name} size={18} />),
  },
  { name: 'Logo', about: 'A hook in a speech bubble.', states: { normal: <Logo />, large: <Logo size={48} /> } },
  {
    name: 'UsageBar',
    about: 'How much of a daily maximum is used; full is red.',
    states: {
      none: <UsageBar used={0} max={25} />,
      some: <UsageBar used={13} max={25} />,
      full: <UsageBar used={25} max={25} />,
      many: <UsageBar used={1204} max={1500} />,
      compact: <UsageBar used={13} max={25} compact />,
      wide: (
        <div className="w-72">
          <UsageBar used={13} max={25} wide />
        </div>
      ),
    },
  },
  {
    name: 'Ring',
    about: 'The share that is left.',
    states: {
      all: <Ring left={25} max={25} />,
      some: <Ring left={8} max={25} />,
      none: <Ring left={0} max={25} />,
    },
  },
  {
    name: 'SenderMark',
    about: 'The mark of a known sender in the colour of the text; its first letter where there is none.',
    states: {
      'with a mark': <SenderMark sender="GitHub" />,
      'without one': <SenderMark sender="Twilio" />,
    },
  },
  {
    name: 'MiniBars',
    about: 'Small stacked bars, oldest first; the numbers are in the label.',
    states: {
      'a day': (
        <div className="w-72">
          <MiniBars values={day} label="Calls of the last 24 hours" />
        </div>
      ),
      nothing: (
        <div className="w-72">
          <MiniBars values={day.map(() => ({ ok: 0, failed: 0, waiting: 0 }))} label="No calls in the last 24 hours" />
        </div>
      ),
    },
  },
  {
    name: 'Time',
    about: 'Absolute and relative; UTC in the tip.',
    states: {
      'just now': <Time date={minutesFromNow(0)} />,
      earlier: <Time date={minutesFromNow(-39)} />,
      'long ago': <Time date="2025-02-03T04:05:06Z" />,
      'absolute alone': <Time date={minutesFromNow(-39)} relative={false} />,
      never: <Time date={NEVER} />,
    },
  },
  {
    name: 'Ago',
    about: 'Only how long ago.',
    states: { earlier: <Ago date={minutesFromNow(-39)} />, never: <Ago date={NEVER} /> },
  },
  {
    name: 'Countdown',
    about: 'Counts down by itself.',
    states: {
      soon: <Countdown date={minutesFromNow(0.5)} />,
      later: <Countdown date={minutesFromNow(90)} />,
      due: <Countdown date={minutesFromNow(-1)} />,
    },
  },
  {
    name: 'Day',
    about: 'A date without a time.',
    states: { date: <Day date="2026-11-20T10:00:00Z" />, never: <Day date={NEVER} /> },
  },
  {
    name: 'KindTile',
    about: "A kind's mark in its brand's colour.",
    states: {
      small: <KindTile kind={kinds[0]} size="small" />,
      normal: <KindTile kind={kinds[1]} />,
      large: <KindTile kind={kinds[2]} size="large" />,
      unknown: <KindTile kind={undefined} />,
      'not read yet': <KindTile kind={undefined} waiting />,
    },
  },
  {
    name: 'TypeTile',
    about: 'The tile of a target, found by its type.',
    states: { known: <TypeTile type="telegram" />, unknown: <TypeTile type="pigeon" /> },
  },
  {
    name: 'TypeMark',
    about: 'The mark of a target, found by its type, in the colour of the text.',
    states: { known: <TypeMark type="telegram" size={16} />, unknown: <TypeMark type="pigeon" size={16} /> },
  },
  {
    name: 'KindMark',
    about: 'The mark alone, in the colour of the text.',
    states: eachOf(
      kinds,
      ({ name }) => name,
      ({ icon }) => <KindMark paths={icon.paths} size={20} />,
    ),
  },
  {
    name: 'TypeName',
    about: "The kind's name as people know it.",
    states: { known: <TypeName type="email" />, unknown: <TypeName type="pigeon" /> },
  },
  {
    name: 'ScrollBox',
    about: 'Scrolls what is too large for it, by keyboard too.',
    states: {
      'too small': (
        <ScrollBox as="pre" className="max-h-20 rounded-control bg-sunken p-3 text-code">
          {'one\ntwo\nthree\nfour\nfive\nsix'}
        </ScrollBox>
      ),
    },
  },
  {
    name: 'CodeBlock',
    about: 'Code that can be copied.',
    states: {
      short: <CodeBlock text="curl -d '{}' https://in.tellhook.example/5fK2" label="Copy" copied="Copied" />,
      long: (
        <CodeBlock
          className="w-72"
          text={`curl ${'--header x '.repeat(12)}\n  --data '{}'`}
          label="Copy"
          copied="Copied"
        />
      ),
    },
  },
  {
    name: 'JsonTree',
    about: 'A body that can be folded; each line copies its value or path.',
    states: {
      tree: (
        <JsonTree
          value={{
            repository: 'shop-api',
            ok: true,
            duration: 75,
            none: null,
            tags: ['a', 'b'],
            deep: { a: { b: { c: 1 } } },
          }}
        />
      ),
      long: (
        <div className="w-72">
          <JsonTree value={Array.from({ length: 101 }, (_, index) => `value ${index}`).slice(0, 3)} />
        </div>
      ),
    },
  },
];
