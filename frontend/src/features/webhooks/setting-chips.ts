import { ESCALATION } from '#contract/bounds';
import { plural } from '../../lib/format.ts';
import type { Webhook } from '../../lib/wire.ts';
import { silenceTime } from './rules.ts';
import { texts } from './texts.ts';

const { chips } = texts.settings;

type Settings = Pick<
  Webhook,
  | 'format'
  | 'splitMessage'
  | 'timeZone'
  | 'subject'
  | 'follow'
  | 'acknowledge'
  | 'digest'
  | 'intake'
  | 'retentionDays'
  | 'silenceAlarmMinutes'
>;

/** A webhook's settings that differ from the default, each in a few words. */
export function chipsOf(settings: Settings): string[] {
  const {
    format,
    splitMessage,
    timeZone,
    subject,
    follow,
    acknowledge,
    digest,
    intake,
    retentionDays,
    silenceAlarmMinutes,
  } = settings;
  const { duplicates, answerHandshakes, methods, answer } = intake;
  return [
    format === 'rich' && chips.rich,
    !splitMessage && chips.cut,
    timeZone !== 'UTC' && timeZone.replaceAll('_', ' '),
    chips.subject[subject.from],
    follow !== 'off' && texts.follow.chip,
    acknowledge !== null &&
      texts.escalation.chip(silenceTime(acknowledge.steps[0]?.afterMinutes ?? ESCALATION.minutes.default)),
    digest !== null && texts.digest.chip,
    duplicates === 'mark' && chips.marked,
    duplicates === 'drop' && chips.dropped,
    answerHandshakes && chips.verifies,
    methods.join(', '),
    answer !== null && chips.answer(answer.status),
    retentionDays !== null && chips.kept(plural(retentionDays, 'day')),
    silenceAlarmMinutes !== null && texts.silence.chip(silenceTime(silenceAlarmMinutes)),
  ].filter((chip) => typeof chip === 'string' && chip !== '') as string[];
}
