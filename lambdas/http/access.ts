import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { RouteShape } from '#contract/routes';
import { AppError, tokenInvalid } from '../platform/errors.ts';
import { isJson } from './json-body.ts';

/** The owner of a valid access token; undefined for every token that is not. */
export type VerifyAccessToken = (token: string) => Promise<{ userId: number } | undefined>;

export interface AccessRules {
  verifyAccessToken: VerifyAccessToken;
  /** The application's own origin: scheme, host and port of its address. */
  appOrigin: string;
}

/** RFC 9110, 11.1: the scheme's name is case-insensitive. */
const bearerToken = (authorization: string | undefined): string | undefined =>
  /^bearer +([A-Za-z0-9._~+/=-]+) *$/i.exec(authorization ?? '')?.[1];

const signedInUser = async (event: APIGatewayProxyEventV2, rules: AccessRules): Promise<number> => {
  const token = bearerToken(event.headers.authorization);
  const owner = token ? await rules.verifyAccessToken(token) : undefined;
  if (!owner) throw tokenInvalid();
  return owner.userId;
};

/**
 * Browsers send the cookie by themselves, so a call that lives on it must show that our own page made it: the right
 * Origin, and a content type that no form of another site can send.
 */
const demandOwnPage = (event: APIGatewayProxyEventV2, rules: AccessRules): void => {
  if (event.headers.origin !== rules.appOrigin)
    throw new AppError('foreign-page', 'This call is only accepted from the application itself');
  if (!isJson(event.headers['content-type']))
    throw new AppError('unsupported-media-type', 'The call must be sent as application/json');
};

/**
 * The one place where the access class of a route is enforced. Resolves to the caller's user id, 0 for everybody.
 * Throws `unauthenticated`, `forbidden` or `unsupported-media-type`.
 */
export const admit = async (
  access: RouteShape['access'],
  event: APIGatewayProxyEventV2,
  rules: AccessRules,
): Promise<number> => {
  switch (access) {
    case 'public':
      return 0;
    case 'user':
      return signedInUser(event, rules);
    case 'cookie':
      demandOwnPage(event, rules);
      return 0;
  }
};
