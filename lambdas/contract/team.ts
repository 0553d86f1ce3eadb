import * as z from 'zod';
import { count, numericId, shortName, timestamp } from './common.ts';
import { email } from './states.ts';

const role = z
  .enum(['editor', 'viewer'])
  .describe('`viewer`: sees everything except secrets and invoke URLs. `editor`: also changes it.');
const address = z.string().max(254);

/** The body of POST /team/invitations. */
export const invitationRequest = z.object({ email, role });
export type InvitationRequest = z.infer<typeof invitationRequest>;

/** The body of PUT /team/members/{id}. */
export const roleChange = z.object({ role });

/** The body of POST /invitations/read and of POST /workspaces. */
export const invitationToken = z.object({ token: z.string().min(1, 'Token cannot be empty.').max(256) });

/** An invitation, as the holder of its token sees it. */
export const openInvitation = z.object({
  owner: address.describe('The owner’s address.'),
  email: address.describe('The invited address.'),
  role,
});
export type OpenInvitationWire = z.infer<typeof openInvitation>;

export const invitation = z.object({
  id: shortName.regex(/^[0-9a-f]{20}$/),
  email: address,
  role,
  expires_at: timestamp.describe('From then on, the link no longer works, but the invitation still uses a seat.'),
});
export type InvitationWire = z.infer<typeof invitation>;

export const member = z.object({
  id: numericId.describe('The user’s ID.'),
  email: address,
  role,
  joined_at: timestamp,
});

/** The members and open invitations of the caller's own account. */
export const team = z.object({
  members: z.array(member).max(100).describe('The members, first joined first. The owner is not one of them.'),
  invitations: z.array(invitation).max(100).describe('Invitations that no one has accepted yet, oldest first.'),
  max_seats: count.describe('The plan’s limit of members and invitations together.'),
});

export type TeamWire = z.infer<typeof team>;

/** Another user's account that the caller can use. */
export const workspace = z.object({
  id: numericId.describe('The owner’s user ID, to send as `X-Workspace`.'),
  email: address.describe('The owner’s address.'),
  role,
  available: z.boolean().describe('False while the owner’s plan has no team. Requests then return 403.'),
});
export type WorkspaceWire = z.infer<typeof workspace>;

export const workspaceList = z.array(workspace).max(100);
