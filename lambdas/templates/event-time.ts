import { secondsOf } from './dates.ts';
import { isDictionary, own } from './outline/outline.ts';
import { type CallFacts, parsePayload } from './payload.ts';

/** Fields that always tell the time of an event, and fields that tell it only next to the event's data. */
const TIME = /^(?:(?:occurred|triggered)_?at|event_?(?:time|ts)|timestamp|datetime)$/i;
const ENVELOPE_TIME = /^(?:time|date|created(?:_?at)?)$/i;

/** Returns the time of a call's event in seconds since 1970, if the body tells it as a number or with a time zone. */
export function eventTimeOf(facts: CallFacts): number | undefined {
  const body = parsePayload(facts);
  for (const from of [body, own(body, 'event'), own(own(body, 'data'), 'event')]) {
    if (!isDictionary(from)) continue;
    const isEnvelope = isDictionary(from.data ?? from.payload);
    const named = (names: RegExp) => Object.keys(from).find((name) => names.test(name));
    const told = from[named(TIME) ?? (isEnvelope ? named(ENVELOPE_TIME) : undefined) ?? ''];
    if (typeof told === 'number' || (typeof told === 'string' && /\d(?:Z|[+-]\d\d:?\d\d)$/.test(told)))
      return secondsOf(told);
  }
  return undefined;
}
