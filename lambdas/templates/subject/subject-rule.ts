/**
 * The rules for the subject of a known service's calls: expressions over the payload, as in a template. `state` and
 * `severity` give the service's own words, which {@link stateOf} and `severityOf` understand. Other fields are taken
 * from the message and, where the message was made of it, from the payload's outline. An outline for the subject alone
 * would cost more than the message.
 */
export type SubjectRule = Partial<Record<'key' | 'state' | 'severity' | 'title' | 'link', string>>;
