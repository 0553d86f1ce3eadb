import { by } from '../snippets.ts';

/** The header by which GitHub names its event. */
export const event = (...names: string[]) => ({ headers: { 'x-github-event': names } });

/** The place, as the beginning of the first line. */
export const where = '{{ repository.full_name ?: organization.login ?: "GitHub" }}: ';

/** The actor, as the subject of the first line. */
export const who = '{{ sender.login ?: "someone" }}';

export const bySender = by('sender.login');
