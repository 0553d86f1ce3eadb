import * as z from 'zod';
import type { RateRuleSpec } from '../gateway/rate-rule.ts';
import { ignored, type Resources } from './resources.ts';

const rateRule = z.strictObject({
  Statement: z.strictObject({
    RateBasedStatement: z.strictObject({
      AggregateKeyType: z.literal('IP'),
      Limit: z.int(),
      EvaluationWindowSec: z.int().default(300),
    }),
  }),
  Action: z.strictObject({
    Block: z.strictObject({
      CustomResponse: z.strictObject({
        ResponseCode: z.int(),
        ResponseHeaders: z.array(z.strictObject({ Name: z.string(), Value: z.string() })).default([]),
      }),
    }),
  }),
  ...ignored('Name', 'Priority', 'VisibilityConfig'),
});

/** AWS's managed rules are not available on this machine, so they allow every request. */
const managedRules = z.strictObject({
  Statement: z.strictObject({ ManagedRuleGroupStatement: z.unknown() }),
  ...ignored('Name', 'Priority', 'OverrideAction', 'VisibilityConfig'),
});

const webAcl = z.strictObject({
  Name: z.string(),
  Scope: z.literal('CLOUDFRONT'),
  DefaultAction: z.strictObject({ Allow: z.unknown() }),
  Rules: z.array(z.union([rateRule, managedRules])),
  ...ignored('VisibilityConfig', 'Tags', 'Description'),
});

/** The rate rules of each web ACL, by its name. */
export const readFirewalls = (resources: Resources): Map<string, RateRuleSpec[]> =>
  new Map(
    resources.all('AWS::WAFv2::WebACL', webAcl).map(({ properties: { Name, Rules } }) => [
      Name,
      Rules.flatMap((rule) => {
        if (!('Action' in rule)) return [];
        const { Limit, EvaluationWindowSec } = rule.Statement.RateBasedStatement;
        const { ResponseCode, ResponseHeaders } = rule.Action.Block.CustomResponse;
        const headers = ResponseHeaders.map(({ Name: name, Value }): [string, string] => [name, Value]);
        const answer = { status: ResponseCode, headers, body: Buffer.alloc(0) };
        return [{ limit: Limit, windowSeconds: EvaluationWindowSec, answer }];
      }),
    ]),
  );
