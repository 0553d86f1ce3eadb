import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { challengeSettings } from '../lambdas/accounts/challenge/settings.ts';
import { throttlesSchema as accountThrottles, throttle } from '../lambdas/accounts/limits.ts';
import { oidcSettings } from '../lambdas/accounts/oidc/settings.ts';
import { email } from '../lambdas/contract/states.ts';
import { settablePlans, settablePlansSchema } from '../lambdas/model/plans.ts';
import { rate } from '../lambdas/platform/token-buckets.ts';
import { providerCredentials } from '../lambdas/targets/credentials.ts';

/**
 * All differences between deployments. Each stage is one of the objects below. The JSON file named by the variable
 * STAGE_SETTINGS is merged over it, so operators needn't commit their domain names. Secrets aren't settings: a deployed
 * stage keeps them in Secrets Manager (see `providerCredentials`).
 */

/** An origin as browsers write it, without a path or trailing slash. */
const origin = z
  .url({ protocol: /^https?$/ })
  .refine((url) => url === new URL(url).origin, 'must be an origin without a path');
const positive = z.int().min(1);
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : '');
/** An ARN such as `arn:aws:acm:<region>:<account>:certificate/<id>`. */
const certificateArn = z
  .string()
  .regex(/^arn:aws[\w-]*:acm:[a-z0-9-]+:\d{12}:certificate\/.+$/, 'must be the ARN of a certificate');
const regionOfArn = (arn: string): string => arn.split(':')[3] ?? '';

/**
 * The throttle of an API's stage, which all callers share and which applies before any function runs. It is high enough
 * that the functions' own limits reject a flood first. Together, both APIs stay below the account's quota (10,000
 * requests a second and bursts of 5,000 in a region).
 */
const gatewayThrottle = z.strictObject({ requestsPerSecond: positive, burst: positive });

/** The limits that the functions enforce per account, address or user, passed in the variable THROTTLES. */
const throttlesSchema = accountThrottles
  .extend({
    /** Template runs in the editor. Each can use a second of CPU before it is killed. */
    sandboxPerUser: throttle,
    /** Searches of a webhook's calls, and its statistics. Each can read as much as ten pages of the list. */
    searchPerUser: throttle,
    /** All API requests of a user, or of an address if no one is signed in. Each process counts its own. */
    callsPerCaller: rate,
    /** Test messages to targets. They ignore the target's pace. */
    testPerUser: throttle,
  })
  .strict();
export type Throttles = z.infer<typeof throttlesSchema>;

const settingsSchema = z
  .strictObject({
    /** Part of every name in the account, so two stages can share one. */
    stage: z.string().regex(/^[a-z][a-z0-9-]{0,19}$/),
    /**
     * First letter of every new invoke URL. A second stage that takes over users from a full one needs a different
     * letter (decision 0087).
     */
    cell: z.string().regex(/^[a-z]$/),
    /** Region of all resources except those that CloudFront needs in us-east-1. The credentials select the account. */
    region: z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/),
    /**
     * Route 53 zone in the same account, such as `example.com`. The stage creates its certificates, aliases and email
     * records there. All its names must be in this zone; the defaults are `app.`, `in.` and, for email, `hello@mail.`.
     */
    hostedZone: z.hostname().toLowerCase().optional(),
    /** The origin of the app, cookies and links. If it and `invokeUrl` are unset, AWS generates both addresses. */
    appUrl: origin.optional(),
    /** The origin of invoke URLs. It differs from the app's, so content from strangers never shares that origin. */
    invokeUrl: origin.optional(),
    /**
     * ACM certificates of the two hosts, if there is no hosted zone. CloudFront needs its certificates in us-east-1,
     * the gateway in the stage's region. The invoke host's certificate is therefore in us-east-1 if
     * `invokeDistribution` is set, otherwise in the stage's region.
     */
    certificates: z.strictObject({ app: certificateArn, invoke: certificateArn }).optional(),
    /**
     * Adds the stack `firewall` (us-east-1), whose outputs are the values of the next two settings. It costs 9 dollars
     * a month. `callsPerMinute` limits each address at the invoke host; it costs 6 dollars more and needs
     * `invokeDistribution`.
     */
    firewall: z
      .strictObject({ requestsPerFiveMinutes: z.int().min(100), callsPerMinute: z.int().min(10).optional() })
      .optional(),
    /** A WAF web ACL (scope CLOUDFRONT, us-east-1) for the app: the one from the stack `firewall`, or your own. */
    webAclArn: z.string().startsWith('arn:').optional(),
    /**
     * Puts CloudFront in front of the invoke host, with a separate web ACL that rejects floods from one address. The
     * gateway then accepts only calls through CloudFront. If unset, the first limit is the API's throttle, which all
     * callers share.
     */
    invokeDistribution: z.strictObject({ webAclArn: z.string().startsWith('arn:').optional() }).optional(),
    /**
     * Version of the secret `edge` that the distributions send. If unset, they use the version that is current when
     * they are deployed.
     */
    edgeKeyVersion: z.string().min(32).optional(),
    mail: z.strictObject({
      /**
       * Sender of every email. Its domain becomes the SES identity, so the domain's DKIM records must be published. If
       * neither it nor a hosted zone is set, the operator's address is both the sender and the identity.
       */
      from: email,
      /** The address that receives alarms and contact messages. */
      operator: email,
    }),
    /** The operator named on the legal pages. If unset, the pages say that no operator is named. */
    operator: z
      .strictObject({
        name: z.string().min(1),
        /** Postal address, lines separated by line breaks. */
        address: z.string().min(1).optional(),
        email: email.optional(),
        /** The operator's imprint. */
        url: z.url({ protocol: /^https$/ }).optional(),
      })
      .optional(),
    /** The page that the footer's About link opens. If unset, there is no link. */
    aboutUrl: z.url({ protocol: /^https$/ }).optional(),
    /** The limits of the plans, see lambdas/model/plans.ts. */
    plans: settablePlansSchema,
    /**
     * The bot challenge of registration, contact form and password reset, passed in the variable CHALLENGE and in
     * config.json. `pow` needs no third party and no cookie: the browser computes `maxnumber` / 2 hashes on average.
     * For `turnstile` and `recaptcha`, the secret `challenge` contains the provider's secret key.
     */
    challenge: challengeSettings,
    /**
     * An OpenID Connect provider for sign-in, next to passwords and passkeys. If unset, there is none. The secret
     * `providers` has the client secret, as `oidc.clientSecret`; see docs/deploy.md.
     */
    signIn: z.strictObject({ oidc: oidcSettings.optional() }).optional(),
    throttles: throttlesSchema,
    /** Maximum number of trials at the same time. 0 switches them off. */
    maxTrials: z.int().min(0),
    gateway: z.strictObject({ app: gatewayThrottle, invoke: gatewayThrottle }),
    /** Pages of providers that the owner's browser opens, by name. They replace the defaults of the kind of target. */
    providerLinks: z.record(z.string(), z.url()),
    /** Maximum of concurrent dispatchers, so a burst of deliveries doesn't starve the functions that accept calls. */
    maxDispatchers: z.int().min(2).max(1000),
    /**
     * The account's limit of concurrent executions of all functions in this region. A new account has 10 and can
     * request more (Service Quotas, Lambda, "Concurrent executions").
     */
    concurrencyQuota: z.int().min(10),
    /**
     * The part of the quota that is reserved for the function that accepts calls, and also its maximum. Leave it unset
     * if the account's quota is small.
     */
    reservedForInvoke: z.int().min(1).optional(),
    /**
     * True if a new version of the functions that handle calls first gets a tenth of the calls for five minutes. If it
     * fails, it is rolled back automatically. Each deployment takes ten minutes longer.
     */
    gradualRelease: z.boolean(),
    /**
     * Pays for capacity of table and index by the hour instead of by request. It scales between these numbers of units
     * a second, for a utilisation of 75 %. At a steady ten calls a second, the table costs less than half, but bursts
     * beyond the current capacity are rejected.
     */
    tableCapacity: z
      .strictObject({
        minWriteUnits: positive,
        maxWriteUnits: positive,
        minReadUnits: positive,
        maxReadUnits: positive,
      })
      .refine((it) => it.minWriteUnits <= it.maxWriteUnits && it.minReadUnits <= it.maxReadUnits, 'min is above max')
      .optional(),
    /**
     * The initial capacity of table and index. AWS's default is 4,000 write and 12,000 read units a second. More is a
     * one-time payment (docs/costs.md) and can never be lowered.
     */
    warmThroughput: z
      .strictObject({ writeUnitsPerSecond: z.int().min(4000), readUnitsPerSecond: z.int().min(12_000) })
      .optional(),
    /**
     * Interval in minutes at which the canary sends a call through the whole product; a failure raises an alarm. Its
     * calls fit the premium plan's daily quota. If unset, there is no canary.
     */
    canaryMinutes: z.int().min(1).max(60).optional(),
    /**
     * Budget in US dollars a month for the resources with this stage's tag. Emails are sent at 80 % and 100 %, and when
     * 100 % is forecast. If unset, there is no budget.
     */
    monthlyBudgetDollars: positive.optional(),
    /** Number of messages waiting for another attempt that raises an alarm. At most 4,000 are counted. */
    maxWaiting: z.int().min(1).max(4000),
    /**
     * True if X-Ray traces every function. The default is false, because each call costs money and the grant covers all
     * resources. The ids in the log are enough to follow a call.
     */
    tracing: z.boolean(),
    /** Days for which logs are kept. CloudWatch accepts only these values. */
    logRetentionDays: z.literal([1, 3, 5, 7, 14, 30, 60, 90, 180, 365]),
    /**
     * An AWS Backup vault in another region or account. The table is copied there every day, and each copy is kept for
     * 35 days. If unset, all data is in one account.
     */
    backupVault: z
      .string()
      .regex(/^arn:aws[\w-]*:backup:[a-z0-9-]+:\d{12}:backup-vault:.+$/, 'must be the ARN of a backup vault')
      .optional(),
    /** True if table, key and secrets survive the deletion of their stack, and the table cannot be deleted. */
    keepData: z.boolean(),
    /**
     * The value of the secret `providers`: one object per kind of target, see docs/providers.md. Only the local stage
     * has it in its settings, with invented values for the fakes. The operator of a deployed stage fills in the secret.
     */
    providerCredentials: providerCredentials.optional(),
    /**
     * Redirects requests by host, such as `*.example.com` → `https://stand-in.example.net`, for a stage with fake
     * providers. Passed in the variable OUTBOUND_HOST_MAP.
     */
    outboundHostMap: z.record(z.string(), origin),
    /**
     * Local stage only: puts SES in its sandbox, with these verified addresses and domains in addition to the sender's.
     */
    mailSandbox: z.array(z.string().toLowerCase()).optional(),
  })
  .refine(
    ({ stage, appUrl, invokeUrl }) =>
      stage === 'local' || [appUrl, invokeUrl].every((url) => !url || /^https:/.test(url)),
    { error: 'appUrl and invokeUrl must be https outside the local stage' },
  )
  .refine(({ appUrl, invokeUrl }) => Boolean(appUrl) === Boolean(invokeUrl), {
    error:
      'appUrl and invokeUrl must be set together: set both to use your own domain, or neither to use generated addresses',
  })
  .refine(({ appUrl, invokeUrl }) => !appUrl || !invokeUrl || new URL(appUrl).host !== new URL(invokeUrl).host, {
    error: 'appUrl and invokeUrl must be different hosts: content from strangers must not share the app’s origin',
  })
  .refine(
    ({ stage, appUrl, certificates, hostedZone }) => stage === 'local' || !appUrl === !(certificates || hostedZone),
    {
      path: ['certificates'],
      error:
        'must match appUrl and invokeUrl: with your own domain, set certificates or hostedZone; without one, neither',
    },
  )
  .refine(({ certificates, hostedZone }) => !certificates || !hostedZone, {
    path: ['hostedZone'],
    error: 'creates the certificates: remove certificates',
  })
  .refine(
    ({ hostedZone, appUrl = '', invokeUrl = '', mail }) =>
      !hostedZone ||
      [hostOf(appUrl), hostOf(invokeUrl), mail.from.split('@')[1] ?? ''].every(
        (name) => name === hostedZone || name.endsWith(`.${hostedZone}`),
      ),
    { path: ['hostedZone'], error: 'must contain the names of appUrl, invokeUrl and mail.from' },
  )
  .refine(({ certificates }) => !certificates || regionOfArn(certificates.app) === 'us-east-1', {
    path: ['certificates', 'app'],
    error: 'must be in us-east-1, where CloudFront reads it: request it there',
  })
  .refine(
    ({ certificates, region, invokeDistribution }) =>
      !certificates || regionOfArn(certificates.invoke) === (invokeDistribution ? 'us-east-1' : region),
    {
      path: ['certificates', 'invoke'],
      error: "must be in the stage's region (with invokeDistribution, in us-east-1): request it there",
    },
  )
  .refine(({ firewall, invokeDistribution }) => firewall?.callsPerMinute === undefined || invokeDistribution, {
    path: ['firewall', 'callsPerMinute'],
    error: 'needs invokeDistribution: AWS has no firewall for HTTP APIs',
  })
  .refine(({ maxDispatchers, concurrencyQuota }) => maxDispatchers <= concurrencyQuota / 2, {
    path: ['maxDispatchers'],
    error: 'must be at most half of concurrencyQuota: the other half accepts calls and serves users',
  })
  .refine(({ reservedForInvoke = 0, concurrencyQuota }) => reservedForInvoke === 0 || concurrencyQuota >= 400, {
    path: ['reservedForInvoke'],
    error: 'requires a concurrencyQuota of at least 400: AWS keeps 100 for functions that reserve nothing',
  })
  .refine(({ reservedForInvoke = 0, concurrencyQuota }) => reservedForInvoke <= concurrencyQuota / 4, {
    path: ['reservedForInvoke'],
    error: 'must be at most a quarter of concurrencyQuota: the rest delivers and serves users',
  })
  .refine(({ stage, providerCredentials }) => stage === 'local' || !providerCredentials, {
    error: 'providerCredentials belong in Secrets Manager outside the local stage',
  })
  .refine(
    ({ stage, outboundHostMap }) =>
      stage === 'local' || Object.values(outboundHostMap).every((url) => /^https:/.test(url)),
    {
      path: ['outboundHostMap'],
      error: 'must contain only https URLs outside the local stage',
    },
  )
  .refine(({ stage, mailSandbox }) => stage === 'local' || !mailSandbox, {
    error: 'mailSandbox is for the local stage only',
  });
export type Settings = z.infer<typeof settingsSchema>;

/** A stage as written below, before `loadSettings` fills in missing names. */
export type StageSettings = Omit<Settings, 'mail'> & { mail: Partial<Settings['mail']> & { operator: string } };

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * The windows per account are short, so a user whose password is being guessed is locked out for minutes. The limits
 * per address stop the attacker.
 */
export const throttles: Throttles = {
  loginPerAccount: { limit: 10, windowSeconds: 15 * MINUTE },
  loginPerAddress: { limit: 50, windowSeconds: 15 * MINUTE },
  registerPerAddress: { limit: 10, windowSeconds: HOUR },
  trialPerAddress: { limit: 3, windowSeconds: 24 * HOUR },
  refreshPerAddress: { limit: 300, windowSeconds: 15 * MINUTE },
  resetMailPerAccount: { limit: 3, windowSeconds: HOUR },
  resetPerAddress: { limit: 20, windowSeconds: HOUR },
  contactPerAddress: { limit: 5, windowSeconds: HOUR },
  challengePerAddress: { limit: 120, windowSeconds: 15 * MINUTE },
  subscriptionPerUser: { limit: 20, windowSeconds: HOUR },
  keyRequestPerAddress: { limit: 30, windowSeconds: HOUR },
  keyCodePerUser: { limit: 30, windowSeconds: HOUR },
  invitationPerUser: { limit: 20, windowSeconds: HOUR },
  sandboxPerUser: { limit: 120, windowSeconds: MINUTE },
  searchPerUser: { limit: 240, windowSeconds: MINUTE },
  testPerUser: { limit: 20, windowSeconds: 10 * MINUTE },
  callsPerCaller: { perSecond: 20, burst: 100 },
};

/** The defaults of all stages. */
export const shared = {
  region: 'eu-central-1',
  cell: 'a',
  plans: settablePlans,
  // The challenge takes about a tenth of a second on a laptop.
  challenge: { provider: 'pow', maxnumber: 50_000, expiresSeconds: 20 * MINUTE },
  throttles,
  maxTrials: 5000,
  gateway: { app: { requestsPerSecond: 2000, burst: 1000 }, invoke: { requestsPerSecond: 6000, burst: 3000 } },
  providerLinks: {},
  outboundHostMap: {},
  canaryMinutes: 5,
  maxWaiting: 1000,
  tracing: false,
  logRetentionDays: 30,
} as const;

/**
 * The deployed stages; the local stage is in `local/settings.ts`. They contain no domain names: an operator adds the
 * email address for alarms, and `hostedZone` or URLs with certificates.
 */
export const deployedStages = {
  dev: {
    ...shared,
    stage: 'dev',
    mail: { operator: 'operator@tellhook.example' },
    // The remaining six of a new account's ten concurrent executions accept calls and serve users.
    maxDispatchers: 4,
    concurrencyQuota: 10,
    monthlyBudgetDollars: 20,
    gradualRelease: false,
    keepData: false,
  },
  prod: {
    ...shared,
    stage: 'prod',
    mail: { operator: 'operator@tellhook.example' },
    maxDispatchers: 300,
    concurrencyQuota: 1000,
    reservedForInvoke: 200,
    warmThroughput: { writeUnitsPerSecond: 12_000, readUnitsPerSecond: 12_000 },
    monthlyBudgetDollars: 100,
    gradualRelease: true,
    keepData: true,
  },
} satisfies Record<string, StageSettings>;

interface LoadOptions {
  /** A JSON file merged over the stage. Objects are merged by key, other values replaced; null removes a setting. */
  overridesPath?: string | undefined;
  /** The stages to choose from. */
  stages?: Readonly<Record<string, StageSettings>>;
}

/**
 * The settings of a stage, validated.
 * @throws Error if the stage is unknown, the file is not JSON, or a setting is missing, invalid or unknown; the message
 *   names it
 */
export const loadSettings = (stage: string, { overridesPath, stages = deployedStages }: LoadOptions = {}): Settings => {
  const base = Object.hasOwn(stages, stage) ? stages[stage] : undefined;
  if (!base) throw new Error(`Unknown stage "${stage}": there are ${Object.keys(stages).join(', ')}`);
  const parsed = settingsSchema.safeParse(
    named(overridesPath ? withoutNulls(merge(base, readJson(overridesPath))) : base),
  );
  if (parsed.success) return parsed.data;
  throw new Error(
    `Settings of stage ${stage}${overridesPath ? ` with ${overridesPath}` : ''}:\n${z.prettifyError(parsed.error)}`,
  );
};

const readJson = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new Error(`STAGE_SETTINGS: cannot read ${path}: ${(cause as Error).message}`, { cause });
  }
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fills in the names in a hosted zone, and the default sender. Explicit settings win. */
const named = (settings: unknown): unknown => {
  if (!isRecord(settings) || !isRecord(settings.mail)) return settings;
  const { hostedZone: zone, mail } = settings;
  return typeof zone === 'string' && URL.canParse(`https://app.${zone}`)
    ? {
        appUrl: `https://app.${zone}`,
        invokeUrl: `https://in.${zone}`,
        ...settings,
        mail: { from: `hello@mail.${zone}`, ...mail },
      }
    : { ...settings, mail: { from: mail.operator, ...mail } };
};

/** Removes settings that are null. Nested nulls stay, because there null is an ordinary value. */
const withoutNulls = (settings: unknown): unknown =>
  isRecord(settings) ? Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null)) : settings;

const merge = (base: unknown, override: unknown): unknown => {
  if (!isRecord(base) || !isRecord(override)) return override;
  const merged = { ...base };
  for (const [name, value] of Object.entries(override)) merged[name] = merge(base[name], value);
  return merged;
};
