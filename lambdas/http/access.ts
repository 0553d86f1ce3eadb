import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { includesRole, type Role, WORKSPACE_HEADER } from '#contract/roles';
import type { RouteShape } from '#contract/routes';
import { KEY_PREFIX, type Scope } from '#contract/scopes';
import { AppError, tokenInvalid } from '../platform/errors.ts';
import type { Reach } from '../platform/reach.ts';
import { isJson } from './json-body.ts';

/** Resolves to the owner of a valid access token, and whether the owner is a trial, or undefined for an invalid one. */
export type VerifyAccessToken = (token: string) => Promise<{ userId: number; trial?: true } | undefined>;

/** Resolves to the owner and permissions of a valid API key, or undefined for an invalid one. */
export type VerifyKey = (
  key: string,
  ip: string,
) => Promise<{ userId: number; keyId: string; keyName: string; scopes: readonly Scope[]; reach?: Reach } | undefined>;

/**
 * Resolves to a user's role and address in the workspace of another user, or undefined if the user is not a member.
 * Throws `forbidden` if the workspace is paused.
 */
export type VerifyMember = (ownerId: number, userId: number) => Promise<{ role: Role; email: string } | undefined>;

export interface AccessRules {
  verifyAccessToken: VerifyAccessToken;
  verifyKey?: VerifyKey;
  verifyMember: VerifyMember;
  /** The application's origin: scheme, host and port. */
  appOrigin: string;
}

/**
 * The authenticated caller. `userId` is the account that the request concerns, and 0 on public routes. `member` is set
 * only in another user's workspace, the other fields only for a request with an API key or of a viewer.
 */
interface Admitted {
  userId: number;
  member?: { userId: number; email: string };
  keyId?: string;
  keyName?: string;
  scopes?: readonly Scope[];
  reach?: Reach;
}

/** Reads a bearer token. The scheme name is case-insensitive (RFC 9110, 11.1). */
const bearerToken = (authorization: string | undefined): string | undefined =>
  /^bearer +([A-Za-z0-9._~+/=-]+) *$/i.exec(authorization ?? '')?.[1];

type KeyRules = Pick<RouteShape, 'role' | 'keys' | 'boundKeys' | 'trial'>;

/** Keys are not looked up on routes that accept none, so the response reveals nothing about the key. */
const ownerOfKey = async (key: string, { keys: needed, boundKeys }: KeyRules, ip: string, rules: AccessRules) => {
  if (needed === 'none')
    throw new AppError(
      'key-not-allowed',
      'This request does not accept an API key. Sign in and send the access token instead.',
    );
  const owner = await rules.verifyKey?.(key, ip);
  if (!owner) throw tokenInvalid();
  if (needed !== 'any' && !owner.scopes.includes(needed))
    throw new AppError('key-scope-missing', `This request needs an API key with the scope \`${needed}\`.`);
  if (owner.reach && boundKeys === 'refused')
    throw new AppError(
      'key-bound',
      'This API key is restricted to some webhooks, but the request concerns the whole account. Use an unrestricted key.',
    );
  return owner;
};

/**
 * The only place that decides in which account a request works. Handlers get the owner's id, so they treat a member
 * like the owner. A viewer is like a key with the scope `read`, so no response shows them an invoke URL or a code.
 */
const inWorkspace = async (
  role: RouteShape['role'],
  header: string | undefined,
  userId: number,
  { verifyMember }: AccessRules,
): Promise<Admitted> => {
  if (header === undefined || header === String(userId) || role === undefined || role === 'self') return { userId };
  const ownerId = /^[1-9]\d{0,15}$/.test(header) ? Number(header) : undefined;
  const member = ownerId === undefined ? undefined : await verifyMember(ownerId, userId);
  if (ownerId === undefined || !member) throw new AppError('not-a-member', 'You are not a member of this workspace.');
  if (!includesRole(member.role, role))
    throw new AppError(
      'role-missing',
      role === 'owner'
        ? 'Only the owner of this workspace can do this.'
        : 'You are a viewer in this workspace. Ask its owner for the role Editor.',
    );
  return {
    userId: ownerId,
    member: { userId, email: member.email },
    ...(member.role === 'viewer' && { scopes: ['read'] as const }),
  };
};

const signedInUser = async (
  route: KeyRules,
  event: APIGatewayProxyEventV2,
  ip: string,
  rules: AccessRules,
): Promise<Admitted> => {
  const token = bearerToken(event.headers.authorization);
  const workspace = event.headers[WORKSPACE_HEADER];
  if (token?.startsWith(KEY_PREFIX)) {
    const owner = await ownerOfKey(token, route, ip, rules);
    if (workspace === undefined || workspace === String(owner.userId) || route.role === 'self') return owner;
    throw new AppError('not-a-member', 'An API key works only in the account that created it, not in workspaces.');
  }
  const owner = token ? await rules.verifyAccessToken(token) : undefined;
  if (!owner) throw tokenInvalid();
  // The only place that limits a trial. Its token says what it is, so no request needs a read.
  if (owner.trial && !route.trial)
    throw new AppError(
      'trial-not-allowed',
      'This is not part of the trial. Create a free account to keep the URL and its calls.',
    );
  return inWorkspace(route.role, workspace, owner.userId, rules);
};

/**
 * Browsers send the cookie automatically, so a request with it must prove that our own page sent it. It needs the right
 * Origin, and a content type that another site's form cannot send.
 */
const demandOwnPage = (event: APIGatewayProxyEventV2, rules: AccessRules): void => {
  if (event.headers.origin !== rules.appOrigin)
    throw new AppError(
      'foreign-page',
      'This request is accepted only from the Tellhook app. Send an access token in the Authorization header instead.',
    );
  if (!isJson(event.headers['content-type']))
    throw new AppError('unsupported-media-type', 'The body must be sent as application/json in UTF-8');
};

/**
 * Enforces a route's access class and key scope, and the routes of a trial. The webhooks of a restricted key are
 * checked in `reach.ts`. Throws `unauthenticated`, `forbidden`, `throttled` or `unsupported-media-type`.
 */
export const admit = async (
  route: Pick<RouteShape, 'access'> & KeyRules,
  event: APIGatewayProxyEventV2,
  ip: string,
  rules: AccessRules,
): Promise<Admitted> => {
  switch (route.access) {
    case 'public':
      return { userId: 0 };
    case 'user':
      return signedInUser(route, event, ip, rules);
    case 'cookie':
      demandOwnPage(event, rules);
      return { userId: 0 };
  }
};
