import { useQuery } from '@tanstack/react-query';
import { eventNamesQuery } from '../../data/invocations.ts';
import type { Rule } from '../../data/routing.ts';
import { eventsOf, readCall } from './call-fields.ts';
import { wantedEvents } from './presets.ts';
import { sentenceOf } from './sentence.ts';

/** A rule as a sentence, with the event names that recent calls tell. */
export function RuleSentence({ webhookId, rule }: { webhookId: number; rule: Rule }) {
  const calls = useQuery({ ...eventNamesQuery(webhookId), enabled: wantedEvents(rule).events.length > 0 }).data;
  return sentenceOf(rule, calls && eventsOf(calls.map(readCall)));
}
