/** The key that all calls about the same thing share; missing where nothing names it. At most 200 UTF-16 units. */
export type SubjectRule = Partial<Record<'key' | 'state' | 'severity' | 'title' | 'link', string>>;
