import { useState } from 'react';
import { formatDuration } from '../../lib/format.ts';
import type { WebhookDraft } from '../../lib/wire.ts';
import { InlineSelect, SelectField } from '../../ui/field.tsx';
import { EscalationSentence, EscalationSteps } from './escalation-fields.tsx';
import { silenceTime } from './rules.ts';
import { Sentence } from './sentence.tsx';
import { texts } from './texts.ts';

type Alerting = Pick<WebhookDraft, 'targetIds' | 'follow' | 'acknowledge' | 'digest' | 'silenceAlarmMinutes'>;
type Digest = NonNullable<Alerting['digest']>;
type Change = (change: Partial<Alerting>) => void;

/** The offered times of a silence alarm, in minutes. A daily job needs more than 24 hours. */
const silences = [15, 60, 360, 1500, 11_520];
const DAILY_JOB_MINUTES = 1500;

/** The offered limits beyond which messages become a digest. */
const digests = [
  { after: 5, withinSeconds: 60 },
  { after: 20, withinSeconds: 60 },
] as const satisfies Digest[];
const nameOf = ({ after, withinSeconds }: Digest) => `${after} ${withinSeconds}`;

/** A webhook’s alerting settings as sentences with switches, all switched off by default. */
export function AlertingFields({ draft, onChange }: { draft: Alerting; onChange: Change }) {
  const { follow, acknowledge, digest, silenceAlarmMinutes } = draft;
  const [more] = useState(digest !== null || (follow !== 'off' && follow !== 'auto'));
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{texts.alerting.title}</legend>
      <div className="divide-y divide-line rounded-panel border border-line">
        <Sentence
          says={texts.follow.sentence}
          hint={texts.follow.hint}
          on={follow !== 'off'}
          onChange={(on) => onChange({ follow: on ? 'auto' : 'off' })}
        />
        <EscalationSentence draft={draft} onChange={onChange} />
        <SilenceSentence minutes={silenceAlarmMinutes} onChange={onChange} />
        <details open={more}>
          <summary className="flex min-h-11 items-center px-4 text-accent-text">{texts.alerting.more}</summary>
          {follow !== 'off' && (
            <div className="px-4 pb-3">
              <SelectField
                label={texts.follow.how}
                hint={texts.follow.howHint}
                className="max-w-80"
                value={follow}
                choices={texts.follow.choices}
                onChange={(how) => onChange({ follow: how })}
              />
            </div>
          )}
          {acknowledge && <EscalationSteps draft={draft} onChange={onChange} />}
          <DigestSentence digest={digest} onChange={onChange} />
        </details>
      </div>
    </fieldset>
  );
}

function SilenceSentence({ minutes, onChange }: { minutes: number | null; onChange: Change }) {
  const { before, after, hint } = texts.silence;
  const shown = minutes ?? DAILY_JOB_MINUTES;
  const offered = silences.includes(shown) ? silences : [shown, ...silences];
  return (
    <Sentence
      says={`${before} ${silenceTime(shown)}, ${after}`}
      hint={hint}
      on={minutes !== null}
      onChange={(on) => onChange({ silenceAlarmMinutes: on ? DAILY_JOB_MINUTES : null })}
    >
      {before}
      <InlineSelect
        label={before}
        value={String(shown)}
        options={offered.map((each) => [String(each), silenceTime(each)])}
        onChange={(chosen) => onChange({ silenceAlarmMinutes: Number(chosen) })}
      />
      {after}
    </Sentence>
  );
}

function DigestSentence({ digest, onChange }: { digest: Digest | null; onChange: Change }) {
  const { before, after, hint, limit } = texts.digest;
  const shown = digest ?? digests[1];
  // A limit that was set by the API is offered, too.
  const offered = new Map([shown, ...digests].map((each) => [nameOf(each), each]));
  const wordsOf = ({ after: count, withinSeconds }: Digest) => limit(count, formatDuration(withinSeconds * 1000));
  return (
    <Sentence
      says={`${before} ${wordsOf(shown)}, ${after}`}
      hint={hint}
      on={digest !== null}
      onChange={(on) => onChange({ digest: on ? shown : null })}
    >
      {before}
      <InlineSelect
        label={before}
        value={nameOf(shown)}
        options={[...offered].map(([name, each]) => [name, wordsOf(each)])}
        onChange={(name) => onChange({ digest: offered.get(name) ?? null })}
      />
      {after}
    </Sentence>
  );
}
