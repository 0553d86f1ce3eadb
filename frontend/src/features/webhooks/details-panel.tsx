import { Link } from '@tanstack/react-router';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTargets } from '../../data/targets.ts';
import { plural } from '../../lib/format.ts';
import { targetLook } from '../../lib/status.ts';
import type { Target, Webhook } from '../../lib/wire.ts';
import { UsageBar } from '../../ui/bars.tsx';
import { TextLink } from '../../ui/button.tsx';
import { StatusIcon } from '../../ui/icons.tsx';
import { Skeleton } from '../../ui/panel.tsx';
import { subjectWords } from '../../ui/subject-words.ts';
import { Day } from '../../ui/time.tsx';
import { TypeTile } from '../../ui/type-tile.tsx';
import { texts } from './texts.ts';

const InCode = lazy(() => import('./in-code.tsx').then((module) => ({ default: module.InCode })));

/**
 * A webhook's settings, read only: its targets and its words, the rest on demand. It becomes narrower for a call next
 * to the page.
 */
export function DetailsPanel({ webhook }: { webhook: Webhook }) {
  return (
    <section
      aria-labelledby="details"
      className="min-w-0 rounded-panel border border-line bg-surface px-4 py-2.5 shadow-panel in-data-beside:hidden"
    >
      <h2 id="details" className="sr-only">
        {texts.view.details}
      </h2>
      <Details webhook={webhook} />
    </section>
  );
}

/**
 * The same on a phone, folded away so the calls begin in the first window. Its line shows the use of today's maximum;
 * `children` are settings that come before it.
 */
export function FoldedDetails({ webhook, children }: { webhook: Webhook; children: ReactNode }) {
  return (
    <details className="group min-w-0 rounded-panel border border-line bg-surface shadow-panel">
      <summary className="flex min-h-11 items-center gap-3 px-4">
        <span className="flex-1 font-semibold">{texts.view.details}</span>
        <span className="min-w-0 sm:hidden">
          <UsageBar used={webhook.invocationsThisCycle} max={webhook.maxInvocationsPerCycle} />
        </span>
        <ChevronDown size={18} aria-hidden className="text-ink-2 transition-transform group-open:rotate-180" />
      </summary>
      <div className="mb-3 divide-y divide-line border-y border-line">{children}</div>
      <div className="px-4 pb-4">
        <Details webhook={webhook} />
      </div>
    </details>
  );
}

function Details({ webhook }: { webhook: Webhook }) {
  const { view } = texts;
  const { intake } = webhook;
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 max-md:flex-col max-md:items-start">
      <dl className="flex min-w-0 flex-wrap items-center gap-x-6 gap-y-2 max-md:w-full">
        <div className="flex min-w-0 items-center gap-3 max-md:flex-wrap max-md:gap-y-1">
          <dt className="text-ink-2">{view.targets}</dt>
          <dd className="min-w-0">
            <TargetChips ids={webhook.targetIds} />
          </dd>
        </div>
        <div className="flex min-w-0 items-center gap-3 max-md:flex-wrap max-md:gap-y-1">
          <dt className="text-ink-2">{view.template}</dt>
          <dd className="flex min-w-0 flex-wrap items-center gap-x-3">
            {webhook.useTemplate ? (
              <code className="max-w-100 truncate rounded-badge bg-sunken px-1.5 py-0.5 text-code">
                {webhook.template}
              </code>
            ) : (
              <span>{view.noTemplate}</span>
            )}
            <TextLink to="/editor" search={{ webhook: webhook.id }} className="whitespace-nowrap text-meta">
              {webhook.useTemplate ? view.editTemplate : view.writeTemplate}
            </TextLink>
          </dd>
        </div>
      </dl>
      <More name={view.allSettings}>
        <dl className="mt-2 flex flex-col gap-3">
          <Row name={view.looks}>{webhook.format === 'rich' ? view.looksRich : view.looksPlain}</Row>
          <Row name={subjectWords.title}>{subjectWords.ways[webhook.subject.from]}</Row>
          <Row name={view.timeZone}>{webhook.timeZone.replaceAll('_', ' ')}</Row>
          <Row name={view.split}>{webhook.splitMessage ? view.splitOn : view.splitOff}</Row>
          <Row name={view.repeats}>
            {intake.duplicates === 'off'
              ? texts.intake.summary.off
              : texts.intake.summary[intake.duplicates](plural(intake.duplicateWindowMinutes, 'minute'))}
            {intake.duplicates !== 'off' &&
              intake.duplicateFields.length > 0 &&
              texts.intake.summary.by(intake.duplicateFields)}
          </Row>
          <Row name={view.handshakes}>{intake.answerHandshakes ? texts.intake.answered : texts.intake.notAnswered}</Row>
          <Row name={view.methods}>{intake.methods.join(', ') || texts.answer.allMethods}</Row>
          <Row name={view.answer}>
            {intake.answer === null
              ? texts.answer.ordinary
              : intake.answer.body === ''
                ? texts.answer.empty(intake.answer.status)
                : texts.answer.said(intake.answer.status, intake.answer.contentType)}
          </Row>
          <Row name={view.kept}>
            {webhook.retentionDays === null
              ? texts.retention.asPlan
              : texts.retention.atMost(plural(webhook.retentionDays, 'day'))}
          </Row>
          <Row name={view.created}>
            <Day date={webhook.createdAt} />
          </Row>
        </dl>
      </More>
      <More name={texts.inCode.title}>
        <Suspense fallback={<Skeleton className="mt-2 h-40" />}>
          <InCode webhook={webhook} />
        </Suspense>
      </More>
    </div>
  );
}

/** Something to be opened; what is in it is drawn, and fetched, from the first opening on. */
function More({ name, children }: { name: string; children: ReactNode }) {
  const [opened, setOpened] = useState(false);
  return (
    <details
      className="group/more min-w-0 open:basis-full"
      onToggle={(event) => event.currentTarget.open && setOpened(true)}
    >
      <summary className="inline-flex min-h-6 items-center gap-1 rounded-[4px] text-meta text-accent-text">
        <ChevronRight size={14} aria-hidden className="transition-transform group-open/more:rotate-90" />
        {name}
      </summary>
      {opened && children}
    </details>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-3 md:grid-cols-[5.5rem_minmax(0,1fr)]">
      <dt className="text-ink-2">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

/** The state of a target that receives nothing now. */
function TargetState({ target }: { target: Target }) {
  const { tone, icon, word } = targetLook(target);
  return (
    <span title={word} className={tone === 'err' ? 'text-err' : tone === 'warn' ? 'text-warn' : 'text-idle'}>
      <StatusIcon name={icon} />
      <span className="sr-only">{word}</span>
    </span>
  );
}

function TargetChips({ ids }: { ids: readonly number[] }) {
  const targets = useTargets();
  if (targets.data === undefined) return <Skeleton className="-my-1 h-7.5 w-48" />;
  const chosen = ids.flatMap((id) => targets.data.filter((target) => target.id === id));
  if (chosen.length === 0) return texts.view.noTargets;
  return (
    <ul className="-my-1 flex flex-wrap gap-2">
      {chosen.map((target) => (
        <li key={target.id} className="min-w-0">
          <Link
            to="/targets/$id"
            params={{ id: target.id }}
            className="flex min-w-0 items-center gap-2 rounded-control border border-line py-0.5 pr-2.5 pl-0.5 hover:border-line-strong hover:bg-sunken"
          >
            <TypeTile type={target.targetType} size="small" />
            <span className="truncate">{target.name}</span>
            {target.status !== 'active' && <TargetState target={target} />}
          </Link>
        </li>
      ))}
    </ul>
  );
}
