/** The roles in a workspace, weakest first. Each includes those before it. */
export const roles = ['viewer', 'editor', 'owner'] as const;
export type Role = (typeof roles)[number];

/** The header with the id of the workspace's owner. Without it, a request concerns the caller's own account. */
export const WORKSPACE_HEADER = 'x-workspace';

/** True if `role` includes the role that a request needs. */
export const includesRole = (role: Role, needed: Role): boolean => roles.indexOf(role) >= roles.indexOf(needed);
