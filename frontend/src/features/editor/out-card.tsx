import { CircleX, Clock3, TriangleAlert } from 'virtual:icons';
import { lazy, type ReactNode, Suspense } from 'react';
import type { RichMessage } from '../../../../lambdas/templates/rich/tree.ts';
import { codeAnchor } from '../../lib/code-anchor.ts';
import { Badge, Status } from '../../ui/badge.tsx';
import { TextLink } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Notice, Skeleton } from '../../ui/panel.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { Card } from './card.tsx';
import type { Outcome, Place, ShownError, View } from './rules.ts';
import { texts } from './texts.ts';

/** This code is loaded while the first message is rendered. */
const MessageViews = lazy(() => import('./message-views.tsx').then((module) => ({ default: module.MessageViews })));

/** The template's result: the message as each target shows it, or the error and its position. */
export function OutCard({
  outcome,
  views,
  webhookName,
  split,
  className,
  onJump,
}: {
  outcome: Outcome;
  views: readonly View[];
  webhookName: string;
  split: boolean;
  className?: string;
  onJump(place: Place): void;
}) {
  return (
    <Card
      title={texts.out}
      className={className ?? ''}
      aside={
        <span className="flex min-h-8 items-center gap-1">
          <State outcome={outcome} />
          {outcome.kind === 'message' && outcome.message !== '' && (
            <CopyButton small text={outcome.message} label={texts.copy} detail={texts.copied} />
          )}
        </span>
      }
    >
      <ScrollBox className="flex min-h-40 flex-1 flex-col gap-4 p-4 -outline-offset-2 max-lg:max-h-[80dvh] lg:min-h-0">
        <Body outcome={outcome} views={views} webhookName={webhookName} split={split} onJump={onJump} />
      </ScrollBox>
    </Card>
  );
}

function State({ outcome }: { outcome: Outcome }) {
  switch (outcome.kind) {
    case 'failed':
      return <Status look={{ word: texts.state.failed, tone: 'err', icon: 'cross' }} />;
    case 'message':
      return outcome.live ? (
        <Badge tone="idle">{texts.state.live}</Badge>
      ) : (
        <Status look={{ word: texts.state.rendered, tone: 'ok', icon: 'check' }} />
      );
    case 'unaided':
      return <Badge tone="idle">{texts.unaidedLive}</Badge>;
    case 'trouble':
    case 'waiting':
      return null;
  }
}

function Body({
  outcome,
  views,
  webhookName,
  split,
  onJump,
}: {
  outcome: Outcome;
  views: readonly View[];
  webhookName: string;
  split: boolean;
  onJump(place: Place): void;
}) {
  const shown = ({ message, rich }: { message: string; rich: RichMessage | undefined }) => (
    <Suspense fallback={<Skeleton className="h-24 w-full" />}>
      <MessageViews message={message} rich={rich} views={views} webhookName={webhookName} split={split} />
    </Suspense>
  );
  switch (outcome.kind) {
    case 'waiting':
      return <p className="text-ink-2">{texts.state.waiting}</p>;
    case 'trouble':
      return (
        <Notice tone="warn" icon={<Clock3 size={18} aria-hidden />}>
          {outcome.trouble === 'too long' ? texts.tooSlow : texts.noWorker}
        </Notice>
      );
    case 'failed':
      return <Mistake error={outcome.error} live={outcome.live} onJump={onJump} />;
    case 'unaided':
      return (
        <>
          <p className="text-meta text-ink-2">{texts.unaided}</p>
          {shown(outcome)}
        </>
      );
    case 'message':
      return (
        <>
          {outcome.warnings.length > 0 && <Warnings places={outcome.warnings} onJump={onJump} />}
          {outcome.message.trim() === '' ? (
            <Notice tone="warn" icon={<TriangleAlert size={18} aria-hidden />}>
              {texts.empty}
            </Notice>
          ) : (
            shown(outcome)
          )}
        </>
      );
  }
}

/** The error with its position. Screen readers announce it only if the user requested the render. */
function Mistake({ error, live, onJump }: { error: ShownError; live: boolean; onJump(place: Place): void }) {
  const [first = '', ...hint] = error.text.split('\n');
  return (
    <Box alert={!live}>
      <p className="font-medium">{first}</p>
      {hint.length > 0 && <p className="mt-1 text-ink">{hint.join('\n')}</p>}
      <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-meta">
        <button
          type="button"
          onClick={() => onJump(error)}
          className="min-h-6 font-medium text-accent-text underline underline-offset-3"
        >
          {texts.showPlace}
        </button>
        <TextLink
          to="/docs/template-reference"
          {...(error.code !== undefined && { hash: codeAnchor(error.code) })}
          className="inline-flex min-h-6 items-center"
        >
          {texts.docs}
        </TextLink>
      </p>
    </Box>
  );
}

function Box({ alert, children }: { alert: boolean; children: ReactNode }) {
  return (
    <div
      role={alert ? 'alert' : undefined}
      className="flex items-start gap-3 rounded-panel bg-err-soft px-4 py-3 text-err forced-colors:border"
    >
      <CircleX size={18} aria-hidden className="mt-0.5 shrink-0" />
      <div className="min-w-0 flex-1 wrap-anywhere">{children}</div>
    </div>
  );
}

const WARNINGS_AT_ONCE = 8;

function Warnings({ places, onJump }: { places: readonly Place[]; onJump(place: Place): void }) {
  return (
    <Notice tone="warn" icon={<TriangleAlert size={18} aria-hidden />}>
      <p>{texts.warnings(places.length)}</p>
      <p className="mt-1 flex flex-wrap gap-x-3 gap-y-1 text-meta">
        {places.slice(0, WARNINGS_AT_ONCE).map((place) => (
          <button
            key={`${place.line}:${place.column}`}
            type="button"
            onClick={() => onJump(place)}
            className="min-h-6 font-medium text-accent-text underline underline-offset-3"
          >
            {texts.emptyAt(place.line, place.column)}
          </button>
        ))}
        {places.length > WARNINGS_AT_ONCE && <span>{texts.fields.more(places.length - WARNINGS_AT_ONCE)}</span>}
      </p>
    </Notice>
  );
}
