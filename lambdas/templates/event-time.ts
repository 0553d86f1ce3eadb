import { secondsOf } from './dates.ts';
import { isDictionary, own } from './outline/outline.ts';
import { type CallFacts, parsePayload } from './payload.ts';

/** Fields that always tell the time of an event, and fields that tell it only next to the event's data. */
const TIMES = [
  'occurred_at',
  'occurredAt',
  'event_time',
  'eventTime',
  'event_ts',
  'triggered_at',
  'timestamp',
  'datetime',
];
const ENVELOPE_TIMES = ['time', 'created', 'created_at', 'createdAt', 'date'];

/** Returns the time of a call's event in seconds since 1970, if the body tells it as a number or with a time zone. */
export function eventTimeOf(facts: CallFacts): number | undefined {
  const body = parsePayload(facts);
  for (const from of [body, own(body, 'event'), own(own(body, 'data'), 'event')]) {
    if (!isDictionary(from)) continue;
    const isEnvelope = isDictionary(from.data) || isDictionary(from.payload);
    for (const name of isEnvelope ? [...TIMES, ...ENVELOPE_TIMES] : TIMES) {
      const told = own(from, name);
      if (typeof told === 'number' || (typeof told === 'string' && /\d(?:Z|[+-]\d\d:?\d\d)$/.test(told)))
        return secondsOf(told);
    }
  }
  return undefined;
}
