import { ESCALATION } from '#contract/bounds';
import { useTargets } from '../../data/targets.ts';
import { listOf } from '../../lib/format.ts';
import type { WebhookDraft } from '../../lib/wire.ts';
import { InlineSelect } from '../../ui/field.tsx';
import { silenceTime } from './rules.ts';
import { Sentence } from './sentence.tsx';
import { texts } from './texts.ts';

type Draft = Pick<WebhookDraft, 'targetIds' | 'acknowledge'>;
type Choice = NonNullable<Draft['acknowledge']>;
type Step = Choice['steps'][number];
interface Props {
  draft: Draft;
  onChange(change: Pick<Draft, 'acknowledge'>): void;
}

const words = texts.escalation;

const FROM = Object.entries(words.choices);

/** The offered minutes of a step. */
const MINUTES = [5, 10, 15, 30, 60, 120];

/** The active targets that a step can have: a call reaches each of them only once. */
function useFreeTargets({ targetIds, acknowledge }: Draft) {
  const targets = useTargets().data ?? [];
  const taken = new Set([...targetIds, ...(acknowledge?.steps.flatMap((step) => step.targetIds) ?? [])]);
  return targets.filter(({ id, status }) => status === 'active' && !taken.has(id));
}

/** The first step of a webhook’s escalation, as a sentence. */
export function EscalationSentence({ draft, onChange }: Props) {
  const [free] = useFreeTargets(draft);
  const { acknowledge } = draft;
  const minutes = ESCALATION.minutes.default;
  const first = free && { afterMinutes: minutes, targetIds: [free.id] };
  return (
    <Sentence
      says={words.sentence(
        words.choices[acknowledge?.from ?? 'critical'],
        silenceTime(acknowledge?.steps[0]?.afterMinutes ?? minutes),
      )}
      hint={acknowledge || free ? words.hint : words.noTarget}
      on={acknowledge !== null}
      disabled={acknowledge === null && free === undefined}
      onChange={(on) => onChange({ acknowledge: on && first ? { from: 'critical', steps: [first] } : null })}
    >
      {acknowledge && (
        <>
          {words.before}
          <InlineSelect
            label={words.before}
            value={acknowledge.from}
            options={FROM}
            onChange={(from) => onChange({ acknowledge: { ...acknowledge, from: from as Choice['from'] } })}
          />
          <StepWords index={0} choice={acknowledge} draft={draft} onChange={onChange} />
        </>
      )}
    </Sentence>
  );
}

/** The further steps of a webhook’s escalation. */
export function EscalationSteps({ draft, onChange }: Props) {
  const { acknowledge: choice } = draft;
  const [free] = useFreeTargets(draft);
  if (!choice) return null;
  const { steps } = choice;
  const last = steps.at(-1)?.afterMinutes ?? 0;
  const later = MINUTES.find((minutes) => minutes > last) ?? last + 60;
  const added = free && later <= ESCALATION.minutes.max && { afterMinutes: later, targetIds: [free.id] };
  const withSteps = (next: Step[]) => onChange({ acknowledge: { ...choice, steps: next } });
  return Array.from({ length: ESCALATION.steps - 1 }, (_, index) => index + 1)
    .filter((index) => index <= steps.length)
    .map((index) => (
      <Sentence
        key={index}
        says={words.next(silenceTime(steps[index]?.afterMinutes ?? later))}
        hint={words.nextHint}
        on={index < steps.length}
        disabled={index === steps.length && !added}
        onChange={(on) => withSteps(on && added ? [...steps, added] : steps.slice(0, index))}
      >
        <StepWords index={index} choice={choice} draft={draft} onChange={onChange} />
      </Sentence>
    ));
}

/** A step’s minutes and target as controls. Several targets, which the API can set, are one option. */
function StepWords({ index, choice, draft, onChange }: Props & { index: number; choice: Choice }) {
  const targets = useTargets().data ?? [];
  const free = useFreeTargets(draft);
  const { steps } = choice;
  const step = steps[index];
  if (!step) return null;
  const change = (part: Partial<Step>) =>
    onChange({
      acknowledge: { ...choice, steps: steps.map((each, at) => (at === index ? { ...each, ...part } : each)) },
    });
  const [before, after] = [steps[index - 1]?.afterMinutes ?? 0, steps[index + 1]?.afterMinutes ?? Infinity];
  const offered = MINUTES.filter((minutes) => minutes > before && minutes < after);
  const minutes = offered.includes(step.afterMinutes) ? offered : [step.afterMinutes, ...offered];
  const nameOf = (id: number) => targets.find((target) => target.id === id)?.name ?? String(id);
  const present = step.targetIds.join(' ');
  return (
    <>
      {index === 0 ? words.calls : words.nextAfter}
      <InlineSelect
        label={index === 0 ? words.calls : words.nextAfter}
        value={String(step.afterMinutes)}
        options={minutes.map((each) => [String(each), silenceTime(each)])}
        onChange={(chosen) => change({ afterMinutes: Number(chosen) })}
      />
      {words.after}
      <InlineSelect
        label={words.target(index + 1)}
        value={present}
        options={[
          [present, listOf(step.targetIds.map(nameOf))],
          ...free.map(({ id, name }) => [String(id), name] as const),
        ]}
        onChange={(chosen) => change({ targetIds: chosen.split(' ').map(Number) })}
      />
    </>
  );
}
