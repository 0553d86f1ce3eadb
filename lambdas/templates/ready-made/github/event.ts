import { by } from '../words.ts';

/** The header by which GitHub names its event. */
export const event = (...names: string[]) => ({ headers: { 'x-github-event': names } });

/** ` on #7 Wrong total`, with the parts that exist. */
export const where = '{{ repository.full_name ?: organization.login ?: "GitHub" }}: ';

/** Its name, its former name, its labels now. */
export const who = '{{ sender.login ?: "someone" }}';

export const bySender = by('sender.login');
