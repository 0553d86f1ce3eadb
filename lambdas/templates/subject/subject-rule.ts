/**
 * How the subject of a known sender's calls is read: expressions over the payload, as a template has them. `state` and
 * `severity` give the sender's own words, which {@link stateOf} and `severityOf` understand. Whatever no rule says is taken
 * from the message and, where that was made of it, from the outline of the payload: to make an outline for the subject
 * alone would cost more than the message.
 */
export type SubjectRule = Partial<Record<'key' | 'state' | 'severity' | 'title' | 'link', string>>;
