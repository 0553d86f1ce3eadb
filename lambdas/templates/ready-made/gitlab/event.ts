import { by, maybe, OUTCOMES } from '../snippets.ts';

/** The field by which GitLab names its event. */
export const kind = (...names: string[]) => ({ fields: { object_kind: names } });

/** The place, as the beginning of the first line. */
export const where = '{{ project.path_with_namespace ?: project.name ?: group.full_path ?: "GitLab" }}: ';

export const byUser = by('user.name ?: user.username');
export const who = '{{ user.name ?: user.username ?: "someone" }}';

/** Actions in words. */
export const ACTIONS = {
  open: 'opened',
  close: 'closed',
  reopen: 'reopened',
  update: 'updated',
  merge: 'merged',
  create: 'created',
  delete: 'deleted',
  approval: 'approved by one of several',
  unapproved: 'no longer approved',
  unapproval: 'no longer approved by one of several',
};

/** The states of pipelines and jobs: https://docs.gitlab.com/api/pipelines/ */
export const STATES = {
  ...OUTCOMES,
  passed: 'succeeded',
  failed: 'failed',
  running: 'is running',
  manual: 'waits for somebody',
  scheduled: 'is scheduled',
  preparing: 'is being prepared',
  waiting_for_resource: 'waits for a resource',
};

/** ` #7 Wrong total`. */
export const about = (thing: string) => maybe(' #', `${thing}.iid`) + maybe(' ', `${thing}.title`);
