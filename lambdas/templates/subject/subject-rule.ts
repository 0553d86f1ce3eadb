/**
 * Rules for the subject of a known service's calls. They are expressions over the payload, as in a template. `state`
 * and `severity` give the service's own words, which {@link stateOf} and `severityOf` interpret. Fields without a rule
 * come from the message, or from the outline if the message was created from one.
 */
export type SubjectRule = Partial<Record<'key' | 'state' | 'severity' | 'title' | 'link', string>>;
