import { UnsupportedTemplate } from '../template/problems.ts';

/** One action of one statement in a role's policies. Usage is recorded per grant. */
export interface Grant {
  effect: 'Allow' | 'Deny';
  /** The action as `service:Action`; it can contain wildcards. */
  action: string;
  /** ARN patterns. */
  resources: string[];
  /** Allowed values of condition keys. Every key must match; if unset, there are no conditions. */
  conditions?: Record<string, string[]>;
}

/** Values of condition keys that a service derives from a request. */
export type ConditionContext = Readonly<Record<string, string>>;

const asList = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [String(value)]);

const KNOWN_KEYS = new Set(['Sid', 'Effect', 'Action', 'Resource', 'Condition']);

/** Condition keys that `classify` in `wire.ts` fills in. Policies with other keys are rejected instead of guessed. */
const KNOWN_CONDITION_KEYS = new Set(['ses:FromAddress']);

const conditionsOf = (condition: unknown, place: string): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries((condition ?? {}) as Record<string, Record<string, unknown>>).flatMap(([operator, pairs]) => {
      if (operator !== 'StringEquals') throw new UnsupportedTemplate(`${place}: the Condition ${operator}`);
      return Object.entries(pairs).map(([key, values]) => {
        if (!KNOWN_CONDITION_KEYS.has(key)) throw new UnsupportedTemplate(`${place}: the Condition on ${key}`);
        return [key, asList(values)] as const;
      });
    }),
  );

/**
 * The grants of an identity policy document with resolved CloudFormation functions.
 * @throws UnsupportedTemplate for NotAction, NotResource, unknown conditions and anything else that would change the
 *   permissions
 */
export const grantsOf = (document: unknown, place: string): Grant[] => {
  const { Statement } = document as { Statement?: unknown };
  const statements = (Array.isArray(Statement) ? Statement : [Statement]) as Record<string, unknown>[];
  return statements.flatMap((statement) => {
    const unknown = Object.keys(statement).find((key) => !KNOWN_KEYS.has(key));
    if (unknown) throw new UnsupportedTemplate(`${place}: policy statements with ${unknown} are not supported`);
    const effect = statement.Effect;
    if (effect !== 'Allow' && effect !== 'Deny') throw new UnsupportedTemplate(`${place}: effect ${effect}`);
    const resources = asList(statement.Resource);
    const conditions =
      statement.Condition === undefined ? {} : { conditions: conditionsOf(statement.Condition, place) };
    return asList(statement.Action).map((action) => ({ effect, action, resources, ...conditions }));
  });
};

const patterns = new Map<string, RegExp>();

/** True if a value matches a pattern with IAM's wildcards: `*` is any number of characters, `?` is one. */
export const matchesPattern = (pattern: string, value: string): boolean => {
  if (pattern === value || pattern === '*') return true;
  if (!/[*?]/.test(pattern)) return false;
  let compiled = patterns.get(pattern);
  if (!compiled) {
    const source = pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.');
    compiled = new RegExp(`^${source}$`, 's');
    patterns.set(pattern, compiled);
  }
  return compiled.test(value);
};

const ARN_PARTS = 6;

const arnParts = (arn: string): string[] => {
  const parts = arn.split(':');
  return [...parts.slice(0, ARN_PARTS - 1), parts.slice(ARN_PARTS - 1).join(':')];
};

/** Compares ARNs like IAM's ArnLike: part by part, so a wildcard never matches across parts. */
export const matchesArn = (pattern: string, arn: string): boolean => {
  const wanted = arnParts(pattern);
  return arnParts(arn).every((part, index) => matchesPattern(wanted[index] ?? '', part));
};

const meets = ({ conditions = {} }: Grant, context: ConditionContext): boolean =>
  Object.entries(conditions).every(([key, values]) => values.includes(context[key] ?? ''));

/** The grant that allows `action` on `resource`; undefined if there is none or if any grant denies it. */
export const findGrant = (
  grants: Grant[],
  action: string,
  resource: string,
  context: ConditionContext = {},
): Grant | undefined => {
  const wanted = action.toLowerCase();
  const applying = grants.filter(
    (grant) =>
      matchesPattern(grant.action.toLowerCase(), wanted) &&
      grant.resources.some((pattern) => matchesPattern(pattern, resource)) &&
      meets(grant, context),
  );
  return applying.some((grant) => grant.effect === 'Deny') ? undefined : applying[0];
};
