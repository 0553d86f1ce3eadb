import { X } from 'virtual:icons';
import { type ReactNode, useState } from 'react';
import { MAX_NOTICE_TARGETS } from '#contract/bounds';
import type { RequestInput } from '#contract/messages';
import { useNotices, useSetNotices } from '../../data/account.ts';
import { useTargets } from '../../data/targets.ts';
import { showError } from '../../lib/services.ts';
import type { Answer, Profile, Target } from '../../lib/wire.ts';
import { IconButton } from '../../ui/button.tsx';
import { Checkbox, InlineSelect } from '../../ui/field.tsx';
import { FailedLoad, Panel } from '../../ui/panel.tsx';
import { PlainLink } from '../../ui/plain-link.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Time } from '../../ui/time.tsx';
import { texts } from './texts.ts';

const words = texts.notices;

const EVENTS = Object.keys(words.events) as (keyof typeof words.events)[];

type Recipients = Pick<Profile, 'notices' | 'noticeEmail' | 'noticeTargetIds' | 'noticeMutedEvents' | 'emailVerified'>;

/** The recipients of the account's notices, and the latest notices. */
export function NoticesPanel({ profile }: { profile: Recipients }) {
  const change = useSetNotices();
  const targets = useTargets().data ?? [];
  const {
    email = profile.notices,
    target_ids: chosen = profile.noticeTargetIds,
    muted_events: muted = profile.noticeMutedEvents,
  } = (change.isPending && change.variables) || {};
  const save = (body: RequestInput<'setNotices'>): void =>
    change.mutate(body, {
      onError: (error) => showError(error, { title: words.notSaved, again: () => save(body) }),
    });
  const others = targets.filter(({ id, status }) => status === 'active' && !chosen.includes(id));
  return (
    <Panel title={words.title} headingId="notices-panel">
      <p className="mb-3 text-ink-2">{words.text}</p>
      <Line label={words.email} hint={emailHint(profile)}>
        <Switch checked={email} label={words.email} onChange={(on) => save({ email: on })} />
      </Line>
      <Line label={words.targets} hint={words.targetsHint}>
        {targets
          .filter(({ id }) => chosen.includes(id))
          .map(({ id, name }) => (
            <span key={id} className="flex min-w-0 items-center rounded-control bg-sunken pl-2.5">
              <span className="truncate">{name}</span>
              <IconButton
                small
                label={words.remove(name)}
                onClick={() => save({ target_ids: chosen.filter((each) => each !== id) })}
              >
                <X size={14} aria-hidden />
              </IconButton>
            </span>
          ))}
        {chosen.length < MAX_NOTICE_TARGETS && (
          <InlineSelect
            label={words.add}
            value=""
            options={[['', words.add], ...others.map(({ id, name }) => [String(id), name] as const)]}
            className="max-w-60"
            onChange={(id) => save({ target_ids: [...chosen, Number(id)] })}
          />
        )}
      </Line>
      <fieldset className="mt-3 py-1.5">
        <legend className="mb-1.5 text-ink-2">{words.eventsLabel}</legend>
        <div className="grid gap-2 md:grid-cols-2">
          {EVENTS.map((event) => (
            <Checkbox
              key={event}
              label={words.events[event]}
              checked={!muted.includes(event)}
              onChange={({ currentTarget: { checked } }) =>
                save({ muted_events: [...muted.filter((each) => each !== event), ...(checked ? [] : [event])] })
              }
            />
          ))}
        </div>
      </fieldset>
      <RecentNotices targets={targets} />
    </Panel>
  );
}

const emailHint = ({ emailVerified, noticeEmail, noticeTargetIds }: Recipients): string => {
  if (!emailVerified) return words.emailHint.unconfirmed;
  return noticeEmail === 'never' && noticeTargetIds.length > 0 ? words.emailHint.stopped : words.emailHint[noticeEmail];
};

const Line = ({ label, hint, children }: { label: string; hint: string; children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 py-1.5">
    <span className="w-full text-ink-2 md:w-40">{label}</span>
    {children}
    <span className="text-meta text-ink-2">{hint}</span>
  </div>
);

/** The notices of the last week, each with its recipients. */
function RecentNotices({ targets }: { targets: readonly Target[] }) {
  const [isShown, setShown] = useState(false);
  const notices = useNotices(isShown);
  return (
    <details onToggle={(event) => setShown(event.currentTarget.open)}>
      <summary className="inline-flex min-h-9 items-center text-accent-text">{words.recent}</summary>
      {notices.isLoadingError && <FailedLoad text={words.notLoaded} onRetry={() => void notices.refetch()} />}
      {notices.data?.length === 0 && <p className="text-meta text-ink-2">{words.none}</p>}
      <ul className="flex flex-col gap-2 text-meta">
        {notices.data?.map((notice) => (
          <li key={`${notice.createdAt} ${notice.title}`}>
            <PlainLink href={new URL(notice.link).pathname} className="text-accent-text">
              {notice.title}
            </PlainLink>{' '}
            <Time date={notice.createdAt} />
            <p className="text-ink-2">{recipientsOf(notice, targets)}</p>
          </li>
        ))}
      </ul>
    </details>
  );
}

const recipientsOf = (
  { recipients, pending }: Answer<'listNotices'>[number],
  targets: readonly Pick<Target, 'id' | 'name'>[],
): string => {
  const told = recipients.map(({ targetId, errorMessage }) => {
    const name =
      targetId === null ? words.byEmail : (targets.find(({ id }) => id === targetId)?.name ?? `target ${targetId}`);
    return errorMessage === undefined ? name : words.failed(name, errorMessage);
  });
  const rest = pending ? [words.pending] : told.length === 0 ? [words.unsent] : [];
  return [...told, ...rest].join(' · ');
};
